/**
 * Malicious files are rejected with a message or shown, and do no harm: the quick part of check SEC-10
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

/** One sandbox for all, so that side effects of one file show in the next. */
async function probeAll(files: readonly Uint8Array[]): Promise<ProbeManyReport> {
  const paths = files.map((_, index) => join(folder, String(index)));
  await Promise.all(files.map((bytes, index) => writeFile(paths[index]!, bytes)));
  const order: ProbeManyOrder = { paths };
  return runInSandbox<ProbeManyReport>({
    script: new URL("./testing/probe-many-child.ts", import.meta.url),
    order,
    // Without what Node itself loads: each file of a folder is a separate permission.
    fence: { mayRead: [folder], mayWrite: [], cpuSeconds: 200, largestFileBytes: 0, heapMb: 512 },
    timeLimitMs: TIME_LIMIT_MS,
    overTimeMessage: "The hostile files took too long.",
  });
}

function expectSentence({ outcome, message }: FileOutcome): void {
  if (outcome === "refused") expect(message).toMatch(/^[A-Z].{14,}\.$/s);
  else expect(outcome, message).not.toBe("broken");
}

describe("malicious files", () => {
  let report: ProbeManyReport;
  beforeAll(async () => {
    const files: Uint8Array[] = [];
    for (const { build } of HOSTILE_FILES) files.push(await build());
    report = await probeAll(files);
  }, TIME_LIMIT_MS);

  for (const [index, { name, fate }] of HOSTILE_FILES.entries()) {
    it(`${name}: ${fate === "either" ? "read or rejected" : fate}`, () => {
      const result = report.outcomes[index]!;
      expectSentence(result);
      // Damage to an image may be detected only during conversion.
      if (fate === "read") expect(result.outcome, result.message).toMatch(/^(slide|convertible)$/);
      if (fate === "refused") expect(result.outcome).toMatch(/^(refused|convertible)$/);
      expect(result.ms).toBeLessThan(MAX_MS_A_FILE);
    });
  }

  it("do not use more memory than a sandbox is allowed", () => {
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
    // Files whose directory comes first can be partly shown, but never an empty file.
    expect(outcomes.filter(({ outcome }) => outcome === "refused").length).toBeGreaterThan(cut.length / 2);
  },
  TIME_LIMIT_MS,
);

it(
  "a file of each format, damaged randomly 480 times",
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
