// Runs before the first paint: applies the stored theme so that nothing flashes.
// The theme contrast is the dark one with more contrast.
(() => {
  "use strict";
  const root = document.documentElement;
  let theme = new URLSearchParams(location.search).get("theme"), contrast = theme === "contrast";
  try {
    contrast ||= !theme && localStorage.getItem("planproof.contrast") === "on";
    theme = theme || localStorage.getItem("planproof.theme");
  } catch { /* storage is off */ }
  if (theme === "contrast") theme = "dark";
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  if (contrast) root.dataset.contrast = "";
})();
