/** Format, lint, boundaries, sizes, colours, texts and types: each step passes or fails as a whole and shows its output only when it fails. */
import { join } from "node:path";
import { runChild } from "./run-child.mjs";
import { addResults, FAILED_ONCE, PASSED_ONCE, type StageResult } from "./test-summary.ts";

const AT_ONCE = 2;
/**
 * The compiler's checkers share no types: each infers types that several files need again. Two projects in parallel use
 * all cores, so that one checker each takes half of the processor time of the usual four.
 */
const TYPE_CHECKERS = "1";
const TYPE_CHECKED = [
  "packages/core",
  "packages/slides",
  "packages/viewer",
  "apps/server",
  "apps/web",
  "tsconfig.tests.json",
];

interface CheckStep {
  readonly title: string;
  readonly words: readonly string[];
}

const STEPS: readonly CheckStep[] = [
  { title: "format and lint", words: ["node_modules/@biomejs/biome/bin/biome", "ci", "--colors=off", "."] },
  { title: "boundaries", words: ["scripts/check-boundaries.ts"] },
  { title: "sizes", words: ["scripts/check-sizes.ts"] },
  { title: "colours", words: ["scripts/check-colours.ts"] },
  { title: "texts", words: ["scripts/check-texts.ts"] },
  ...TYPE_CHECKED.map((project) => ({
    title: `types of ${project}`,
    words: ["node_modules/typescript/bin/tsc", "--noEmit", "--checkers", TYPE_CHECKERS, "--project", project],
  })),
];

/** @param root the repository. */
export async function runChecks(root: string): Promise<StageResult> {
  const waiting = [...STEPS];
  const results: StageResult[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(root, step));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return addResults(results);
}

async function runStep(root: string, { title, words }: CheckStep): Promise<StageResult> {
  const startedAt = performance.now();
  let output = "";
  const [script, ...rest] = words as [string, ...string[]];
  const status = await runChild(process.execPath, [join(root, script), ...rest], {
    cwd: root,
    onOutput: (piece) => (output += piece),
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${status === 0 ? "passed" : "FAILED"}  ${title} (${seconds} s)`);
  if (status === 0) return { tally: PASSED_ONCE, failures: [] };
  console.log(output.trimEnd());
  return { tally: FAILED_ONCE, failures: [{ name: title, message: output }] };
}
