/** Options of `npm test --`. */
import { parseArgs } from "node:util";

export interface RunOptions {
  readonly checks: boolean;
  readonly unitTests: boolean;
  readonly journeys: boolean;
  /** All experiments in their short size. */
  readonly labs: boolean;
  /** Parts of file names; empty: all. */
  readonly filters: readonly string[];
  /** Only tests that the changes can affect. */
  readonly changed: boolean;
  /** Without a second attempt. */
  readonly strict: boolean;
  /** Whether to run busy loops beside the journeys. */
  readonly stress: boolean;
  /** Repetitions of each journey. */
  readonly repeat: number;
}

/** @throws Error with a user-facing message. */
export function parseRunOptions(words: readonly string[]): RunOptions {
  const { values, positionals: filters } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      "without-journeys": { type: "boolean", default: false },
      "only-journeys": { type: "boolean", default: false },
      changed: { type: "boolean", default: false },
      strict: { type: "boolean", default: false },
      stress: { type: "boolean", default: false },
      repeat: { type: "string" },
    },
  });
  const repeat = Number(values.repeat ?? 1);
  if (!Number.isInteger(repeat) || repeat < 1) throw new Error("--repeat requires a number of runs: --repeat 10 NAME.");
  if (values.repeat !== undefined && filters.length === 0)
    throw new Error("--repeat requires a journey: --repeat 10 NAME.");
  if (values.changed && filters.length > 0) throw new Error("--changed selects the tests. Omit the names.");
  const onlyJourneys = values["only-journeys"] || values.repeat !== undefined;
  if (onlyJourneys && values["without-journeys"])
    throw new Error("--only-journeys and --without-journeys exclude each other.");
  const journeys = onlyJourneys || (filters.length === 0 && !values["without-journeys"]);
  if ((values.strict || values.stress) && !journeys)
    throw new Error("--strict and --stress apply to journeys only: npm run e2e -- --strict --stress NAME.");
  return {
    checks: filters.length === 0 && !onlyJourneys,
    unitTests: !onlyJourneys,
    journeys,
    labs: filters.length === 0 && journeys && !onlyJourneys && !values.changed,
    filters,
    changed: values.changed,
    strict: values.strict,
    stress: values.stress,
    repeat,
  };
}
