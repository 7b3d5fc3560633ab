// On a phone long lines wrap; what follows hangs under the line's own text and
// not under the margin.
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin } from "@codemirror/view";

const cache = new Map();

// hanging is the decoration of a line that is indented by n columns.
function hanging(n) {
  if (!cache.has(n)) cache.set(n, Decoration.line({ attributes: { style: `padding-left: calc(4px + ${n + 2}ch); text-indent: -${n + 2}ch` } }));
  return cache.get(n);
}

function hung(view) {
  const b = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      b.add(line.from, line.from, hanging(Math.min(/^ */.exec(line.text)[0].length, 24)));
      at = line.to + 1;
    }
  }
  return b.finish();
}

const hang = ViewPlugin.fromClass(class {
  constructor(view) { this.decorations = hung(view); }

  update(u) { if (u.docChanged || u.viewportChanged) this.decorations = hung(u.view); }
}, { decorations: v => v.decorations });

export const wrapping = [EditorView.lineWrapping, hang];
