/**
 * Runs the measurements in bench/, one after the other.
 *
 * Usage: node scripts/run-benches.ts [NAME]…     (default: all)
 */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { runChild } from "./run-child.mjs";

const ROOT = join(import.meta.dirname, "..");

const names = readdirSync(join(ROOT, "bench"))
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => basename(file, ".ts"));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(", ")}. Available: ${names.join(", ")}.`);
  process.exitCode = 2;
} else {
  for (const name of wanted.length > 0 ? wanted : names) {
    console.log(`\n${name}`);
    const status = await runChild(process.execPath, [join("bench", `${name}.ts`)], { cwd: ROOT });
    if (status !== 0) process.exitCode = 1;
  }
}
