// Keeps the page for use without a network, after the first visit.
"use strict";
if ("serviceWorker" in navigator) {
  // Not while the page starts: what is kept was just fetched anyway.
  addEventListener("load", () => navigator.serviceWorker.register("sw.js").catch(() => { /* storage is off: online only */ }));
}
