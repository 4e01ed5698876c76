/**
 * Cell analysis results that learners count by hand first, and the distribution of the class's counts. Source: issue
 * 18, teaching.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idParams } from "../../platform/ids.ts";
import { cellAnalysis, countByHand } from "./cell-analysis.contract.ts";

/** Counts in a distribution, the newest first. */
export const CLASS_COUNTS_MAX = 10_000;

const histogram = z.object({
  bars: z.array(z.object({ from: z.number(), to: z.number(), number: z.int() })),
  median: z.number(),
});

const classCounts = z.object({
  /** Number of saved counts. */
  number: z.int(),
  /** Nuclei; null: too few counts. */
  counts: histogram.nullable(),
  /** Percentage of positive nuclei; null: too few counts with positive or negative ones. */
  positivePercents: histogram.nullable(),
});
export type ClassCounts = z.output<typeof classCounts>;

export const setCountFirst = {
  method: "PUT",
  path: "/v2/cellAnalysis/{id}/countFirst",
  summary: "Show one of the caller's results to learners, each after a saved count of their own, or hide it again",
  policy: "annotateAsExpert",
  params: idParams,
  body: z.strictObject({ isCountFirst: z.boolean() }),
  answer: cellAnalysis,
} as const satisfies Call;

export const saveCellCount = {
  method: "PUT",
  path: "/v2/cellAnalysis/{id}/count",
  summary: "Save the caller's own count of a result to be counted first, once; answers the result",
  policy: "learn",
  params: idParams,
  body: countByHand,
  answer: cellAnalysis,
} as const satisfies Call;

export const getClassCounts = {
  method: "GET",
  path: "/v2/cellAnalysis/{id}/counts",
  summary:
    "Get the distribution of the counts of a result, without names; learners after their own count, from three counts on",
  policy: "learn",
  params: idParams,
  answer: classCounts,
} as const satisfies Call;
