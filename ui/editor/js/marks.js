// What the interface draws into an editor: the findings (underline, gutter,
// a note below the line), the labels of references, the lines of the step at
// the cursor, and the lines that were edited since the last verdict.
import { RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, WidgetType, gutter, gutterLineClass, gutterWidgetClass } from "@codemirror/view";
import { quiet } from "./loads.js";

export const setMarks = StateEffect.define();  // {marks, labels, verdict}
export const setLit = StateEffect.define();    // {from, to}: lines from 0, to excluded

const svg = name => {
  const s = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  s.setAttribute("class", "mark");
  s.setAttribute("viewBox", "0 0 12 12");
  s.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#m-${name}`);
  s.append(use);
  return s;
};

// rich writes `code` between backquotes as the rest of the page does.
export function rich(text) {
  return text.split("`").map((part, i) => {
    if (i % 2 === 0) return document.createTextNode(part);
    const code = document.createElement("code");
    code.textContent = part;
    return code;
  });
}

export function noteOf(mark, tag = "div") {
  const el = document.createElement(tag);
  const head = document.createElement("span");
  head.className = mark.class;
  head.append(svg(mark.mark), ` ${mark.title}`);
  el.append(head, " ", ...rich(mark.text));
  return el;
}

class Note extends WidgetType {
  constructor(mark, lit) { super(); this.mark = mark; this.lit = lit; }
  eq(other) { return this.lit === other.lit && same(this.mark, other.mark); }
  toDOM() {
    const el = document.createElement("div");
    el.className = this.lit ? "pp-note pp-lit" : "pp-note";
    el.append(noteOf(this.mark));
    return el;
  }
  get estimatedHeight() { return 20; }
  ignoreEvent() { return false; }
}

class Sign extends GutterMarker {
  constructor(mark) { super(); this.mark = mark; }
  eq(other) { return same(this.mark, other.mark); }
  toDOM() {
    const el = document.createElement("span");
    el.className = `gm ${this.mark.class}`;
    el.title = this.mark.title;
    el.append(svg(this.mark.mark));
    return el;
  }
}

class Edited extends GutterMarker {
  eq() { return true; }
  toDOM() { const el = document.createElement("span"); el.className = "edit"; return el; }
}

class LitLine extends GutterMarker { constructor() { super(); this.elementClass = "pp-lit"; } }

const same = (a, b) => a.class === b.class && a.mark === b.mark && a.title === b.title && a.text === b.text;
const edited = new Edited(), litNumber = new LitLine(), litLine = Decoration.line({ class: "pp-lit" });

// The findings follow the text while it changes; the interface replaces them
// with every verdict.
export const marks = StateField.define({
  create: () => ({ list: [], spans: Decoration.none, signs: RangeSet.empty }),
  update(value, tr) {
    for (const e of tr.effects) if (e.is(setMarks)) return built(tr.state.doc, e.value);
    if (!tr.docChanged) return value;
    const list = value.list.map(m => ({ ...m, from: tr.changes.mapPos(m.from, 1), to: tr.changes.mapPos(m.to, -1) }));
    return { list, spans: value.spans.map(tr.changes), signs: value.signs.map(tr.changes) };
  },
  provide: f => EditorView.decorations.from(f, v => v.spans),
});

function built(doc, { marks, labels }) {
  const end = doc.length;
  const list = marks.map(m => ({ ...m, from: Math.min(m.from, end), to: Math.min(m.to, end) }));
  const spans = [];
  for (const m of list) if (m.from < m.to) spans.push(Decoration.mark({ class: `cm-lintRange-${m.lint}` }).range(m.from, m.to));
  for (const r of labels) {
    if (r.from < r.to && r.to <= end) spans.push(Decoration.mark({ class: `cm-ref ${r.class}`, attributes: { "data-labels": r.letters } }).range(r.from, r.to));
  }
  const signs = new Map();
  for (const m of list) { const at = doc.lineAt(m.from).from; if (!signs.has(at)) signs.set(at, new Sign(m).range(at)); }
  return { list, spans: Decoration.set(spans, true), signs: RangeSet.of([...signs.values()], true) };
}

// The lit lines are those of the step at the cursor; an edit puts them out.
export const lit = StateField.define({
  create: () => ({ from: 0, to: 0 }),
  update(value, tr) {
    for (const e of tr.effects) if (e.is(setLit)) return { from: Math.min(e.value.from, tr.state.doc.lines), to: Math.min(e.value.to, tr.state.doc.lines) };
    return tr.docChanged && value.to > value.from ? { from: 0, to: 0 } : value;
  },
});

const drawn = (state, make) => {
  const b = new RangeSetBuilder();
  const { from, to } = state.field(lit);
  for (let n = from; n < to; n++) make(b, state.doc.line(n + 1).from);
  return b.finish();
};
const litLines = EditorView.decorations.compute([lit, "doc"], s => drawn(s, (b, at) => b.add(at, at, litLine)));
const litNumbers = gutterLineClass.compute([lit, "doc"], s => drawn(s, (b, at) => b.add(at, at, litNumber)));

// A finding's note stands below its line while the line is lit; the place of
// an error in a document that can not be read has it always.
const notes = EditorView.decorations.compute([lit, marks, "doc"], state => {
  const { from, to } = state.field(lit);
  const out = [];
  for (const m of state.field(marks).list) {
    const line = state.doc.lineAt(m.from);
    const on = line.number > from && line.number <= to;
    if (on || m.always) out.push(Decoration.widget({ widget: new Note(m, on), block: true, side: 1 }).range(line.to));
  }
  return Decoration.set(out, true);
});

const litNotes = gutterWidgetClass.of((_view, widget) => widget instanceof Note && widget.lit ? litNumber : null);

// Lines that were edited since the verdict that is on the screen.
const changed = StateField.define({
  create: () => RangeSet.empty,
  update(set, tr) {
    for (const e of tr.effects) if (e.is(setMarks) && e.value.verdict) return RangeSet.empty;
    if (!tr.docChanged) return set;
    set = set.map(tr.changes);
    if (tr.annotation(quiet)) return set;
    const add = new Map();
    tr.changes.iterChangedRanges((_a, _b, from, to) => {
      const doc = tr.state.doc;
      for (let n = doc.lineAt(from).number; n <= doc.lineAt(to).number && add.size < 1000; n++) add.set(doc.line(n).from, edited.range(doc.line(n).from));
    });
    return set.update({ filter: from => !add.has(from), add: [...add.values()], sort: true });
  },
});

export const markings = [
  marks, lit, changed, litLines, litNumbers, litNotes, notes,
  gutter({ class: "cm-gutter-lint", markers: v => [v.state.field(marks).signs, v.state.field(changed)] }),
];

// nextMark is the finding behind (or before) a place, round the end.
export function nextMark(state, at, back) {
  const list = [...state.field(marks).list].sort((a, b) => a.from - b.from);
  if (back) list.reverse();
  return list.find(m => (back ? m.from < at : m.from > at)) || list[0] || null;
}

export const marksAt = (state, pos) => state.field(marks).list.filter(m => m.from <= pos && pos <= m.to);
