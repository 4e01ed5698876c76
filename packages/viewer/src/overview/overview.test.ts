import { describe, expect, it } from "vitest";
import { OVERVIEW_SIDE_PX, overviewFrame, overviewOfSlide, slideOfOverview } from "./overview.ts";

const SLIDE = { width: 4000, height: 2000 };
describe("the overview", () => {
  it("fills the available space, rotated or not", () => {
    expect(overviewFrame(SLIDE, 0)).toEqual({
      scale: OVERVIEW_SIDE_PX / 4000,
      width: OVERVIEW_SIDE_PX,
      height: OVERVIEW_SIDE_PX / 2,
    });
    const turned = overviewFrame(SLIDE, 90);
    expect([turned.width, turned.height]).toEqual([
      expect.closeTo(OVERVIEW_SIDE_PX / 2, 9),
      expect.closeTo(OVERVIEW_SIDE_PX, 9),
    ]);
  });
  it("shows the slide's top left corner at the top right when rotated clockwise by 90°", () => {
    const frame = overviewFrame(SLIDE, 90);
    expect(overviewOfSlide(SLIDE, 90, frame, [0, 0])).toEqual([expect.closeTo(frame.width, 9), expect.closeTo(0, 9)]);
  });
  for (const turnDeg of [0, 45, 90, 225, 315]) {
    it(`maps a position to the overview and back at ${turnDeg} degrees`, () => {
      const frame = overviewFrame(SLIDE, turnDeg);
      const [x, y] = slideOfOverview(SLIDE, turnDeg, frame, overviewOfSlide(SLIDE, turnDeg, frame, [3210, 123]));
      expect([x, y]).toEqual([expect.closeTo(3210, 6), expect.closeTo(123, 6)]);
    });
  }
});
