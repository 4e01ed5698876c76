import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSubpaths } from "./subpaths.ts";
import { WINGS } from "./wings.ts";

const ROOT = join(import.meta.dirname, "..");
const WORKSPACES = { "packages/core": "./", "apps/server": "#", "apps/web": "#" };

const slicesIn = (workspace: string) =>
  WINGS.flatMap((wing) =>
    readdirSync(join(ROOT, workspace, "src", wing), { withFileTypes: true }).map((entry) => ({ wing, entry })),
  );

describe("each slice", () => {
  for (const [workspace, beginning] of Object.entries(WORKSPACES)) {
    it(`of ${workspace} has a short name in its package.json, and each short name a slice`, () => {
      const inWings = readSubpaths(join(ROOT, workspace)).filter(([, folder]) =>
        WINGS.some((wing) => folder.startsWith(`src/${wing}/`)),
      );
      const expected = slicesIn(workspace).map(({ wing, entry }) => [
        `${beginning}${entry.name}/`,
        `src/${wing}/${entry.name}/`,
      ]);
      expect([...inWings].sort()).toEqual(expected.sort());
    });

    it(`of ${workspace} is a folder: a wing contains no files of its own`, () => {
      expect(slicesIn(workspace).filter(({ entry }) => !entry.isDirectory())).toEqual([]);
    });
  }

  it("belongs to the same wing in every workspace", () => {
    const wingsOf = new Map<string, Set<string>>();
    for (const workspace of Object.keys(WORKSPACES))
      for (const { wing, entry } of slicesIn(workspace))
        wingsOf.set(entry.name, (wingsOf.get(entry.name) ?? new Set()).add(wing));
    expect([...wingsOf].filter(([, wings]) => wings.size > 1)).toEqual([]);
  });
});
