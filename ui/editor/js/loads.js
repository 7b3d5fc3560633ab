// Documents that are loaded (an example, a link, a snapshot, the formatted
// text) can be undone like typing. A load may replace all three documents: it
// has a number, and whoever undoes it in one editor undoes it in all.
import { invertedEffects, isolateHistory, redo, undo } from "@codemirror/commands";
import { Annotation, StateEffect, Transaction } from "@codemirror/state";

const loaded = StateEffect.define();

// quiet marks changes that the page made itself and need not be told about.
export const quiet = Annotation.define();

// keepLoads makes the history remember which change was which load.
export const keepLoads = invertedEffects.of(tr => tr.effects.filter(e => e.is(loaded)));

let number = 0, open = false;

// current is the number of the load that is going on. All that is written in
// one turn of the event loop is one load.
function current() {
  if (!open) {
    open = true;
    number++;
    queueMicrotask(() => { open = false; });
  }
  return number;
}

// replace changes what differs between the document and a text, as one step of
// the history. A caret in what is replaced stays behind the same word, so that
// Format does not move it.
export function replace(view, text, userEvent, annotations) {
  const old = view.state.doc.toString();
  if (old === text) return;
  let from = 0, end = old.length, to = text.length;
  while (from < end && from < to && old.charCodeAt(from) === text.charCodeAt(from)) from++;
  while (end > from && to > from && old.charCodeAt(end - 1) === text.charCodeAt(to - 1)) { end--; to--; }
  const head = view.state.selection.main.head;
  view.dispatch({
    changes: { from, to: end, insert: text.slice(from, to) },
    selection: head > from && head < end ? { anchor: sameWord(old, text, head) } : undefined,
    effects: loaded.of(current()),
    annotations: [Transaction.userEvent.of(userEvent), isolateHistory.of("full"), ...annotations],
  });
}

// sameWord is the place behind the word before the caret: the same one of its
// occurrences, or the start when there are not as many.
function sameWord(old, text, head) {
  const word = /\S+$/.exec(old.slice(Math.max(0, head - 80), head))?.[0];
  if (!word) return 0;
  let at = -1;
  for (let n = old.slice(0, head).split(word).length - 1; n > 0; n--) {
    at = text.indexOf(word, at < 0 ? 0 : at + word.length);
    if (at < 0) return 0;
  }
  return at + word.length;
}

// Loads follows the loads of all editors. For each editor it knows in which
// loads it took part, and whether they are done (true) or undone.
export class Loads {
  constructor() { this.editors = []; this.busy = false; }

  add(view) { this.editors.push({ view, took: new Map() }); }

  // forget is called when an editor starts over.
  forget(view) { this.editors.find(e => e.view === view)?.took.clear(); }

  // seen follows one update of one editor.
  seen(update) {
    const me = this.editors.find(e => e.view === update.view);
    if (!me) return;
    for (const tr of update.transactions) {
      const back = tr.isUserEvent("undo");
      for (const e of tr.effects) {
        if (!e.is(loaded)) continue;
        me.took.set(e.value, !back);
        if (back || tr.isUserEvent("redo")) this.together(e.value, !back);
      }
    }
  }

  // together undoes (or does again) a load in the other editors, and with it
  // what was typed there after it.
  together(load, done) {
    if (this.busy) return;
    this.busy = true;
    try {
      for (const e of this.editors) {
        while (e.took.get(load) === !done && (done ? redo : undo)(e.view)) { /* one step more */ }
      }
    } finally {
      this.busy = false;
    }
  }
}
