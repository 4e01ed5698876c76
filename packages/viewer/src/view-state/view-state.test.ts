import { describe, expect, it } from "vitest";
import { formatViewState, parseViewState, type ViewState } from "./view-state.ts";

const views: [string, ViewState][] = [
  ["10240.5,8192,5.25,45", { center: [10_240.5, 8192], zoom: 5.25, rotationDeg: 45 }],
  ["0,0,0", { center: [0, 0], zoom: 0, rotationDeg: 0 }],
  ["-12,3.1,-0.5,315", { center: [-12, 3.1], zoom: -0.5, rotationDeg: 315 }],
];
describe("a view in the URL", () => {
  for (const [text, view] of views) {
    it(`${text} is unchanged after a round trip`, () => {
      expect(formatViewState(view)).toBe(text);
      expect(parseViewState(text)).toEqual(view);
    });
  }
  it("is rounded, without a negative zero", () => {
    expect(formatViewState({ center: [-0.04, 1234.567_89], zoom: 3.000_04, rotationDeg: -45 })).toBe("0,1234.6,3,315");
  });
  it("rounds a rotation to the nearest step", () => {
    expect(parseViewState("1,2,3,50")?.rotationDeg).toBe(45);
  });
  for (const text of [
    "",
    "1,2",
    "1,2,3,4,5",
    "a,b,c",
    "1,2,NaN",
    "1,,3",
    "1,2,1e9",
    "1,2,99",
    "9999999999,0,1",
    "1;2;3",
    " 1,2,3",
  ]) {
    it(`"${text}" is not a view`, () => expect(parseViewState(text)).toBeNull());
  }
});
