// The planproof verifier as a library: node 18 and later, and browsers.
//
//   import { load } from "./engine.js";
//   const engine = await load();
//   const report = await engine.verify(bundle);
//
// One wasm module is compiled per address and shared by all engines. An engine
// runs where it was loaded, or in a worker of its own, so that a long
// verification does not hold up a page. When the module dies (a defect of the
// verifier, or an input that overflows the stack of the host), the calls that
// wait are rejected with an EngineStopped and the engine stays closed: its
// memory can not be trusted. load() makes a new one.

/** The version of the verifier that this file belongs to. */
export const version = "0.1.0";

const inNode = typeof process === "object" && !!process.versions?.node && typeof document === "undefined";
const handoff = "planproof.handoff";

/** What a call is rejected with when the engine died or was closed. */
export class EngineStopped extends Error {
  constructor(message, output = "") {
    super(output ? message + "\n" + output : message);
    this.name = "EngineStopped";
    this.output = output;
  }
}

/** Makes an engine. Loads at the same time share the compiled module. */
export async function load(options = {}) {
  known(options, ["wasm", "worker"], "load");
  const module = await compile(options.wasm ?? new URL("planproof.wasm", import.meta.url));
  const apart = options.worker ?? (typeof document !== "undefined" && typeof Worker === "function");
  return new Engine(apart ? await startWorker(module) : await startHere(module));
}

let shared;
const sharedEngine = () => {
  if (!shared) {
    const mine = shared = load().then(e => {
      e.stopped.then(() => { if (shared === mine) shared = undefined; });
      return e;
    });
    mine.catch(() => { if (shared === mine) shared = undefined; });
  }
  return shared;
};

/** Verifies with an engine that is loaded on first use and after a crash. */
export async function verify(bundle, options) { return (await sharedEngine()).verify(bundle, options); }

/** Evaluates a condition with the same engine as verify. */
export async function evaluate(expr, env, options) { return (await sharedEngine()).evaluate(expr, env, options); }

class Engine {
  #runner;
  constructor(runner) { this.#runner = runner; }
  get version() { return this.#runner.version; }
  get stopped() { return this.#runner.stopped; }
  close() { this.#runner.stop(new EngineStopped("The engine was closed.")); }

  async verify(bundle, options = {}) {
    known(options, ["strict", "lenient", "detail", "format"], "verify");
    const o = { strict: flag(options, "strict"), lenient: flag(options, "lenient"), trace: oneOf(options, "detail", ["none", "full"]) === "full" };
    const format = oneOf(options, "format", ["object", "text"]);
    return shaped(await this.#runner.call("verify", documents(bundle), o), format);
  }

  async evaluate(expr, env = {}, options = {}) {
    known(options, ["format"], "evaluate");
    if (typeof expr !== "string") throw new TypeError("evaluate: the condition must be a string");
    const format = oneOf(options, "format", ["object", "text"]);
    return shaped(await this.#runner.call("evaluate", encode(expr), encode(typeof env === "string" ? env : json(env))), format);
  }
}

// A misspelt option would silently verify less than was asked for.
function known(options, names, where) {
  if (options === null || typeof options !== "object") throw new TypeError(`${where}: options must be an object`);
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw new TypeError(`${where}: unknown option "${name}"; there are ${names.join(", ")}`);
  }
}

function flag(options, name) {
  const v = options[name] ?? false;
  if (typeof v !== "boolean") throw new TypeError(`verify: option "${name}" must be true or false`);
  return v;
}

function oneOf(options, name, values) {
  const v = options[name] ?? values[0];
  if (!values.includes(v)) throw new TypeError(`option "${name}" must be ${values.map(x => `"${x}"`).join(" or ")}`);
  return v;
}

const encode = text => new TextEncoder().encode(text);

function json(value) {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError("the value has no JSON form");
  return text;
}

// One array of bytes for a bundle, three for documents that are texts.
function documents(bundle) {
  if (typeof bundle === "string") return [encode(bundle)];
  if (bundle instanceof Uint8Array) return [bundle];
  if (bundle === null || typeof bundle !== "object") throw new TypeError("verify: the bundle must be an object, JSON text or bytes");
  if (typeof bundle.workflow !== "string") return [encode(json(bundle))];
  return ["workflow", "policy", "tools"].map(name => {
    const part = bundle[name];
    if (typeof part !== "string") throw new TypeError(`verify: when the workflow is a text, ${name} must be one too`);
    return encode(part);
  });
}

function shaped(bytes, format) {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return format === "text" ? text : JSON.parse(text);
}

const compiled = new Map();

// compile accepts what names or is a module. Addresses are compiled once; a
// failure is not remembered.
async function compile(source) {
  source = await source;
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof Response === "function" && source instanceof Response) return streamed(source);
  const url = new URL(source, import.meta.url).href;
  if (!compiled.has(url)) {
    const module = fetchModule(url);
    compiled.set(url, module);
    module.catch(() => compiled.delete(url));
  }
  return compiled.get(url);
}

async function fetchModule(url) {
  if (inNode && url.startsWith("file:")) {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(new URL(url)));
  }
  return streamed(await fetch(url));
}

async function streamed(response) {
  if (!response.ok) throw new Error(`planproof: ${response.url} answered ${response.status}`);
  const type = response.headers.get("Content-Type") ?? "";
  if (WebAssembly.compileStreaming && type.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

// The class that runs Go's binaries. Another one that the page has stays.
let goClass;
function runtime() {
  return goClass ??= (async () => {
    if (!globalThis.crypto) globalThis.crypto = (await import("node:crypto")).webcrypto; // node 18
    const theirs = Object.getOwnPropertyDescriptor(globalThis, "Go");
    await import("./wasm_exec.js");
    const ours = globalThis.Go;
    if (theirs) Object.defineProperty(globalThis, "Go", theirs);
    else delete globalThis.Go;
    return ours;
  })().catch(err => { goClass = undefined; throw err; });
}

// startHere runs the module in this thread. Calls are answered in order; the
// module is not re-entered.
async function startHere(module) {
  const Go = await runtime();
  const go = new Go();
  let words = "";
  go.exit = () => {};
  go.importObject.gojs["runtime.wasmWrite"] = sp => {
    sp >>>= 0;
    const at = go.mem.getUint32(sp + 16, true), size = go.mem.getInt32(sp + 24, true);
    words = (words + new TextDecoder().decode(new Uint8Array(go.mem.buffer, at, size))).slice(-4000);
  };
  const instance = await WebAssembly.instantiate(module, go.importObject);
  const exports = {};
  globalThis[handoff] = exports;
  let ended;
  try {
    ended = go.run(instance); // runs main up to where it waits for calls
  } finally {
    delete globalThis[handoff];
  }
  const runner = Object.assign(stopper(), { version: exports.version });
  if (!exports.verify) throw new EngineStopped("The engine did not start.", words);
  ended.then(() => runner.stop(new EngineStopped("The engine ended.", words)), err => runner.stop(new EngineStopped(String(err), words)));
  runner.call = async (name, ...args) => {
    if (runner.reason) throw runner.reason;
    let answer, why = "The engine stopped.";
    try {
      answer = exports[name](...args);
    } catch (err) {
      why = `The engine stopped: ${err}`;
    }
    if (answer instanceof Uint8Array) return answer;
    runner.stop(new EngineStopped(why, words));
    throw runner.reason;
  };
  return runner;
}

// stopper ends an engine once, for a reason that its calls are rejected with.
function stopper(release = () => {}) {
  const s = { reason: undefined };
  s.stopped = new Promise(resolve => {
    s.stop = reason => {
      if (s.reason) return;
      s.reason = reason;
      release(reason);
      resolve(reason);
    };
  });
  return s;
}

// startWorker runs this same file in a worker.
async function startWorker(module) {
  const worker = await newWorker();
  const waiting = new Map();
  let id = 0;
  const runner = stopper(reason => {
    worker.terminate();
    for (const w of waiting.values()) w.reject(reason);
    waiting.clear();
  });
  runner.call = (name, ...args) => new Promise((resolve, reject) => {
    if (runner.reason) return reject(runner.reason);
    waiting.set(++id, { resolve, reject });
    worker.ref?.();
    worker.postMessage({ id, name, args });
  });
  const ready = new Promise((resolve, reject) => waiting.set(0, { resolve, reject }));
  worker.hear(m => {
    if (m.stopped !== undefined) return runner.stop(new EngineStopped(m.stopped, m.output));
    const w = waiting.get(m.id);
    waiting.delete(m.id);
    if (!waiting.size) worker.unref?.();
    w?.resolve(m.answer);
  }, why => runner.stop(new EngineStopped(`The engine's worker failed: ${why}`)));
  worker.postMessage({ id: 0, module });
  runner.version = await ready;
  return runner;
}

async function newWorker() {
  if (inNode) {
    const { Worker } = await import("node:worker_threads");
    const w = new Worker(new URL(import.meta.url), { workerData: handoff });
    w.hear = (message, failure) => { w.on("message", message); w.on("error", failure); w.on("exit", () => failure("it ended")); };
    return w;
  }
  const w = new Worker(new URL("./engine.js", import.meta.url), { type: "module", name: handoff });
  w.hear = (message, failure) => {
    w.addEventListener("message", e => message(e.data));
    w.addEventListener("error", e => { e.preventDefault(); failure(e.message || "it could not be loaded"); });
  };
  return w;
}

// serve is the worker's side of startWorker.
function serve(post, listen) {
  let runner;
  listen(async m => {
    try {
      if (m.module) {
        runner = await startHere(m.module);
        runner.stopped.then(why => post({ stopped: why.message, output: "" }));
        post({ id: m.id, answer: runner.version });
        return;
      }
      post({ id: m.id, answer: await runner.call(m.name, ...m.args) });
    } catch (err) {
      post({ stopped: err.message ?? String(err), output: "" });
    }
  });
}

if (inNode) {
  const { isMainThread, workerData, parentPort } = await import("node:worker_threads");
  if (!isMainThread && workerData === handoff) serve(m => parentPort.postMessage(m), f => parentPort.on("message", f));
} else if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope && self.name === handoff) {
  serve(m => self.postMessage(m), f => self.addEventListener("message", e => f(e.data)));
}
