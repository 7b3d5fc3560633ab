// Runs the queries through one solver after the other and keeps the medians in
// window.result. The same loop times both.
"use strict";
window.result = null;

const perQuery = 30;      // milliseconds of repetitions
const warm = 14;          // queries asked in advance, by the same loop
const patience = 100_000; // milliseconds for one solver

const measure = async (name, queries, ask) => {
  const millis = {}, answers = {};
  const end = performance.now() + patience;
  for (const q of queries) {
    if (performance.now() > end) break; // the rest is left out, and counted as such
    const times = [];
    let answer = "";
    await fetch("at?" + encodeURIComponent(name + ", " + q.name)); // said when no result comes
    const start = performance.now();
    while (times.length < 5 || performance.now() - start < perQuery) {
      const t = performance.now();
      answer = ask(q);
      times.push(performance.now() - t);
      if (times[0] > 200) break;
    }
    times.sort((a, b) => a - b);
    millis[q.name] = Math.max(times[times.length >> 1], 0.001);
    answers[q.name] = answer;
  }
  return { Solver: name, Millis: millis, Answers: answers };
};

const ours = async () => {
  const begin = performance.now();
  const ready = new Promise(resolve => { window.planproofReady = resolve; });
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch("solver.wasm"), go.importObject);
  go.run(instance);
  await ready;
  return { start: performance.now() - begin, ask: q => planproofAnswer(q.ours) };
};

const z3 = async () => {
  const begin = performance.now();
  const m = await initZ3({ locateFile: f => f, mainScriptUrlOrBlob: "z3-built.js" });
  // Not "timeout": it starts a thread, and a page that waits for the answer
  // would wait for that thread forever.
  m.ccall("Z3_global_param_set", null, ["string", "string"], ["rlimit", "20000000"]);
  const config = m.ccall("Z3_mk_config", "number", [], []);
  const context = m.ccall("Z3_mk_context", "number", ["number"], [config]);
  const answer = text => m.ccall("Z3_eval_smtlib2_string", "string", ["number", "string"], [context, text]);
  return {
    start: performance.now() - begin,
    ask: q => {
      const lines = answer(q.theirs).trim().split("\n");
      return lines.find(l => /^(sat|unsat|unknown)$/.test(l.trim())) || lines[0] || "";
    },
  };
};

window.addEventListener("DOMContentLoaded", async () => {
  try {
    const queries = await (await fetch("queries.json")).json();
    const result = { isolated: crossOriginIsolated, times: [], starts: {} };
    for (const [name, begin] of [["planproof in wasm", ours], ["z3-solver in wasm", z3]]) {
      if (name.startsWith("z3") && typeof initZ3 === "undefined") continue;
      const solver = await begin();
      result.starts[name] = solver.start;
      await measure(name, queries.slice(0, warm), solver.ask); // the browser compiles what is hot
      result.times.push(await measure(name, queries, solver.ask));
    }
    window.result = JSON.stringify(result);
  } catch (err) {
    window.result = JSON.stringify({ error: String(err && err.stack || err) });
  }
});
