import type { Measurement } from "@parfocal/core/geometry/measurement.ts";
import { describe, expect, it } from "vitest";
import { formatMeasurement } from "./measurement-text.ts";

const cases: [Measurement, string, string][] = [
  [{ kind: "length", value: 0.123_45, unit: "µm" }, "en", "0.123 µm"],
  [{ kind: "length", value: 12.345, unit: "µm" }, "en", "12.35 µm"],
  [{ kind: "length", value: 999.96, unit: "µm" }, "en", "1,000 µm"],
  [{ kind: "length", value: 1.234_56, unit: "mm" }, "de", "1,235 mm"],
  [{ kind: "area", value: 52_800.458, unit: "µm²" }, "en", "52,800 µm²"],
];
describe("a measurement", () => {
  for (const [measurement, locale, text] of cases) {
    it(text, () => expect(formatMeasurement(measurement, locale).replace("\u202f", " ")).toBe(text));
  }
});
