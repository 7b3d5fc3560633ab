// The verifier's side: runs the module that the page compiled, and reports
// when it stops. Its last words are what Go printed before it died.
"use strict";
importScripts("wasm_exec.js");

let words = "";
const write = fs.writeSync;
fs.writeSync = (fd, buf) => {
  words = (words + new TextDecoder().decode(buf)).slice(-4000);
  return buf.length;
};

self.onmessage = async e => {
  const go = new Go();
  try {
    await go.run(await WebAssembly.instantiate(e.data.module, go.importObject));
    postMessage({ t: "exit", why: words || "The engine ended." });
  } catch (err) {
    postMessage({ t: "exit", why: String(err) + "\n" + words });
  }
};
