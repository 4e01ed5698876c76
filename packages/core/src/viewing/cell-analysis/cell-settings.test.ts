import { describe, expect, it } from "vitest";
import {
  CELL_SETTING_LIMITS,
  type CellSettings,
  DEFAULT_CELL_SETTINGS,
  STAIN_KINDS,
  wrongCellSettings,
} from "./cell-settings.ts";

const GOOD = DEFAULT_CELL_SETTINGS["hematoxylin-dab"];

for (const stain of STAIN_KINDS)
  it(`the defaults for ${stain} are valid and have this stain`, () => {
    expect(wrongCellSettings(DEFAULT_CELL_SETTINGS[stain])).toEqual([]);
    expect(DEFAULT_CELL_SETTINGS[stain].stain).toBe(stain);
  });

describe("invalid settings are reported", () => {
  for (const [name, { min, max }] of Object.entries(CELL_SETTING_LIMITS) as [
    keyof CellSettings,
    { min: number; max: number },
  ][])
    for (const value of [min - 0.01, max + 0.01, Number.NaN, Number.POSITIVE_INFINITY])
      it(`${name} of ${value}`, () => expect(wrongCellSettings({ ...GOOD, [name]: value })).toContain(name));

  const others: readonly [name: keyof CellSettings, value: unknown][] = [
    ["stain", "giemsa"],
    ["maxAreaSquareMicrometres", GOOD.minAreaSquareMicrometres],
    ["dabThresholds", [0.4, 0.2, 0.6]],
    ["dabThresholds", [-0.1, 0.2, 0.6]],
    ["dabThresholds", [0.1, 0.2, Number.NaN]],
    ["incidentLight", [0, 240, 240]],
    [
      "stainVectors",
      [
        [0.65, 0.7, 0.29],
        [0.65, 0.7, 0.29],
      ],
    ],
    [
      "stainVectors",
      [
        [0.65, 0.7, 0.29],
        [Number.NaN, 0.7, 0.29],
      ],
    ],
  ];
  for (const [name, value] of others)
    it(`${name}: ${JSON.stringify(value)}`, () =>
      expect(wrongCellSettings({ ...GOOD, [name]: value } as CellSettings)).toContain(name));
});
