// The page inside a frame. It reads its address and never writes it, says its
// height to the page around it, and keeps the link to the whole page current.
(() => {
  "use strict";
  const root = document.documentElement;
  const parts = new Map(location.hash.slice(1).split("&").map(p => {
    const [name, ...rest] = p.split("=");
    try { return [name, decodeURIComponent(rest.join("="))]; } catch { return [name, rest.join("=")]; }
  }));
  root.dataset.embed = parts.has("readonly") ? "readonly" : "";
  const one = selector => document.querySelector(selector);
  const id = name => one(`[data-testid="${name}"]`);

  document.addEventListener("DOMContentLoaded", () => {
    const open = one(".embed-open");
    open.href = "./" + location.search + location.hash.replace(/&?readonly\b/, "");
    // An interface that reads the whole link by itself says so in
    // planproof.links; for one that knows only the example the rest is done
    // here, through the names that tests use too.
    const links = () => planproof.links === true;
    const example = planproof.example;
    planproof.example = name => example.call(planproof, links() ? name : name.split("&")[0]);

    let ready = false, tallest = 0, view = "";
    const state = () => id("status")?.dataset.state;
    const arrive = () => {
      if (ready || (state() !== "done" && state() !== "error")) return;
      ready = true;
      if (links()) return;
      if (parts.get("view")) id("tab-" + CSS.escape(parts.get("view")))?.click();
      const event = Number(parts.get("at")), slider = id("transport-slider");
      if (event > 0 && slider) {
        slider.value = event;
        slider.dispatchEvent(new Event("input", { bubbles: true }));
      }
    };

    // The height that the content wants. A view may grow while it is shown,
    // and does not shrink, so that stepping does not move the page around it.
    const bottom = box => {
      if (!box || !box.offsetParent) return 0;
      const top = box.getBoundingClientRect().top - box.scrollTop;
      return Math.max(0, ...[...box.children].map(c => c.getBoundingClientRect().bottom - top));
    };
    const tell = () => {
      arrive();
      if (!ready || parent === window) return;
      const pane = one("#pane"), shown = pane?.dataset.testid ?? "";
      if (shown !== view) { view = shown; tallest = 0; }
      const bars = [".top", ".inspector .bar", ".transport"].map(s => one(s)?.offsetHeight ?? 0).reduce((a, b) => a + b, 0);
      const height = Math.ceil(bars + Math.max(bottom(pane), bottom(one(".graph-host"))) + 24);
      if (height > tallest) {
        tallest = height;
        parent.postMessage({ planproof: "height", height }, "*");
      }
    };
    let asked = false;
    const soon = () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => { asked = false; tell(); });
    };
    new MutationObserver(soon).observe(one("#app"), { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state", "data-testid", "hidden"] });
    new ResizeObserver(soon).observe(one("#app"));
    soon();
  });
})();
