import { expect, it } from "vitest";
import { measurementText } from "./measurement-text.ts";

it("rounds lengths to a tenth of a micrometre and areas to a whole square micrometre", () => {
  expect(measurementText("en", { kind: "length", value: 123.44, unit: "µm" })).toBe("123.4\u202fµm");
  expect(measurementText("de", { kind: "area", value: 1234.56, unit: "µm²" })).toBe("1.235\u202fµm²");
  expect(measurementText("en", { kind: "area", value: 1.2346, unit: "mm²" })).toBe("1.235\u202fmm²");
});
