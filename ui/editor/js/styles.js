// CodeMirror writes its base styles into a <style> element, which the page's
// content security policy (style-src 'self') forbids. Here they become one
// constructed stylesheet, which the policy allows because no markup can make
// one. A nonce would have to stand in a static file, where it protects nothing;
// a shadow root would hide the editor from the page's stylesheet.
//
// The rules are put into a cascade layer: whatever style.css says wins, without
// a contest of selectors.
import { StyleModule } from "style-mod";
import css from "./editor.css";

const sheet = new CSSStyleSheet(), own = new CSSStyleSheet();
own.replaceSync(css);
document.adoptedStyleSheets = [sheet, own, ...document.adoptedStyleSheets];
let mounted = [];

StyleModule.mount = (_root, modules) => {
  const list = Array.isArray(modules) ? modules : [modules];
  const next = [...list, ...mounted.filter(m => !list.includes(m))];
  if (next.length === mounted.length && next.every((m, i) => m === mounted[i])) return;
  mounted = next;
  sheet.replaceSync(`@layer codemirror {\n${mounted.map(m => m.getRules()).join("\n")}\n}`);
};
