import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fetchByArea, type SourceFolders, writeEntries } from "./area-entries.ts";

let root: string;
let folders: SourceFolders;
const COMMAND = `import { lazy } from "react";
const grid = () => import("#grid/GridFeature.tsx");
const more = import(
  "./MoreTools.tsx"
);
type Grid = typeof import("#grid/GridFeature.tsx");
const core = () => import("@parfocal/core/image/external-tiles.ts");`;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "parfocal-areas-"));
  folders = { web: join(root, "apps/web/src"), packages: join(root, "packages") };
  mkdirSync(join(folders.web, "slide"), { recursive: true });
  writeFileSync(join(folders.web, "slide/commands.ts"), COMMAND);
  writeFileSync(join(folders.web, "slide/commands.test.ts"), `import("#unknown/Thing.tsx")`);
});
afterAll(() => rmSync(root, { recursive: true }));

it("fetches a part from its area, for every form of path, and leaves types alone", () => {
  const code = fetchByArea(COMMAND, join(folders.web, "slide/commands.ts"), folders);
  expect(code).toContain(`import("virtual:area/slide-tools").then((area) => area._grid_GridFeature_tsx);`);
  expect(code).toContain(`import("virtual:area/slide-tools").then((area) => area._slide_MoreTools_tsx);`);
  expect(code).toContain(`.then((area) => area._core_src_image_external_tiles_ts);`);
  expect(code).toContain(`typeof import("#grid/GridFeature.tsx")`);
});

it("has one entry for each area, with all of its parts once; tests have no entry", () => {
  expect([...writeEntries(folders)]).toEqual([
    [
      "slide-tools",
      [
        `export * as _grid_GridFeature_tsx from ${JSON.stringify(join(folders.web, "grid/GridFeature.tsx"))};`,
        `export * as _slide_MoreTools_tsx from ${JSON.stringify(join(folders.web, "slide/MoreTools.tsx"))};`,
        `export * as _core_src_image_external_tiles_ts from ${JSON.stringify(join(folders.packages, "core/src/image/external-tiles.ts"))};`,
      ].join("\n"),
    ],
  ]);
});
