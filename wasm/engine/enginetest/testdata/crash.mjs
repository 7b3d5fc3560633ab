import assert from "node:assert/strict";
import { join } from "node:path";
import { readFileSync } from "node:fs";

const [dir, examples] = process.argv.slice(2);
const { load, verify, EngineStopped } = await import(join(dir, "dist/engine/engine.js"));
const text = readFileSync(join(examples, "email-safe.json"), "utf8");

for (const worker of [false, true]) {
  for (const crash of ["panic", "overflow"]) {
    const other = await load({ worker });
    const engine = await load({ worker });
    const [before, died, after] = await Promise.allSettled([engine.verify(text), engine.verify(`crash-test: ${crash}`), engine.verify(text)]);
    assert.equal(before.value?.ok, true);
    for (const call of [died, after]) assert.ok(call.reason instanceof EngineStopped, `${crash}: ${call.status} ${call.reason}`);
    if (crash === "panic") assert.match(died.reason.message, /asked to panic/);
    await engine.stopped;
    await assert.rejects(() => engine.verify(text), EngineStopped);
    // Other engines go on, and the next load works.
    assert.equal((await other.verify(text)).ok, true);
    const next = await load({ worker });
    assert.equal((await next.verify(text)).ok, true);
    next.close();
    other.close();
  }
}

// What hangs in a worker can be ended.
const engine = await load({ worker: true });
const hangs = engine.verify("crash-test: hang");
setTimeout(() => engine.close(), 100);
await assert.rejects(() => hangs, EngineStopped);

// The shared engine comes back by itself.
await assert.rejects(() => verify("crash-test: panic"), EngineStopped);
assert.equal((await verify(text)).ok, true);
console.log("ok");
