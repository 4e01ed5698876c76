import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXPERIMENTS } from "../lab/experiments.ts";
import { readOutcome, runLabs } from "./run-labs.ts";

const ROOT = join(import.meta.dirname, "..");

describe("experiments", () => {
  it("each executable file of lab/ is in the table, and nothing else", () => {
    const folder = join(ROOT, "lab");
    const runnable = readdirSync(folder)
      .filter((file) => file.endsWith(".ts"))
      .map((file) => basename(file, ".ts"))
      .filter((name) =>
        /^ \* Usage[^:]*: (?:node lab\/|npm run )/m.test(readFileSync(join(folder, `${name}.ts`), "utf8")),
      );
    expect(EXPERIMENTS.map(({ name }) => name).toSorted()).toEqual(runnable.toSorted());
  });

  it("an unknown name is rejected with the list of known ones", async () => {
    await expect(runLabs(ROOT, { size: "short", names: ["kill-sever"], atOnce: 1 })).rejects.toThrow(
      /^Unknown experiment: kill-sever\. Available: kill-server, /,
    );
  });
});

describe("readOutcome", () => {
  it.each([
    [0, "something\nPASS REL-01 lost=0/7\n", "passed", "REL-01 lost=0/7"],
    [0, "SKIP REL-06: only root\n", "skipped", "REL-06: only root"],
    [1, "FAIL REL-01 lost=1/7\n", "FAILED", "REL-01 lost=1/7"],
    [1, "PASS REL-01 lost=0/7\n", "FAILED", "REL-01 lost=0/7"],
    [0, "it ended early\n", "FAILED", "it ended early"],
    [0, "", "FAILED", ""],
  ])("status %i and %j", (status, output, result, figures) => {
    expect(readOutcome(status, output)).toEqual({ result, figures });
  });
});
