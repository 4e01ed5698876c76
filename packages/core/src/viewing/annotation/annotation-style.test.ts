import { describe, expect, it } from "vitest";
import { DEFAULT_ANNOTATION_STYLE, readAnnotationStyle } from "./annotation-style.ts";

describe("the stored annotation style", () => {
  const changed = {
    ...DEFAULT_ANNOTATION_STYLE,
    ofType: { ...DEFAULT_ANNOTATION_STYLE.ofType, polygon: { color: "#00aa88", isFilled: false } },
    opacityPercent: 45,
    strokeWidthPx: 4,
    areLabelsShown: true,
    areNumbersShown: false,
  };

  it("is restored unchanged", () => {
    expect(readAnnotationStyle(JSON.parse(JSON.stringify(changed)))).toEqual(changed);
  });

  for (const [what, stored] of [
    ["nothing", null],
    ["a text", "red"],
    ["wrong kinds", { ofType: 3, opacityPercent: "all", strokeWidthPx: Number.NaN, areLabelsShown: "yes" }],
    ["an invalid colour", { ofType: { polygon: { color: "url(javascript:1)" } } }],
  ] as const) {
    it(`${what}: falls back to the default`, () => {
      expect(readAnnotationStyle(stored)).toEqual(DEFAULT_ANNOTATION_STYLE);
    });
  }

  it("numbers beyond the range of the sliders are clamped", () => {
    expect(readAnnotationStyle({ opacityPercent: 0, strokeWidthPx: 900 })).toMatchObject({
      opacityPercent: 20,
      strokeWidthPx: 6,
    });
  });
});
