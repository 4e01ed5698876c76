import { expect, it } from "vitest";
import { STAIN_KINDS } from "./cell-settings.ts";
import { foundOfTen, MEASURED_QUALITY } from "./measured-quality.ts";

for (const stain of STAIN_KINDS)
  it(`reports no better quality for ${stain} than measured`, () => {
    const { real, generated } = MEASURED_QUALITY[stain];
    for (const counts of [real, generated]) {
      if (!counts) continue;
      expect(counts.outlinedRight).toBeLessThanOrEqual(counts.countedRight);
      expect(counts.countedRight).toBeLessThanOrEqual(Math.min(counts.trueCount, counts.foundCount));
    }
    const counts = real ?? generated!;
    expect(foundOfTen(stain).found / 10).toBeLessThanOrEqual(counts.countedRight / counts.trueCount);
  });

it("prefers real images to generated ones, and rounds down", () => {
  expect(foundOfTen("hematoxylin-dab")).toEqual({ found: 7, from: "real" });
  expect(foundOfTen("hematoxylin-eosin")).toEqual({ found: 9, from: "generated" });
});
