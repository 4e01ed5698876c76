/**
 * Every text of docs/spec/messages.tsv is used: its key is in a source file of server or web. The texts themselves:
 * packages/core/src/messages.test.ts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readSpecTable } from "./spec-table.ts";

const ROOT = join(import.meta.dirname, "../../../..");
/** core contains the table of texts itself. */
const SPEAKERS = ["apps/server/src", "apps/web/src"];

const sources = SPEAKERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(ROOT, folder, name), "utf8")),
);

it("each text of the specification is used", () => {
  const keys = readSpecTable("messages.tsv").map(([key = ""]) => key);
  expect(keys.filter((key) => !sources.some((text) => text.includes(`"${key}"`)))).toEqual([]);
});
