// The editor: CodeMirror over the three text areas of the page. boot.js
// imports it when the page has its first verdict, or when a text area gets the
// focus. A page that was built without it has an empty file instead.
import "./styles.js";
import { Area } from "./area.js";
import { Loads } from "./loads.js";

const planproof = window.planproof;
const loads = new Loads();
const areas = {};
for (const text of document.querySelectorAll("textarea[data-doc]")) areas[text.dataset.doc] = new Area(text, loads);
planproof.cm = areas;

const shown = () => Object.values(areas).find(a => !a.box.hidden);
planproof.commands.undo = () => shown().undo();
planproof.commands.redo = () => shown().redo();

// Outside of fields Ctrl/Cmd-Z is for the documents: it takes back a load.
const isField = el => el.closest?.("input,textarea,select,[contenteditable=true],dialog");
document.addEventListener("keydown", e => {
  if (e.defaultPrevented || !(e.ctrlKey || e.metaKey) || e.altKey || isField(e.target)) return;
  const key = e.key.toLowerCase();
  const back = key === "z" && !e.shiftKey, forth = key === "y" || key === "z" && e.shiftKey;
  if ((back || forth) && (back ? shown().undo() : shown().redo())) e.preventDefault();
});

planproof.page.do("editor", "");
