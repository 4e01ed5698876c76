import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import { describe, expect, it } from "vitest";
import { createdForTest } from "#annotation/annotation-undo.builder.ts";
import {
  type ClipboardPlace,
  copyOf,
  PASTE_OFFSET_PX,
  pastedShapes,
  readClipboard,
  writeClipboard,
} from "./annotation-clipboard.ts";

const SLIDE: ClipboardPlace = {
  imageId: 9,
  width: 10_000,
  height: 8000,
  pixelSizeUm: { x: 0.25, y: 0.25 },
  center: [5000, 4000],
};
const { annotation } = createdForTest(7, { content: "PAS", link: "/a", includeMeasurement: true });
const SHAPES: readonly Shape[] = [
  { kind: "point", point: [1, 2] },
  { kind: "multiPoint", points: [[1, 2]] },
  {
    kind: "multiPolygon",
    polygons: [
      [
        [
          [0, 0],
          [90, 0],
          [0, 90],
        ],
        [
          [10, 10],
          [20, 10],
          [10, 20],
        ],
      ],
    ],
  },
  {
    kind: "line",
    path: [
      [1, 2],
      [3, 4],
    ],
  },
  {
    kind: "multiLine",
    paths: [
      [
        [1, 2],
        [3, 4],
      ],
    ],
  },
];
const pastedPoint = (target: ClipboardPlace, at: readonly [number, number] = [5400, 4200], source = SLIDE) => {
  const point = createdForTest(1, { geometry: `POINT (${at[0]} ${at[1]})` }).annotation;
  const shapes = pastedShapes(copyOf([point], source), target, 2);
  return shapes?.[0]?.kind === "point" ? shapes[0].point : null;
};

describe("copied annotations", () => {
  it("are read back completely", () => {
    const copied = copyOf([annotation], SLIDE);
    expect(readClipboard(writeClipboard(copied))).toEqual(copied);
  });

  for (const shape of SHAPES) {
    it(`a ${shape.kind} is read back unchanged`, () => {
      const copied = copyOf([createdForTest(1, { typeId: 211, geometry: formatWkt(shape) }).annotation], SLIDE);
      expect(readClipboard(writeClipboard(copied))?.annotations[0]?.shape).toEqual(shape);
    });
  }

  it("omit those that are shown with simplified vertices", () => {
    expect(copyOf([{ ...annotation, isSimplified: true }], SLIDE).annotations).toEqual([]);
  });

  it("are GeoJSON: a ring ends at its first point, the title is its name", () => {
    const { features } = JSON.parse(writeClipboard(copyOf([annotation], SLIDE)));
    expect(features[0].geometry.coordinates[0]).toEqual([
      [0, 0],
      [40, 0],
      [0, 20],
      [0, 0],
    ]);
    expect(features[0].properties.name).toBe("Glomerulus");
  });

  it("of another program become annotations of the matching type", () => {
    const foreign = { type: "Feature", geometry: { type: "Point", coordinates: [3, 4] }, properties: { name: "Cell" } };
    expect(readClipboard(JSON.stringify(foreign))).toMatchObject({
      source: null,
      annotations: [{ typeId: 213, title: "Cell", shape: { kind: "point", point: [3, 4] } }],
    });
  });

  for (const text of [
    "",
    "some words",
    "{}",
    '{"type":"Point"}',
    '{"geometry":{"type":"Polygon","coordinates":[[1]]}}',
  ]) {
    it(`"${text}" contains nothing to paste`, () => expect(readClipboard(text)).toBeNull());
  }
});

describe("the position of a pasted annotation", () => {
  const cases: [what: string, target: ClipboardPlace, expected: readonly [number, number]][] = [
    ["on the same slide beside the original", SLIDE, [5400 + 2 * PASTE_OFFSET_PX, 4200 + 2 * PASTE_OFFSET_PX]],
    [
      "on a slide of the same size and pixel size at the same position",
      { ...SLIDE, imageId: 10, center: [1, 1] },
      [5400, 4200],
    ],
    [
      "on another slide in µm from the centre of the view",
      { imageId: 10, width: 4000, height: 4000, pixelSizeUm: { x: 0.5, y: 1 }, center: [1000, 1000] },
      [1200, 1050],
    ],
    [
      "without a pixel size in pixels from the centre of the view",
      { imageId: 10, width: 4000, height: 4000, pixelSizeUm: null, center: [1000, 1000] },
      [1400, 1200],
    ],
    [
      "within the slide, if it would be outside",
      { imageId: 10, width: 4000, height: 4000, pixelSizeUm: { x: 0.25, y: 0.25 }, center: [3900, 1000] },
      [4000, 1200],
    ],
  ];
  for (const [what, target, expected] of cases) it(what, () => expect(pastedPoint(target)).toEqual(expected));

  it("none, if it is larger than the slide", () => {
    const wide = createdForTest(1, { geometry: "LINESTRING (0 0, 9000 0)" }).annotation;
    expect(pastedShapes(copyOf([wide], SLIDE), { ...SLIDE, imageId: 10, width: 5000 }, 1)).toBeNull();
  });
});
