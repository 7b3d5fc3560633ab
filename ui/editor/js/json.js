// Colors of JSON by the grammar of Lezer, with the page's own classes: keys,
// strings, numbers, punctuation, and the strings that matter most in a plan or
// policy. The table is that of ui/editor/highlight.go.
import { syntaxTree } from "@codemirror/language";
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, ViewPlugin } from "@codemirror/view";

const special = {
  tool_name: "cm-tool", source_tool: "cm-tool", sink_tool: "cm-tool", condition: "cm-cond",
  result_binding: "cm-name", item_binding: "cm-name", collection_ref: "cm-name", ref: "cm-ref",
};
const marks = Object.fromEntries(
  ["cm-key", "cm-str", "cm-num", "cm-punc", ...new Set(Object.values(special))].map(c => [c, Decoration.mark({ class: c === "cm-key" || c === "cm-num" || c === "cm-punc" || c === "cm-str" ? c : `cm-str ${c}` })]));

// classOf is the class of a leaf of the tree, "" for what has none.
function classOf(node, doc) {
  switch (node.name) {
    case "PropertyName": return "cm-key";
    case "Number": case "True": case "False": case "Null": return "cm-num";
    case "{": case "}": case "[": case "]": case ",": case ":": return "cm-punc";
    case "String": {
      const key = node.node.parent?.name === "Property" ? node.node.parent.getChild("PropertyName") : null;
      return (key && special[doc.sliceString(key.from + 1, key.to - 1)]) || "cm-str";
    }
  }
  return "";
}

function colored(view) {
  const b = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from, to,
      enter(node) {
        const c = node.from < node.to && classOf(node, view.state.doc);
        if (c) b.add(node.from, node.to, marks[c]);
      },
    });
  }
  return b.finish();
}

export const colors = ViewPlugin.fromClass(class {
  constructor(view) { this.decorations = colored(view); }

  update(u) {
    if (u.docChanged || u.viewportChanged || syntaxTree(u.startState) !== syntaxTree(u.state)) this.decorations = colored(u.view);
  }
}, { decorations: v => v.decorations });
