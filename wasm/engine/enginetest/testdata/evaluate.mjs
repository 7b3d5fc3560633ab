import { join } from "node:path";
import { readFileSync } from "node:fs";
const { evaluate } = await import(join(process.argv[2], "dist/engine/engine.js"));
const answers = [];
for (const [expr, env] of JSON.parse(readFileSync(0, "utf8"))) answers.push(await evaluate(expr, env, { format: "text" }));
process.stdout.write(JSON.stringify(answers));
