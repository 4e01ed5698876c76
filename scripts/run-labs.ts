/**
 * Runs the experiments of `lab/` and prints a table of their results: in full size one after the other, in smaller sizes
 * two at a time.
 *
 * Usage: node scripts/run-labs.ts [--quick | --short] [NAME]…     (default: all)
 *
 *   --quick   smaller sizes, up to 5 minutes in total
 *   --short   a few seconds each, as in `npm test`
 *
 * Exit status: 1 if any failed. The output of failed experiments is printed in full.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { EXPERIMENTS, type Experiment } from "../lab/experiments.ts";
import { NEW_INSTALLATION, prepareServer } from "../lab/server-under-test.ts";
import { runChild } from "./run-child.mjs";
import {
  addResults,
  FAILED_ONCE,
  formatTally,
  NOTHING,
  PASSED_ONCE,
  type StageResult,
  type TestSummary,
} from "./test-summary.ts";

export type LabSize = "full" | "quick" | "short";

interface Outcome {
  readonly experiment: Experiment;
  readonly result: "passed" | "FAILED" | "skipped";
  readonly seconds: number;
  /** Its last line of output: figures, or the reason why it was skipped. */
  readonly figures: string;
}

export interface LabOrder {
  readonly size: LabSize;
  /** Empty: all. */
  readonly names: readonly string[];
  /** Maximum number of concurrent experiments. */
  readonly atOnce: number;
}

/**
 * @param root the repository.
 * @throws Error with a message for an unknown name.
 */
export async function runLabs(root: string, { size, names, atOnce }: LabOrder): Promise<StageResult> {
  const unknown = names.filter((name) => !EXPERIMENTS.some((experiment) => experiment.name === name));
  if (unknown.length > 0) {
    const known = EXPERIMENTS.map(({ name }) => name).join(", ");
    throw new Error(`Unknown experiment: ${unknown.join(", ")}. Available: ${known}.`);
  }
  const waiting = EXPERIMENTS.filter(({ name }) => names.length === 0 || names.includes(name));
  const folder = await mkdtemp(join(tmpdir(), "parfocal-new-installation-"));
  try {
    const env = size === "short" ? await shortEnvironment(folder) : process.env;
    const outcomes: Outcome[] = [];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const words = next[size];
        if (words !== null) outcomes.push(await runExperiment(root, next, { words, env }));
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    console.log(describeOutcomes(outcomes).join("\n"));
    return addResults(outcomes.map(resultOf));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Databases do not wait for the disk: without syncing only a power failure loses data, not a kill. New servers copy an
 * installation that is created here once.
 *
 * @param folder an empty one, for that installation.
 */
async function shortEnvironment(folder: string): Promise<NodeJS.ProcessEnv> {
  const environment = { ALLOW_UNSAFE_DB: "1" };
  const server = await prepareServer({ dataFolder: folder, environment });
  try {
    await server.start();
  } catch (error) {
    // The experiments start their own servers, and report the problems themselves.
    console.log(error instanceof Error ? error.message : error);
    return { ...process.env, ...environment };
  }
  await server.close();
  return { ...process.env, ...environment, [NEW_INSTALLATION]: folder };
}

function resultOf({ experiment, result, figures }: Outcome): StageResult {
  const failures = result === "FAILED" ? [{ name: `lab ${experiment.name}`, message: figures }] : [];
  return { tally: TALLY_OF[result], failures };
}

const TALLY_OF: Record<Outcome["result"], TestSummary> = {
  passed: PASSED_ONCE,
  FAILED: FAILED_ONCE,
  skipped: { ...NOTHING, skipped: 1 },
};

async function runExperiment(
  root: string,
  experiment: Experiment,
  { words, env }: { readonly words: readonly string[]; readonly env: NodeJS.ProcessEnv },
): Promise<Outcome> {
  const startedAt = performance.now();
  let output = "";
  const status = await runChild(process.execPath, [join(root, "lab", `${experiment.name}.ts`), ...words], {
    cwd: root,
    env,
    onOutput: (piece) => (output += piece),
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const { result, figures } = readOutcome(status, output);
  console.log(`${result}  lab ${experiment.name} (${seconds.toFixed(1)} s)`);
  if (result === "FAILED") console.log(output.trimEnd());
  return { experiment, result, seconds, figures };
}

/** The last line of an experiment begins with PASS, FAIL or SKIP. */
export function readOutcome(status: number, output: string): Pick<Outcome, "result" | "figures"> {
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  const [, word, figures] = /^(PASS|SKIP|FAIL) (.*)$/.exec(last) ?? [];
  if (status !== 0 || word === undefined || word === "FAIL") return { result: "FAILED", figures: figures ?? last };
  return { result: word === "PASS" ? "passed" : "skipped", figures: figures ?? "" };
}

function describeOutcomes(outcomes: readonly Outcome[]): string[] {
  return [
    "",
    "| experiment | proves | outcome | s | figures |",
    "|---|---|---|--:|---|",
    ...outcomes.map(
      ({ experiment: { name, proves }, result, seconds, figures }) =>
        `| ${name} | ${proves} | ${result} | ${seconds.toFixed(1)} | ${figures.replaceAll("|", "/")} |`,
    ),
    "",
  ];
}

async function runFromCommandLine(): Promise<void> {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      short: { type: "boolean", default: false },
    },
  });
  if (values.quick && values.short) throw new Error("Choose one of --quick and --short.");
  const size = values.quick ? "quick" : values.short ? "short" : "full";
  const startedAt = performance.now();
  const { tally } = await runLabs(join(import.meta.dirname, ".."), { size, names, atOnce: size === "full" ? 1 : 2 });
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(`${formatTally(tally)} in ${seconds} s`);
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await runFromCommandLine();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  }
}
