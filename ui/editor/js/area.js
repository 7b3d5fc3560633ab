// One text area and the editor over it.
//
// The text area stays in the page, invisible and out of the tab order, with
// its data-testid: its value is the document, whoever reads or writes it. A
// value that is set arrives in the editor as one undoable step; what is typed
// in the editor is read from the value, and an input event says so.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, Prec } from "@codemirror/state";
import { EditorView, activateHover, highlightSpecialChars, keymap, lineNumbers, placeholder } from "@codemirror/view";
import { asking } from "./ask.js";
import { colors } from "./json.js";
import { keepLoads, quiet, replace } from "./loads.js";
import { lit, markings, nextMark, setLit, setMarks } from "./marks.js";
import { wrapping } from "./wrap.js";

const native = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value");
// Escape is no command of the editor: it gives the keys back to the page, and
// the Tab after it leaves.
const commands = defaultKeymap.filter(b => b.key !== "Escape");
const phone = matchMedia("(max-width: 720px)");
const lines = text => text.replace(/\r\n?/g, "\n");

// records cuts a list of fields into records of n.
function records(list, n) {
  const fields = list ? list.split("\x1f") : [], out = [];
  for (let i = 0; i + n <= fields.length; i += n) out.push(fields.slice(i, i + n));
  return out;
}

const command = (name, arg = "") => { window.planproof.page.do(name, arg); return true; };

export class Area {
  constructor(text, loads) {
    this.text = text;
    this.loads = loads;
    this.name = text.dataset.doc;
    this.box = text.closest(".editor");
    this.native = native.get.call(text);
    this.wrap = new Compartment();
    this.asked = asking(this.name);
    const had = document.activeElement === text, top = this.box.scrollTop;
    this.host = document.createElement("div");
    this.host.className = "cm-host";
    this.view = new EditorView({ state: this.state(this.native, had ? { anchor: text.selectionStart, head: text.selectionEnd } : undefined), parent: this.host });
    loads.add(this.view);
    this.takeOver();
    this.box.prepend(this.host);
    this.box.classList.add("cm");
    this.view.scrollDOM.scrollTop = top;
    if (had) this.view.focus();
    new ResizeObserver(() => this.resized()).observe(this.host);
    phone.addEventListener("change", () => this.view.dispatch({ effects: this.wrap.reconfigure(phone.matches ? wrapping : []) }));
  }

  state(doc, selection) {
    return EditorState.create({
      doc, selection,
      extensions: [
        highlightSpecialChars(), history(), keepLoads, json(), colors, bracketMatching(), closeBrackets(), indentOnInput(), indentUnit.of("  "),
        EditorState.tabSize.of(4), search({ top: true }), codeFolding({ placeholderText: "…" }), markings,
        lineNumbers({ domEventHandlers: { click: (view, line) => command("line", String(view.state.doc.lineAt(line.from).number - 1)) } }),
        foldGutter({ openText: "▾", closedText: "▸" }),
        this.asked.extension, this.keys(), this.wrap.of(phone.matches ? wrapping : []),
        placeholder(this.text.placeholder),
        EditorView.contentAttributes.of({ "aria-label": this.text.getAttribute("aria-label"), autocapitalize: "off", tabindex: "0" }),
        // A dropped file is a document for the page, not text for this place.
        EditorView.domEventHandlers({ drop: e => e.dataTransfer?.files.length > 0 }),
        EditorView.updateListener.of(u => this.updated(u)),
      ],
    });
  }

  keys() {
    const to = back => view => {
      const m = nextMark(view.state, view.state.selection.main.head, back);
      if (m) this.reveal(m.from, m.from);
      return true;
    };
    return [
      Prec.high(keymap.of([
        { key: "F8", run: to(false), shift: to(true) },
        { key: "F1", run: view => this.explain(view.state.selection.main.head) },
        { key: "Mod-Enter", run: view => command("line", String(view.state.doc.lineAt(view.state.selection.main.head).number - 1)) },
        { key: "Shift-Alt-f", run: () => command("format") },
      ])),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...commands, indentWithTab]),
    ];
  }

  // takeOver makes the text area the door to the editor.
  takeOver() {
    const { text } = this;
    text.tabIndex = -1;
    text.setAttribute("aria-hidden", "true");
    Object.defineProperty(text, "value", { configurable: true, get: () => this.string(), set: v => this.load(lines(String(v))) });
    // Somebody typed into the text area itself (an assistive tool, a test).
    text.addEventListener("focus", () => this.sync());
    text.addEventListener("input", () => {
      const now = native.get.call(text);
      if (now === this.native) return;
      this.native = now;
      replace(this.view, now, "input", [quiet.of(true)]);
    });
  }

  string() {
    const doc = this.view.state.doc;
    if (this.doc !== doc) [this.doc, this.flat] = [doc, doc.toString()];
    return this.flat;
  }

  // sync gives the text area the text that the editor has.
  sync() {
    this.late = 0;
    const now = this.string();
    if (now !== this.native) native.set.call(this.text, this.native = now);
  }

  load(text) {
    if (text === "" && location.hash.startsWith("#blank")) {
      this.view.setState(this.state("")); // a clean page remembers nothing
      this.loads.forget(this.view);
    } else {
      replace(this.view, text, "load", [quiet.of(true)]);
    }
    this.sync();
  }

  updated(update) {
    this.loads.seen(update);
    if (update.geometryChanged) this.measure();
    if (!update.docChanged || update.transactions.every(tr => tr.annotation(quiet))) return;
    this.late ||= setTimeout(() => this.sync(), 300);
    this.text.dispatchEvent(new Event("input", { bubbles: true }));
  }

  resized() {
    const shown = this.host.clientHeight > 0;
    this.measure();
    if (shown && !this.shown) { this.view.requestMeasure(); this.keepInView(); }
    this.shown = shown;
  }

  // measure: a note is as wide as what is seen of the text, however long the
  // lines are.
  measure() {
    this.view.requestMeasure({
      key: this,
      read: view => [view.scrollDOM.querySelector(".cm-gutters")?.offsetWidth ?? 0, view.scrollDOM.clientWidth],
      write: ([gutters, all]) => {
        this.host.style.setProperty("--gutters", `${gutters}px`);
        this.host.style.setProperty("--seen", `${Math.max(all - gutters, 0)}px`);
      },
    });
  }

  // What the interface calls (wasm/app/editors.go). Offsets are JavaScript's,
  // lines count from 0.

  marks(found, refs, problem, verdict) {
    const marks = records(found, 7).map(([from, to, lint, kind, mark, title, text]) => ({ from: +from, to: +to, lint, class: kind, mark, title, text, always: problem }));
    const labels = records(refs, 4).map(([from, to, kind, letters]) => ({ from: +from, to: +to, class: kind, letters }));
    this.view.dispatch({ effects: setMarks.of({ marks, labels, verdict }) });
  }

  lit(from, to) {
    const now = this.view.state.field(lit);
    if (now.from === from && now.to === to) return;
    this.view.dispatch({ effects: setLit.of({ from, to }) });
    this.keepInView();
  }

  reveal(from, to) {
    const end = this.view.state.doc.length;
    from = Math.min(from, end);
    this.view.focus();
    this.view.dispatch({ selection: { anchor: from, head: Math.min(to, end) }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  }

  // explain shows what stands at a place; it has to be in sight for that.
  explain(at) {
    this.view.dispatch({ effects: EditorView.scrollIntoView(at) });
    activateHover(this.view, at, 1, { tooltip: this.asked.hover });
    return true;
  }

  caret() { return this.view.state.selection.main.head; }

  undo() { return undo(this.view); }

  redo() { return redo(this.view); }

  // keepInView scrolls only when the lit lines are out of sight, and never
  // while the user is typing there.
  keepInView() {
    const { view } = this, { from, to } = view.state.field(lit), box = view.scrollDOM;
    if (to <= from || view.hasFocus || !box.clientHeight) return;
    const first = view.state.doc.line(from + 1).from;
    const top = view.lineBlockAt(first).top, bottom = view.lineBlockAt(view.state.doc.line(to).from).bottom;
    if (top >= box.scrollTop && bottom <= box.scrollTop + box.clientHeight) return;
    view.dispatch({ effects: EditorView.scrollIntoView(first, { y: "start", yMargin: box.clientHeight / 3 }) });
  }
}
