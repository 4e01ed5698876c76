import { DEFAULT_ANNOTATION_STYLE } from "@parfocal/core/annotation/annotation-style.ts";
import { describe, expect, it } from "vitest";
import { KIND_LOOKS, KIND_ORDER, looksFor } from "./annotation-rendering.ts";

describe("the annotation style", () => {
  it("by default, each kind has its own colour", () => {
    const lookOf = looksFor(DEFAULT_ANNOTATION_STYLE);
    for (const kind of KIND_ORDER) {
      expect(lookOf({ kind, typeName: "polygon" })).toMatchObject({ ...KIND_LOOKS[kind], isFilled: true, opacity: 1 });
    }
  });

  it("a colour for a type keeps line and mark of the kind: kinds never differ by colour alone", () => {
    const ofType = { ...DEFAULT_ANNOTATION_STYLE.ofType, polygon: { color: "#00aa88", isFilled: false } };
    const lookOf = looksFor({ ...DEFAULT_ANNOTATION_STYLE, ofType, opacityPercent: 40, strokeWidthPx: 5 });
    const looks = KIND_ORDER.map((kind) => lookOf({ kind, typeName: "polygon" }));
    expect(new Set(looks.map(({ color }) => color))).toEqual(new Set(["#00aa88"]));
    const forms = looks.map(({ lineDash, isDouble, mark }) => JSON.stringify([lineDash, isDouble, mark]));
    expect(new Set(forms).size).toBe(KIND_ORDER.length);
    expect(looks[0]).toMatchObject({ wash: "0 170 136", isFilled: false, opacity: 0.4, strokeWidthPx: 5 });
  });

  it("a type without a custom colour, or without a drawing tool, keeps the colour of its kind", () => {
    const ofType = { ...DEFAULT_ANNOTATION_STYLE.ofType, polygon: { color: "#00aa88", isFilled: true } };
    const lookOf = looksFor({ ...DEFAULT_ANNOTATION_STYLE, ofType });
    expect(lookOf({ kind: "expert", typeName: "line" }).color).toBe(KIND_LOOKS.expert.color);
    expect(lookOf({ kind: "expert", typeName: "bound-point" }).color).toBe(KIND_LOOKS.expert.color);
  });
});
