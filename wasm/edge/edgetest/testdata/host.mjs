// A stand-in for the worker's host: it loads worker.mjs with its wasm as a module, as the host does, sends it the
// requests that are on standard input, and prints the answers.
import { register } from "node:module";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const hooks = `
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
export async function load(url, context, next) {
  if (!url.endsWith(".wasm")) return next(url, context);
  const bytes = readFileSync(fileURLToPath(url)).toString("base64");
  return { format: "module", shortCircuit: true, source: "export default new WebAssembly.Module(Buffer.from('" + bytes + "', 'base64'))" };
}`;
register("data:text/javascript," + encodeURIComponent(hooks));

const worker = (await import(pathToFileURL(process.argv[2] + "/worker.mjs"))).default;
const cases = JSON.parse(readFileSync(0, "utf8"));

async function answer({ method, path, body }) {
  const response = await worker.fetch(new Request("https://edge.example" + path, { method, body }), {}, {});
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

// All at once, twice: requests must share nothing.
const [first, second] = await Promise.all([Promise.all(cases.map(answer)), Promise.all(cases.map(answer))]);
if (JSON.stringify(first) !== JSON.stringify(second)) throw new Error("the answers differ");
process.stdout.write(JSON.stringify(first));
process.exit(0);
