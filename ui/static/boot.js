// Starts the interface and watches over it. Two modules are fetched and
// compiled side by side: the interface, which runs here, and the verifier,
// which runs in a worker. The verifier's module is kept, so that a worker that
// was stopped is replaced without compiling anything.
(() => {
  "use strict";
  // vugu hands its renderer to window.eval; vugu.js has already run, and the
  // content security policy forbids eval anyway.
  window.eval = () => {};

  const kept = "planproof.kept";
  const texts = () => [...document.querySelectorAll("textarea[data-doc]")];

  // The interface itself stopped: keep the text where it is, say so, offer a
  // reload that brings it back.
  const died = why => {
    if (!why) return;
    const box = document.getElementById("watchdog");
    box.querySelector("[data-why]").textContent = String(why);
    box.hidden = false;
    document.documentElement.dataset.dead = "true";
  };
  document.getElementById("watchdog-reload").addEventListener("click", () => {
    try { sessionStorage.setItem(kept, JSON.stringify(texts().map(t => [t.dataset.doc, t.value]))); } catch { /* storage is off */ }
    location.reload();
  });
  try {
    for (const [doc, text] of JSON.parse(sessionStorage.getItem(kept) || "[]")) {
      const t = document.querySelector(`textarea[data-doc="${CSS.escape(doc)}"]`);
      if (t) t.value = text;
    }
    sessionStorage.removeItem(kept);
  } catch { /* nothing kept */ }

  window.planproof = {
    marks: { start: performance.now() },
    links: true, // the interface reads whole links, also in embed.html
    // The worker loads its script while the module compiles. What it says
    // before the interface listens waits in heard.
    worker: new Worker("worker.js"),
    heard: [],
    commands: {}, // those of scripts, by name, beside the interface's
    memory: () => go._inst?.exports.mem.buffer.byteLength ?? 0, // of the interface, for measurements
    keep(key, value) { try { localStorage.setItem(key, value); } catch { /* storage is off */ } },
    // The example that opens first is fetched while the module compiles.
    first: location.hash ? null : fetch("examples/inbox-digest.json").then(r => r.text()),
    example(id) {
      if (!/^[a-z0-9-]+$/.test(id)) return Promise.resolve(null);
      if (id === "inbox-digest" && planproof.first) return planproof.first;
      return fetch(`examples/${id}.json`).then(r => r.ok ? r.text() : null, () => null);
    },
  };
  planproof.worker.onmessage = e => planproof.heard.push(e.data);

  const engine = WebAssembly.compileStreaming(fetch("engine.wasm")).then(module => {
    planproof.module = module;
    planproof.worker.postMessage({ t: "boot", module });
  });
  const go = new Go();
  WebAssembly.instantiateStreaming(fetch("app.wasm"), go.importObject).then(async ({ instance }) => {
    planproof.marks.compiled = performance.now();
    await go.run(instance);
    died("The interface ended.");
  }).catch(died);
  engine.catch(died);

  // The editor is laid over the text areas when the first verdict is there (a
  // clean page: when the engine is ready), or when somebody wants to type; the
  // start of the page does not wait for it. Without it they stay text areas. The
  // page saved as one file has it in itself (offline.js).
  let editor = null;
  const edit = () => {
    if (planproof.marks.painted) editor ??= (window.planproofEditor ? planproofEditor() : import("./editor.js")).catch(() => {});
  };
  const settled = () => planproof.marks.verdict || planproof.marks.ready && location.hash.startsWith("#blank") || performance.now() > 10_000;
  const upgrade = () => settled() ? edit() : setTimeout(upgrade, 100);
  upgrade();
  for (const t of texts()) t.addEventListener("focus", edit, { once: true });
  window.addEventListener("error", e => { if (e.error instanceof WebAssembly.RuntimeError || e.error instanceof RangeError) died(e.error); });
})();
