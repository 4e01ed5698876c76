import { describe, expect, it } from "vitest";
import type { Rgb } from "../colour/apply-colour.ts";
import { concentrationsOf, createStainPainter, lightOf, stainVectorOf } from "./separate-stains.ts";
import { normalised } from "./stain-matrix.ts";
import { STAIN_SET_NAMES, type StainSetName, stainSet } from "./stain-sets.ts";
import { type StainSettings, stainSettingsOf } from "./stain-settings.ts";

type Shown = StainSettings["shown"];
const FIRST: Shown = [true, false, false];
const SECOND: Shown = [false, true, false];
const THIRD: Shown = [false, false, true];

function painted(look: StainSettings, pixel: Rgb): number[] {
  const painter = createStainPainter(look);
  return [...(painter?.paint(Uint8ClampedArray.from([...pixel, 255])) ?? [])].slice(0, 3);
}

/** Background light without tissue. */
const LAMP: Rgb = [240, 238, 244];

/**
 * Concentrations, and the first, second and third stain alone, as computed by numpy: od = -log10(pixel / lamp),
 * c = od @ inv(rows / norm), light = round(lamp * 10 ** -(max(0, c) * row)). null: a pair has no third stain.
 */
const reference: [
  set: StainSetName,
  background: Rgb,
  pixel: Rgb,
  c: Rgb,
  first: Rgb,
  second: Rgb,
  third: Rgb | null,
][] = [
  // biome-ignore format: a table
  ["he", [255, 255, 255], [120, 80, 160], [0.4873, 0.1689, 0.0256], [124, 114, 189], [246, 176, 228], null],
  // biome-ignore format: a table
  ["he", LAMP, [200, 120, 170], [0.0942, 0.2585, 0.0612], [209, 204, 230], [227, 135, 206], null],
  // biome-ignore format: a table
  ["hDab", [255, 255, 255], [150, 100, 60], [-0.0216, 0.7988, 0.0476], [255, 255, 255], [156, 89, 61], null],
  // biome-ignore format: a table
  ["hDab", LAMP, [120, 80, 160], [0.5175, 0.0801, -0.0894], [111, 103, 174], [228, 214, 211], null],
  // biome-ignore format: a table
  ["heDab", [255, 255, 255], [200, 120, 170], [0.0695, 0.179, 0.177], [230, 228, 244], [248, 169, 244], [229, 202, 186]],
  // biome-ignore format: a table
  ["heDab", LAMP, [150, 100, 60], [-0.0066, -0.074, 0.7971], [240, 238, 244], [240, 238, 244], [147, 84, 59]],
  // biome-ignore format: a table
  ["hAec", LAMP, [120, 80, 160], [0.4762, 0.1237, -0.0782], [118, 110, 178], [222, 196, 201], null],
  // biome-ignore format: a table
  ["hPas", [255, 255, 255], [150, 100, 60], [0.5589, 0.0572, 0.4932], [111, 101, 181], [249, 224, 250], null],
  // biome-ignore format: a table
  ["masson", [255, 255, 255], [200, 120, 170], [0.1216, 0.2983, -0.0549], [204, 216, 248], [238, 154, 161], null],
];

describe("stains match the reference", () => {
  for (const [set, background, pixel, expected, first, second, third] of reference) {
    const look = { ...stainSettingsOf(set), background };
    it(`${set}, ${pixel} under ${background}: amount of each`, () => {
      for (const [stain, amount] of concentrationsOf(pixel, look).entries())
        expect(amount).toBeCloseTo(expected[stain] as number, 3);
    });
    it(`${set}, ${pixel} under ${background}: each alone`, () => {
      for (const [shown, light] of [[FIRST, first] as const, [SECOND, second] as const, [THIRD, third] as const]) {
        if (light === null) continue;
        for (const [axis, value] of painted({ ...look, shown }, pixel).entries())
          expect(Math.abs(value - (light[axis] as number))).toBeLessThanOrEqual(1);
      }
    });
  }
});

describe("the displayed stains", () => {
  const look = stainSettingsOf("he");
  it("two together are the slide without the residual", () =>
    // numpy: round(255 * 10 ** -(c0 * row0 + c1 * row1)) of the first row above.
    expect(painted({ ...look, shown: [true, true, false] }, [120, 80, 160])).toEqual([119, 79, 169]));
  it("one alone in grey: 255 * 10 ** -c", () =>
    expect(painted({ ...look, shown: FIRST, isGrey: true }, [120, 80, 160])).toEqual([83, 83, 83]));
  it("shows the residual of a pair in grey, whatever its sign", () => {
    const dabLook = { ...stainSettingsOf("hDab"), shown: THIRD };
    // 255 * 10 ** -0.0881
    expect(painted(dabLook, [120, 80, 160])).toEqual([208, 208, 208]);
  });
  it("none of them: only the background light", () =>
    expect(painted({ ...look, background: LAMP, shown: [false, false, false] }, [120, 80, 160])).toEqual([...LAMP]));
  it("all of them: the unchanged slide, with nothing to paint", () => expect(createStainPainter(look)).toBeNull());
  it("leaves the slide unchanged if the stains cannot be separated", () =>
    expect(
      createStainPainter({ ...look, shown: FIRST, vectors: [look.vectors[0], look.vectors[0]] as never }),
    ).toBeNull());
  it("transparent pixels stay transparent", () => {
    const painter = createStainPainter({ ...look, shown: FIRST });
    expect([...(painter?.paint(Uint8ClampedArray.from([0, 0, 0, 0])) ?? [])][3]).toBe(0);
  });
});

describe("separated and recombined", () => {
  for (const set of STAIN_SET_NAMES) {
    it(`${set}: each pixel is restored within 2`, () => {
      const look = { ...stainSettingsOf(set), background: LAMP };
      for (let red = 1; red <= 240; red += 17)
        for (let green = 1; green <= 238; green += 17)
          for (let blue = 1; blue <= 244; blue += 17) {
            const back = lightOf(concentrationsOf([red, green, blue], look), look) ?? [0, 0, 0];
            const off = Math.max(Math.abs(back[0] - red), Math.abs(back[1] - green), Math.abs(back[2] - blue));
            if (off > 2) expect.fail(`${red},${green},${blue} came back as ${back}`);
          }
    });
  }

  it("a pixel of one stain contains nothing of the others", () => {
    const look = stainSettingsOf("heDab");
    for (const stain of [0, 1, 2] as const) {
      const amounts: [number, number, number] = [0, 0, 0];
      amounts[stain] = 0.5;
      const light = lightOf(amounts, look) ?? [0, 0, 0];
      const found = concentrationsOf(light, look);
      for (const other of [0, 1, 2] as const) expect(Math.abs(found[other] - amounts[other])).toBeLessThan(0.01);
    }
  });
});

describe("a stain picked on the slide", () => {
  it("is the vector of the picked colour", () => {
    const vector = normalised(stainSet("hDab").vectors[1] ?? [0, 0, 0]);
    const light = lightOf([0, 0.6, 0], stainSettingsOf("hDab")) ?? [0, 0, 0];
    for (const [axis, value] of (stainVectorOf(light, [255, 255, 255]) ?? []).entries())
      expect(value).toBeCloseTo(vector[axis] as number, 2);
  });
  it("is null without tissue", () => expect(stainVectorOf([250, 251, 249], [255, 255, 255])).toBeNull());
  it("has no negative values if a pixel is brighter than the background", () =>
    expect(stainVectorOf([250, 60, 60], [240, 240, 240])?.[0]).toBe(0));
});
