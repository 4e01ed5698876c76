/** The tests named in the table of docs/ux.md exist, and each number of the walkthrough has one. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { listSourcePaths } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "..");
const NUMBERS = 22;

const rows = readFileSync(join(ROOT, "docs/ux.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, number, file, title] = /^\| (\d+) \| .+ \| `(.+?)`: (.+) \|$/.exec(line) ?? [];
    return number && file && title ? [{ number: Number(number), file, title }] : [];
  });

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** @param title “…” matches any text inserted by the source. */
function holdsTitle(source: string, title: string): boolean {
  return new RegExp(`(["'\`])${title.split("…").map(escaped).join("[^\\n]*?")}\\1`).test(source);
}

it("each row names one existing test", () => {
  const pathsOf = Map.groupBy(listSourcePaths(ROOT), (path) => basename(path));
  const missing = rows.filter(({ file, title }) => {
    const paths = pathsOf.get(file) ?? [];
    return !paths.some((path) => holdsTitle(readFileSync(join(ROOT, path), "utf8"), title));
  });
  expect(missing).toEqual([]);
});

it("each number has a test", () => {
  const found = new Set(rows.map(({ number }) => number));
  expect(Array.from({ length: NUMBERS }, (_, at) => at + 1).filter((number) => !found.has(number))).toEqual([]);
});
