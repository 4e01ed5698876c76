/** docs/finding-your-way.md: each file and folder that it names exists, so that a rename has to update it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const WORKSPACES: Readonly<Record<string, string>> = {
  core: "packages/core/src",
  server: "apps/server/src",
  slides: "packages/slides/src",
  viewer: "packages/viewer/src",
  web: "apps/web/src",
};

const rows = readFileSync(join(ROOT, "docs/finding-your-way.md"), "utf8")
  .split("\n")
  .filter((line) => /^\| (?!to … )[^-]/.test(line))
  .map((line) => line.split("|")[2] ?? "");

/** @returns paths from the root. A bare file name is in the folder of the path before it. */
function pathsIn(row: string): string[] {
  let folder = "";
  return [...row.matchAll(/`([\w./-]+)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => path.endsWith("/") || /\.tsx?$|\.md$/.test(path))
    .map((path) => {
      const [workspace = "", ...rest] = path.split("/");
      const source = WORKSPACES[workspace];
      const full = source ? join(source, ...rest) : path.includes("/") ? path : join(folder, path);
      folder = join(full, "..");
      return full;
    });
}

it("names at least one file for each question", () => {
  expect(rows).toHaveLength(14);
  expect(rows.filter((row) => pathsIn(row).length === 0)).toEqual([]);
});

it("names only existing files and folders", () => {
  expect(rows.flatMap(pathsIn).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
