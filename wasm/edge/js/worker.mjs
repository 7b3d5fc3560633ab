// The entry of the worker: one instance of the verifier for each request.
import "./wasm_exec.js";
import verifier from "./edge.wasm";

// The Go library asks for it before it calls what may throw.
globalThis.tryCatch = (call) => {
  try {
    return { result: call() };
  } catch (error) {
    return { error };
  }
};

function start(context) {
  return new Promise((ready, failed) => {
    const go = new Go();
    const instance = new WebAssembly.Instance(verifier, { ...go.importObject, workers: { ready } });
    // Read while the program initializes, before anything else can run.
    globalThis.context = context;
    go.run(instance).then(() => failed(new Error("the verifier ended")), failed);
  });
}

export default {
  async fetch(request, env, ctx) {
    const binding = {};
    await start({ env, ctx, binding });
    return binding.handleRequest(request);
  },
};
