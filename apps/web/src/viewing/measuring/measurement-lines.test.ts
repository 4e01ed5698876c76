import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { measuredShape } from "@parfocal/core/measuring/measured-shape.ts";
import { describe, expect, it } from "vitest";
import { clipboardText, LISTED_SEGMENTS_MAX, numbered, segmentTexts, valueText } from "./measurement-lines.ts";

const PIXEL = { x: 0.5, y: 0.5 };
const PATH: readonly SlidePoint[] = [
  [0, 0],
  [400, 0],
  [400, 2000],
];

function measuredPath(path: readonly SlidePoint[]) {
  const measured = measuredShape({ kind: "line", path }, PIXEL);
  if (!measured) throw new Error("a path is measured");
  return measured;
}
function measuredRing() {
  const measured = measuredShape({ kind: "polygon", rings: [PATH] }, PIXEL);
  if (!measured) throw new Error("an outline is measured");
  return measured;
}

describe("a measurement as text", () => {
  it("contains the length", () => {
    expect(valueText(measuredPath(PATH), "Perimeter", "en")).toBe("1.2\u202fmm");
    expect(valueText(measuredPath(PATH), "Umfang", "de")).toBe("1,2\u202fmm");
  });
  it("contains the area, and the perimeter", () => {
    expect(valueText(measuredRing(), "Perimeter", "en")).toBe("100,000\u202fµm², Perimeter 2.22\u202fmm");
    expect(valueText(measuredRing(), "Umfang", "de")).toBe("100.000\u202fµm², Umfang 2,22\u202fmm");
  });
});

describe("segments are listed", () => {
  const many = Array.from({ length: LISTED_SEGMENTS_MAX + 2 }, (_unused, x): SlidePoint => [x, 0]);
  const cases: [what: string, path: readonly SlidePoint[], isFreehand: boolean, expected: number][] = [
    ["if there are several", PATH, false, 2],
    ["not for a single one", PATH.slice(0, 2), false, 0],
    ["not for freehand lines", PATH, true, 0],
    ["not for very many", many, false, 0],
  ];
  for (const [what, path, isFreehand, expected] of cases) {
    it(what, () => expect(segmentTexts({ measured: measuredPath(path), isFreehand }, "en")).toHaveLength(expected));
  }
});

it("is copied line by line, separated by tabs", () => {
  const text = clipboardText(
    [
      { name: "Length 1", measured: measuredPath(PATH), isFreehand: false },
      { name: "Area 1", measured: measuredRing(), isFreehand: false },
    ],
    "Perimeter",
    "en",
  );
  expect(text).toBe("Length 1\t1.2\u202fmm\t200\u202fµm\t1\u202fmm\nArea 1\t100,000\u202fµm²\tPerimeter 2.22\u202fmm");
});

it("lengths and areas are numbered separately", () => {
  const taken = (["length", "area", "length"] as const).map((mode) => ({ mode }));
  expect(numbered(taken).map(({ mode, number }) => `${mode} ${number}`)).toEqual(["length 1", "area 1", "length 2"]);
});
