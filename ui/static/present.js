// Presentation mode: large type, one pane at a time, for a screen that others
// look at. P turns it on and off, Escape off; PageDown and PageUp (which
// presenters' remotes send) turn the panes.
//
// Beside it, what else is about how the page is read and worked: the theme of
// high contrast, keys of one letter that can be off, and the panes of a phone.
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
  // The theme button goes on from dark to high contrast, and from there to light.
  document.addEventListener("click", e => {
    if (!e.target.closest?.('[data-do="theme"]')) return;
    const contrast = root.dataset.contrast !== undefined;
    if (contrast) delete root.dataset.contrast;
    else if (planproof.page.context().dark) {
      root.dataset.contrast = "";
      e.stopImmediatePropagation();
      planproof.lab.say("High contrast.");
    }
    planproof.keep("planproof.contrast", root.dataset.contrast === undefined ? "" : "on");
  }, true);

  // Keys of one letter can be off, for who speaks to the computer: a word that
  // is heard wrongly must not move the cursor. Fields keep their letters.
  const box = document.querySelector("[data-letters]");
  try { box.checked = localStorage.getItem("planproof.letters") !== "off"; } catch { /* storage is off */ }
  box.addEventListener("change", () => planproof.keep("planproof.letters", box.checked ? "on" : "off"));
  window.addEventListener("keydown", e => {
    const single = e.key.length === 1 && e.key !== " " && !e.ctrlKey && !e.metaKey && !e.altKey;
    if (single && !box.checked && !e.target.closest?.("input, textarea, select, [contenteditable]")) e.stopImmediatePropagation();
  }, true);

  // A sheet that Escape closed is closed for the page too: its keys work again.
  document.getElementById("help").addEventListener("close", () => planproof.page.do("close", ""));

  // The pane that is shown is in view among the names of the panes.
  new MutationObserver(() => {
    const name = document.querySelector('.paneswitch [aria-current="true"]');
    if (name?.checkVisibility()) name.scrollIntoView({ inline: "center", block: "nearest" });
  }).observe(document.getElementById("app"), { subtree: true, attributes: true, attributeFilter: ["aria-current"] });

  planproof.lab.effects.present = () => present(root.dataset.present === undefined);
})();
