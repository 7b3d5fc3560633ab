// Completion and hover. What there is to say is computed by ui/editor/complete
// in the page's second worker, which is fetched at the first question; where it
// can not be had, the editor goes on without.
import { autocompletion, snippet } from "@codemirror/autocomplete";
import { hoverTooltip } from "@codemirror/view";
import { marksAt, noteOf, rich } from "./marks.js";

async function ask(action, name, pos) {
  try {
    const reply = await window.planproof.lab.ask("editor", action, `${name} ${pos}`);
    return reply.data ? JSON.parse(reply.data) : null;
  } catch {
    return null; // the worker was stopped or can not be fetched
  }
}

// A text with `code` in it; what the page says is plain text, never markup.
function paragraph(text, className) {
  const p = document.createElement("p");
  if (className) p.className = className;
  p.append(...rich(text));
  return p;
}

function infoOf(lines) {
  const el = document.createElement("div");
  el.className = "pp-info";
  lines.forEach((line, i) => el.append(paragraph(line, i === 0 ? "head" : "")));
  return el;
}

// option turns an item into what CodeMirror lists. The worker names two
// ranges: the letters that are matched, and what is replaced (with its
// quotes).
function option(answer, item) {
  return {
    label: item.label, detail: item.detail || undefined, type: item.kind, boost: item.boost || 0,
    info: item.info?.length ? () => infoOf(item.info) : undefined,
    apply(view, completion, _from, to) {
      snippet(item.apply)(view, completion, answer.outerFrom, to + answer.outerTo - answer.to);
    },
  };
}

const source = name => async context => {
  const word = context.matchBefore(/[\w.@/:-]*/);
  const before = context.state.sliceDoc(Math.max(0, (word?.from ?? context.pos) - 1), word?.from ?? context.pos);
  if (!context.explicit && before !== '"' && !(word && word.from < word.to)) return null;
  const answer = await ask("complete", name, context.pos);
  if (!answer || context.aborted || !answer.items.length) return null;
  return { from: answer.from, to: answer.to, options: answer.items.map(i => option(answer, i)), validFor: /^[\w.@/:-]*$/ };
};

const over = name => async (view, pos) => {
  const found = marksAt(view.state, pos);
  const said = await ask("hover", name, pos);
  if (!found.length && !said) return null;
  return {
    pos: said ? said.from : Math.min(...found.map(m => m.from)),
    end: said ? said.to : Math.max(...found.map(m => m.to)),
    above: true,
    create() {
      const dom = document.createElement("div");
      dom.className = "pp-hover";
      for (const m of found) { const n = noteOf(m); n.className = "pp-found"; dom.append(n); }
      if (said) dom.append(infoOf(said.lines));
      return { dom };
    },
  };
};

// asking is completion and hover for one document.
export const asking = name => {
  const hover = hoverTooltip(over(name), { hoverTime: 350 });
  return { hover, extension: [hover, autocompletion({ override: [source(name)], icons: false, maxRenderedOptions: 60, activateOnTypingDelay: 60 })] };
};
