// A page with the verifier in it: the library, a text, a verdict. What the
// user wrote enters the document as text, never as markup.
import { load } from "../../dist/engine/engine.js";

const bundle = document.getElementById("bundle");
const button = document.getElementById("check");
const verdict = document.getElementById("verdict");
const findings = document.getElementById("findings");
let engine = load();

button.addEventListener("click", async () => {
  try {
    show(await (await engine).verify(bundle.value, { lenient: true }));
  } catch (err) {
    // The verifier itself stopped. The text is where it was.
    verdict.textContent = `No verdict. ${err.message}`;
    findings.replaceChildren();
    engine = load();
  }
});

function show(report) {
  if (report.error) {
    const at = report.error.span?.start;
    verdict.textContent = `Not read. ${report.error.message}${at ? ` (line ${at.line}, column ${at.column})` : ""}.`;
  } else {
    verdict.textContent = report.ok ? "Accepted. No run of this plan breaks the policy." : `Rejected. ${report.violations.length} checks fail.`;
  }
  findings.replaceChildren(...(report.violations ?? []).map(f => {
    const item = document.createElement("li");
    item.textContent = `${f.step_label || f.path}: ${f.message}`;
    return item;
  }));
}

try {
  verdict.textContent = `planproof ${(await engine).version} is ready.`;
  button.disabled = false;
} catch (err) {
  verdict.textContent = `The verifier could not be loaded. ${err.message}`;
}
