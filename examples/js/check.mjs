// Verifies bundles with the JavaScript library and says what it found.
//
//   go run ./cmd/build engine
//   node examples/js/check.mjs examples/email-malicious.json
//
// Like the command line, it exits with 0 when every plan is accepted, 1 when
// one is not, and 2 when a document can not be read.
import { readFile } from "node:fs/promises";
import { load } from "../../dist/engine/engine.js";

const engine = await load();
const names = process.argv.slice(2);
let code = 0;
if (names.length === 0) {
  console.error("usage: node examples/js/check.mjs BUNDLE.json ...");
  code = 2;
}
for (const name of names) {
  let text;
  try {
    text = await readFile(name);
  } catch (e) {
    console.log(`${name}: not read. ${e.message}`);
    code = 2; // not 1, which says that a plan was refused
    continue;
  }
  const report = await engine.verify(text);
  if (report.error) {
    const at = report.error.span?.start;
    console.log(`${name}${at ? `:${at.line}:${at.column}` : ""}: not read. ${report.error.message}`);
    code = 2;
    continue;
  }
  console.log(`${name}: ${report.ok ? "accepted" : "rejected"}`);
  for (const f of report.violations) {
    console.log(`  ${f.step_label || f.path}: ${f.message} (${f.category}, ${f.certainty})`);
  }
  code = Math.max(code, report.ok ? 0 : 1);
}
process.exitCode = code;
