import { describe, expect, it } from "vitest";
import { isKi67Slide, stainOfPixels, stainOfTexts } from "./likely-stain.ts";

describe("the stain in a slide's name", () => {
  const cases: [text: string, stain: string | null][] = [
    ["Breast carcinoma, Ki-67", "hematoxylin-dab"],
    ["Mamma Ki67 (MIB-1)", "hematoxylin-dab"],
    ["Tonsil CD20", "hematoxylin-dab"],
    ["Immunhistochemie", "hematoxylin-dab"],
    ["Kidney (H&E)", "hematoxylin-eosin"],
    ["Niere, HE", "hematoxylin-eosin"],
    ["Hämatoxylin und Eosin, Haut", "hematoxylin-eosin"],
    ["Hematoxylin and eosin, skin", "hematoxylin-eosin"],
    ["Ki-67 beside H&E", null],
    ["What he saw in the cheek", null],
    ["Kidney cortex", null],
    ["Liver, PAS", null],
  ];
  for (const [text, stain] of cases) it(`${text}: ${stain}`, () => expect(stainOfTexts([text])).toBe(stain));
});

it("a slide is recognized as Ki-67 by name or antibody, unless the name contains H&E", () => {
  expect([["Breast, Ki-67"], ["Mamma", "MIB-1"], ["KI 67"]].map(isKi67Slide)).toEqual([true, true, true]);
  expect([["Tonsil CD20"], ["Ki-670"], ["Ki-67 beside H&E"], []].map(isKi67Slide)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

describe("the stain of pixels", () => {
  const pixels = (colours: readonly (readonly [number, number, number])[]) =>
    Array.from({ length: 200 }, (_unused, at) => [...colours[at % colours.length]!, 255]).flat();
  const PINK = [225, 150, 190] as const;
  const BROWN = [150, 100, 60] as const;
  const BLUE = [110, 105, 165] as const;

  it("is DAB for brown, H&E for pink", () => {
    expect(stainOfPixels(pixels([BROWN, BLUE, BLUE]))).toBe("hematoxylin-dab");
    expect(stainOfPixels(pixels([PINK, PINK, BLUE]))).toBe("hematoxylin-eosin");
    expect(stainOfPixels(pixels([PINK, PINK, BROWN]))).toBe("hematoxylin-eosin");
  });
  it("is unknown for glass, ink and hematoxylin alone", () => {
    expect(stainOfPixels(pixels([[245, 245, 245]]))).toBeNull();
    expect(stainOfPixels(pixels([[20, 160, 60]]))).toBeNull();
    expect(stainOfPixels(pixels([BLUE]))).toBeNull();
    expect(stainOfPixels([])).toBeNull();
  });
});
