// Presentation mode: large type, one pane at a time, for a screen that others
// look at. P turns it on and off, Escape off; PageDown and PageUp (which
// presenters' remotes send) turn the panes.
(() => {
  "use strict";
  const planproof = window.planproof, root = document.documentElement;
  const panes = ["text", "plan", "inspect"];
  const shown = () => document.getElementById("app").dataset.pane;

  const present = on => {
    if (on) root.dataset.present = "";
    else delete root.dataset.present;
    window.dispatchEvent(new Event("resize")); // drawings are as wide as their pane
    planproof.lab.say(on ? "Presentation mode. Escape ends it." : "Presentation mode has ended.");
  };
  const turn = by => {
    const next = panes[(panes.indexOf(shown()) + by + panes.length) % panes.length];
    planproof.page.do("pane", next === "inspect" ? planproof.page.context().tab : next);
  };

  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
    if (e.target.closest("input:not([type=range]), textarea, select, [contenteditable]")) return;
    const on = root.dataset.present !== undefined;
    if (e.key === "p" || e.key === "P") present(!on);
    else if (on && e.key === "Escape") present(false);
    else if (on && e.key === "PageDown") turn(1);
    else if (on && e.key === "PageUp") turn(-1);
    else return;
    e.preventDefault();
  });
  planproof.lab.effects.present = () => present(root.dataset.present === undefined);
})();
