import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listSlices, parseSlices, readJourneySlices, sliceNameOf } from "./journey-slices.ts";
import { readSourceFiles } from "./source-files.ts";

const ROOT = join(import.meta.dirname, "..");
const slices = listSlices(readSourceFiles(ROOT).map(({ path }) => path));

describe("the slices named in the first line of a journey", () => {
  const journeys = [...readJourneySlices(ROOT)];

  it("are present in every journey", () => {
    expect(journeys.length).toBeGreaterThan(0);
    expect(journeys.filter(([, named]) => named.length === 0).map(([name]) => name)).toEqual([]);
  });

  it("exist, in alphabetical order, each once", () => {
    const wrong = journeys.flatMap(([name, named]) => [
      ...named.filter((slice) => !slices.has(slice)).map((slice) => `${name}: no slice ${slice}`),
      ...(named.join() === [...new Set(named)].sort().join() ? [] : [`${name}: not in order`]),
    ]);
    expect(wrong).toEqual([]);
  });

  const lines: [line: string, named: string[]][] = [
    ["// Slices: tree", ["tree"]],
    ["// Slices: annotation, slide, work-group\nimport x;", ["annotation", "slide", "work-group"]],
    ["/** A journey. */\n// Slices: tree", []],
    ["// Slices:", []],
    ["// Slices: tree slide", []],
    ["", []],
  ];
  for (const [source, named] of lines)
    it(`${JSON.stringify(source)}: ${named.length}`, () => expect(parseSlices(source)).toEqual(named));
});

describe("the slice of a file", () => {
  const known = new Set(["annotation", "slides", "viewer"]);
  const cases: [path: string, slice: string | null][] = [
    ["apps/web/src/viewing/annotation/AnnotatorPanel.tsx", "annotation"],
    ["apps/server/src/people/work-group/work-group.routes.ts", "work-group"],
    ["packages/core/src/viewing/annotation/order.ts", "annotation"],
    ["packages/viewer/src/annotation/draw.ts", "annotation"],
    ["packages/viewer/src/world/world.ts", "viewer"],
    ["packages/viewer/src/slide-viewer.ts", "viewer"],
    ["packages/slides/src/tiff/read.ts", "slides"],
    ["packages/slides/package.json", null],
    ["apps/web/src/platform/call.ts", null],
    ["apps/web/src/app/routes.tsx", null],
    ["apps/server/src/seed/seed.ts", null],
    ["apps/server/src/main.ts", null],
    ["packages/core/src/errors.ts", null],
    ["package-lock.json", null],
  ];
  for (const [path, slice] of cases) it(`${path}: ${slice}`, () => expect(sliceNameOf(path, known)).toBe(slice));
});
