import { describe, expect, it } from "vitest";
import { STAIN_SET_NAMES } from "./stain-sets.ts";
import { formatStainLook, hasOwnVectors, parseStainLook, showsAllStains, stainSettingsOf } from "./stain-settings.ts";

describe("stain settings as text", () => {
  for (const set of STAIN_SET_NAMES)
    it(`${set}: is restored unchanged`, () => {
      const look = {
        ...stainSettingsOf(set),
        shown: [true, false, false],
        background: [240, 238, 244],
        isGrey: true,
      } as const;
      expect(parseStainLook(formatStainLook(look))).toEqual(look);
    });

  it("contain set, stains, colour or grey, and background", () =>
    expect(formatStainLook({ ...stainSettingsOf("heDab"), shown: [false, false, true] })).toBe(
      "heDab,001,c,255,255,255",
    ));

  it("contain custom vectors with four digits", () => {
    const vectors = [
      [0.61234567, 0.7, 0.3],
      [0.1, 0.9, 0.4],
    ] as const;
    const text = formatStainLook({ ...stainSettingsOf("he"), vectors });
    expect(text).toBe("he,111,c,255,255,255,0.6123,0.7,0.3,0.1,0.9,0.4");
    expect(parseStainLook(text)?.vectors).toEqual([
      [0.6123, 0.7, 0.3],
      [0.1, 0.9, 0.4],
    ]);
  });

  const wrong = [
    "",
    "he",
    "xy,111,c,255,255,255",
    "he,11,c,255,255,255",
    "he,111,x,255,255,255",
    "he,111,c,255,255",
    "he,111,c,256,255,255",
    "he,111,c,0,255,255",
    "he,111,c,255,255,255,0.5",
    "he,111,c,255,255,255,0.6,0.7,0.3,0.6,0.7,0.3",
    "he,111,c,255,255,255,2,0.7,0.3,0.1,0.9,0.4",
    "heDab,111,c,255,255,255,0.6,0.7,0.3,0.1,0.9,0.4",
    "he,111,c,NaN,255,255",
  ];
  for (const text of wrong) it(`"${text}" is invalid`, () => expect(parseStainLook(text)).toBeNull());
});

it("the slide is unchanged while all stains are shown", () => {
  expect(showsAllStains(stainSettingsOf("he"))).toBe(true);
  expect(showsAllStains({ ...stainSettingsOf("he"), shown: [true, true, false] })).toBe(false);
});

it("vectors are custom once one differs from the set's", () => {
  expect(hasOwnVectors(stainSettingsOf("hDab"))).toBe(false);
  const { vectors } = stainSettingsOf("hDab");
  expect(hasOwnVectors({ ...stainSettingsOf("hDab"), vectors: [vectors[0] ?? [0, 0, 0], [0.3, 0.6, 0.7]] })).toBe(true);
});
