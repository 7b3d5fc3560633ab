// Runs before the first paint: applies the stored theme so that nothing flashes.
(() => {
  "use strict";
  let theme = new URLSearchParams(location.search).get("theme");
  try { theme = theme || localStorage.getItem("planproof.theme"); } catch { /* storage is off */ }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
