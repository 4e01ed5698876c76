/**
 * What no honest program writes is refused in a sentence or shown, and nothing worse: the quick part of check SEC-10
 * (`lab/hostile-files.ts`, `lab/damaged-files.ts`), without a server.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runInSandbox } from "./sandbox/run-in-sandbox.ts";
import { damageFiles } from "./testing/damage-files.ts";
import { formatSamples } from "./testing/format-samples.ts";
import { HOSTILE_FILES } from "./testing/hostile-files.ts";
import type { FileOutcome, ProbeManyOrder, ProbeManyReport } from "./testing/probe-many-child.ts";

const KIB = 1024;
const MAX_MS_A_FILE = 10_000;
const MAX_MEMORY_MIB = 700;
const TIME_LIMIT_MS = 100_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-hostile-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** One sandbox for all: what one file leaves behind shows in the next. */
async function probeAll(files: readonly Uint8Array[]): Promise<ProbeManyReport> {
  const paths = files.map((_, index) => join(folder, String(index)));
  await Promise.all(files.map((bytes, index) => writeFile(paths[index]!, bytes)));
  const order: ProbeManyOrder = { paths };
  return runInSandbox<ProbeManyReport>({
    script: new URL("./testing/probe-many-child.ts", import.meta.url),
    order,
    // Without what Node itself loads: a folder is as many rights as its files.
    fence: { mayRead: [folder], mayWrite: [], cpuSeconds: 200, largestFileBytes: 0, heapMb: 512 },
    timeLimitMs: TIME_LIMIT_MS,
    overTimeMessage: "The hostile files took too long.",
  });
}

function expectSentence({ outcome, message }: FileOutcome): void {
  if (outcome === "refused") expect(message).toMatch(/^[A-Z].{14,}\.$/s);
  else expect(outcome, message).not.toBe("broken");
}

describe("hostile files", () => {
  let report: ProbeManyReport;
  beforeAll(async () => {
    const files: Uint8Array[] = [];
    for (const { build } of HOSTILE_FILES) files.push(await build());
    report = await probeAll(files);
  }, TIME_LIMIT_MS);

  for (const [index, { name, fate }] of HOSTILE_FILES.entries()) {
    it(`${name}: ${fate === "either" ? "read or refused" : fate}`, () => {
      const result = report.outcomes[index]!;
      expectSentence(result);
      // A picture's damage may show only when it is converted.
      if (fate === "read") expect(result.outcome, result.message).toMatch(/^(slide|convertible)$/);
      if (fate === "refused") expect(result.outcome).toMatch(/^(refused|convertible)$/);
      expect(result.ms).toBeLessThan(MAX_MS_A_FILE);
    });
  }

  it("take no more memory than a sandbox may have", () => {
    expect(report.maxMemoryMib).toBeLessThan(MAX_MEMORY_MIB);
  });
});

it(
  "a file of each format, cut after each kilobyte",
  async () => {
    const cut: Buffer[] = [];
    for (const { bytes } of await formatSamples()) {
      for (let length = 0; length < bytes.length; length += Math.max(KIB, Math.ceil(bytes.length / 16))) {
        cut.push(bytes.subarray(0, length));
      }
    }
    const { outcomes } = await probeAll(cut);
    for (const result of outcomes) expectSentence(result);
    // Of those whose directory comes first a part can be shown; never one without any bytes.
    expect(outcomes.filter(({ outcome }) => outcome === "refused").length).toBeGreaterThan(cut.length / 2);
  },
  TIME_LIMIT_MS,
);

it(
  "a file of each format, damaged 480 times by chance",
  async () => {
    const { faults, shown, convertible, refused } = await damageFiles({
      seed: 1,
      count: 480,
      timeLimitMs: TIME_LIMIT_MS,
    });
    expect(faults).toEqual([]);
    expect(shown + convertible).toBeGreaterThan(100);
    expect(refused).toBeGreaterThan(100);
  },
  TIME_LIMIT_MS,
);
