import { describe, expect, it } from "vitest";
import { exchanged } from "./testing/exchanged.ts";
import { uprightPoint } from "./upright-point.ts";
import { type AnnotatedCanvas, webAnnotationOf } from "./web-annotation.ts";

const CANVAS: AnnotatedCanvas = {
  imageId: 3,
  origin: "https://atlas.example.org",
  width: 700,
  height: 500,
  orientationDeg: 0,
};

interface Written {
  readonly motivation: string;
  readonly body: readonly object[];
  readonly target: { readonly source: object; readonly selector: readonly { type: string; value: string }[] };
}
const write = (options: Parameters<typeof exchanged>[0], canvas = CANVAS) =>
  webAnnotationOf(exchanged(options), canvas) as Written;
const selectorOf = (written: Written, type: string) =>
  written.target.selector.find((selector) => selector.type === type)?.value;

describe("an annotation as linked data", () => {
  it("has author, text, date, canvas and manifest", () => {
    expect(write({ title: "A glomerulus", content: "Sclerosed", link: "https://example.org/a" })).toMatchObject({
      id: "https://atlas.example.org/iiif/presentation/3/canvas/3/annotation/7",
      type: "Annotation",
      motivation: "describing",
      creator: { type: "Person", name: "Eva Expert" },
      created: "2026-01-02T03:04:05.000Z",
      modified: "2026-02-03T04:05:06.000Z",
      body: [
        { type: "TextualBody", purpose: "identifying", value: "A glomerulus", format: "text/plain" },
        { type: "TextualBody", purpose: "describing", value: "Sclerosed", format: "text/plain" },
        { type: "SpecificResource", purpose: "linking", source: "https://example.org/a" },
      ],
      target: {
        type: "SpecificResource",
        source: {
          id: "https://atlas.example.org/iiif/presentation/3/canvas/3",
          type: "Canvas",
          partOf: [{ id: "https://atlas.example.org/iiif/presentation/3/image/3/manifest.json", type: "Manifest" }],
        },
      },
    });
  });
  it("has no empty bodies", () => expect(write({ content: "" }).body).toHaveLength(1));

  const shapes: [wkt: string, fragment: string, svg: string][] = [
    ["POINT (10.5 20)", "10,20,1,1", '<circle cx="10.5" cy="20" r="1"/>'],
    ["LINESTRING (0 0, 5 6.5)", "0,0,5,7", '<path fill="none" d="M0 0L5 6.5"/>'],
    [
      "POLYGON ((0 0, 9 0, 9 9, 0 0), (6 2, 7 2, 7 3, 6 2))",
      "0,0,9,9",
      '<path fill-rule="evenodd" d="M0 0L9 0L9 9ZM6 2L7 2L7 3Z"/>',
    ],
    ["MULTIPOINT ((1 1), (3 4))", "1,1,2,3", '<circle cx="1" cy="1" r="1"/><circle cx="3" cy="4" r="1"/>'],
    ["MULTILINESTRING ((0 0, 1 1), (2 2, 3 3))", "0,0,3,3", '<path fill="none" d="M0 0L1 1M2 2L3 3"/>'],
    [
      "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))",
      "0,0,6,6",
      '<path fill-rule="evenodd" d="M0 0L1 0L1 1ZM5 5L6 5L6 6Z"/>',
    ],
  ];
  for (const [geometry, fragment, content] of shapes) {
    it(`selects ${geometry}`, () => {
      const written = write({ geometry });
      expect(selectorOf(written, "FragmentSelector")).toBe(`xywh=pixel:${fragment}`);
      expect(selectorOf(written, "SvgSelector")).toBe(`<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
    });
  }

  /** Where the stored top left corner of a 700 by 500 slide is displayed after the clockwise rotation. */
  const turned: [AnnotatedCanvas["orientationDeg"], fragment: string][] = [
    [0, "10,20,30,5"],
    [90, "475,10,5,30"],
    [180, "660,475,30,5"],
    [270, "20,660,5,30"],
  ];
  for (const [orientationDeg, fragment] of turned) {
    it(`is on the upright canvas of a slide rotated by ${orientationDeg}°`, () => {
      const written = write(
        { geometry: "POLYGON ((10 20, 40 20, 40 25, 10 25, 10 20))" },
        { ...CANVAS, orientationDeg },
      );
      expect(selectorOf(written, "FragmentSelector")).toBe(`xywh=pixel:${fragment}`);
    });
  }
  it("four quarter turns are a full turn", () => {
    const start = [123, 45] as const;
    let [point, size]: [readonly [number, number], { width: number; height: number }] = [start, CANVAS];
    for (let quarter = 0; quarter < 4; quarter += 1) {
      point = uprightPoint(point, { ...size, orientationDeg: 90 });
      size = { width: size.height, height: size.width };
    }
    expect(point).toEqual(start);
  });
});
