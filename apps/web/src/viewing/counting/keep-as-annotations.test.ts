import { NO_FRAME } from "@parfocal/core/counting/counting-frame.ts";
import { newTally, type Tally, withMark } from "@parfocal/core/counting/tally.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import { describe, expect, it } from "vitest";
import { annotationsOfTally } from "./keep-as-annotations.ts";

const PIXEL = { x: 0.25, y: 0.25 };
const CENTER: SlidePoint = [1000, 1000];
const PLACE = { imageId: 9, pixelSizeUm: PIXEL, viewCenter: CENTER, zoom: 3 };

describe("marks saved as annotations", () => {
  const empty: Tally = {
    ...newTally("a", "Ki-67", ["Positive", "Negative", "Other"]),
    frame: { ...NO_FRAME, kind: "field", center: CENTER },
  };
  const put: [categoryId: number, at: SlidePoint][] = [
    [1, [1000, 1000]],
    [1, [1200, 900]],
    [2, [900, 900]],
    [2, [9000, 900]],
  ];
  const tally = put.reduce(
    (now, [id, at]) => withMark(now, id, at, { pixelSizeUm: PIXEL, viewCenter: CENTER, apart: 0 }),
    empty,
  );
  const annotations = annotationsOfTally(tally, PLACE);

  it("are one multi-point per category, of counted marks only", () => {
    expect(annotations.map(({ fields, markCount }) => [fields.title, markCount])).toEqual([
      ["Ki-67: Positive (2)", 2],
      ["Ki-67: Negative (1)", 1],
    ]);
  });
  it("are at the positions of the marks", () => {
    const [positive, negative] = annotations.map(({ fields }) => parseWkt(fields.geometry));
    expect(positive).toMatchObject({
      ok: true,
      shape: {
        kind: "multiPoint",
        points: [
          [1000, 1000],
          [1200, 900],
        ],
      },
    });
    expect(negative).toMatchObject({ ok: true, shape: { kind: "point", point: [900, 900] } });
  });
});
