import { describe, expect, it } from "vitest";
import { writeClipboard } from "#annotation-editing/annotation-clipboard.ts";
import { hasAnnotationEnding, isForeignAnnotationText } from "./dropped-file.ts";

describe("a pasted text is imported", () => {
  const copiedHere = writeClipboard({
    source: { imageId: 3, width: 700, height: 500, pixelSizeUm: null, center: [350, 250] },
    annotations: [],
  });
  const cases: [what: string, text: string, isForeign: boolean][] = [
    ["if it is GeoJSON of another program", '{"type":"FeatureCollection","features":[]}', true],
    ["if it is well-known text", "POINT (1 2)", true],
    ["if it is a table with geometries", "title,wkt\nA,POINT (1 2)", true],
    ["not if it was copied in this app", copiedHere, false],
    ["not if it is anything else", "A glomerulus", false],
    ["not if it is empty", "", false],
  ];
  for (const [what, text, isForeign] of cases) it(what, () => expect(isForeignAnnotationText(text)).toBe(isForeign));
});

describe("an annotation file is recognized by its extension", () => {
  const cases: [name: string, isOne: boolean][] = [
    ["drawn.geojson", true],
    ["DRAWN.GeoJSON", true],
    ["a.json", true],
    ["a.wkt", true],
    ["image-annotations.csv", true],
    ["slide.svs", false],
    ["geojson", false],
  ];
  for (const [name, isOne] of cases) it(`${name}: ${isOne}`, () => expect(hasAnnotationEnding(name)).toBe(isOne));
});
