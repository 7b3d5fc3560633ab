import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readFileSync } from "node:fs";

const [dir, examples] = process.argv.slice(2);
const Go = globalThis.Go = class Theirs {};
const { load, verify, evaluate, version, EngineStopped } = await import(join(dir, "dist/engine/engine.js"));
const text = readFileSync(join(examples, "email-malicious.json"), "utf8");
const wasm = join(dir, "dist/engine/planproof.wasm");

// Loads at the same time, by every kind of source.
const module = await WebAssembly.compile(readFileSync(wasm));
const engines = await Promise.all([
  load(), load(), load({ worker: true }), load({ worker: true, wasm: module }), load({ wasm: module }),
  load({ wasm: readFileSync(wasm) }), load({ wasm: pathToFileURL(wasm) }), load({ wasm: pathToFileURL(wasm).href }),
  load({ wasm: new Response(readFileSync(wasm), { headers: { "Content-Type": "application/wasm" } }) }),
]);
for (const e of engines) assert.equal(e.version, version);
assert.equal(globalThis.Go, Go, "the Go of the page is gone");
assert.ok(!("planproof.handoff" in globalThis));

// Calls at the same time, on all of them: objects, text, bytes, parts.
const want = await engines[0].verify(text, { format: "text" });
assert.ok(want.endsWith("}\n"));
for (const e of engines) {
  const answers = await Promise.all([
    e.verify(text), e.verify(new TextEncoder().encode(text)), e.verify(text, { format: "object", strict: false, detail: "none" }),
  ]);
  for (const a of answers) assert.deepEqual(a, JSON.parse(want));
  const object = await e.verify(JSON.parse(text));
  assert.equal(object.ok, false);
  assert.deepEqual(object.violations.map(v => v.category), ["taint", "precondition", "automaton"]);
}
const bundle = JSON.parse(text);
const parts = await verify({ workflow: JSON.stringify(bundle.workflow), policy: JSON.stringify(bundle.policy), tools: JSON.stringify(bundle.tools) });
assert.equal(parts.violations[0].span.doc, "workflow");
assert.ok((await verify(text, { detail: "full" })).trace.events.length > 0);

// Errors about documents are answers, wrong use is a TypeError.
const problem = await verify("{");
assert.equal(problem.ok, false);
assert.equal(problem.error.kind, "input");
assert.equal((await verify(["\ud800"])).ok, false);
assert.deepEqual(await evaluate("x + 1", { x: 2 }), { value: 3 });
assert.equal((await evaluate("x +", { x: 2 })).error.kind, "syntax");
for (const wrong of [
  () => verify(text, { Strict: true }), () => verify(text, { strict: "yes" }), () => verify(text, { detail: "all" }), () => verify(text, null),
  () => verify(undefined), () => verify(7), () => verify({ workflow: "{}" }), () => evaluate(7), () => evaluate("1", undefined, { fmt: 1 }), () => load({ url: "x" }),
]) await assert.rejects(wrong, TypeError);
await assert.rejects(() => load({ wasm: new Uint8Array(8) }), WebAssembly.CompileError);
await assert.rejects(() => load({ wasm: join(dir, "nothing.wasm") }));

// A closed engine says so, and says it once.
for (const e of engines) {
  const pending = e.verify(text).catch(err => err);
  e.close();
  e.close();
  assert.ok((await e.stopped) instanceof EngineStopped);
  await assert.rejects(() => e.verify(text), EngineStopped);
  await pending;
}
assert.equal((await verify(text)).ok, false);
console.log("ok");
