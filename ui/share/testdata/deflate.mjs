// Runs ui/static/deflate.js on what stands on standard input.
import { readFileSync } from "node:fs";
await import("../../static/deflate.js");
const { deflate, inflate } = globalThis.planproof;
const bytes = text => new Uint8Array(Buffer.from(text, "base64"));
const text = b => Buffer.from(b).toString("base64");
const failure = p => p.then(() => "", err => String(err));
const q = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify({
  Packed: text(await deflate(bytes(q.payload))),
  Payload: text(await inflate(bytes(q.packed), 1e6)),
  Broken: await failure(inflate(bytes(q.broken), 1e6)),
  Large: await failure(inflate(await deflate(new Uint8Array(1e6)), 1e5)),
}));
