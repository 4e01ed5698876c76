import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type ImportOptions, readImportOptions } from "./import-options.ts";

const DEFAULTS: ImportOptions = {
  mode: "copy",
  parentId: null,
  hasFolders: false,
  isDryRun: false,
  isDeidentified: false,
  paths: [resolve("a.svs")],
};

const cases: [line: string, expected: Partial<ImportOptions> | string][] = [
  ["a.svs", {}],
  ["-- a.svs", {}],
  ["a.svs /b", { paths: [resolve("a.svs"), "/b"] }],
  ["--link a.svs", { mode: "link" }],
  ["--link --copy a.svs", { mode: "copy" }],
  ["--to 7 a.svs", { parentId: 7 }],
  ["a.svs --dry-run", { isDryRun: true }],
  ["a.svs --deidentify", { isDeidentified: true }],
  ["a.svs --dry-run", { isDryRun: true, isDeidentified: false }],
  ["", "Specify at least one file or folder."],
  ["--link", "Specify at least one file or folder."],
  ["a.svs --to", "--to requires the ID of a course or folder."],
  ["--to kidney a.svs", "--to requires the ID of a course or folder."],
  ["--move a.svs", "Unknown option --move."],
];

describe("npm run import --", () => {
  for (const [line, expected] of cases) {
    it(`${line || "(nothing)"}: ${typeof expected === "string" ? "is rejected with a message" : "is parsed"}`, () => {
      const words = line.split(" ").filter((word) => word !== "");
      if (typeof expected === "string") expect(() => readImportOptions(words)).toThrow(expected);
      else expect(readImportOptions(words)).toEqual({ ...DEFAULTS, ...expected });
    });
  }
});
