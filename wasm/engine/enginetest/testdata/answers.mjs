// Verifies what stands on standard input and prints the texts of the answers.
import { join } from "node:path";
import { readFileSync } from "node:fs";
const [dir, where] = process.argv.slice(2);
const { load } = await import(join(dir, "dist/engine/engine.js"));
const engine = await load({ worker: where === "worker" });
const questions = JSON.parse(readFileSync(0, "utf8"));
const answers = await Promise.all(questions.map(q => engine.verify(q.bundle, { ...q.options, format: "text" })));
process.stdout.write(JSON.stringify(answers));
