import { describe, expect, it } from "vitest";
import type { FieldType } from "../item/field-type-names.ts";
import { COUNTRY_CODES, listCountries } from "./country-codes.ts";
import { isFieldValue, itemKindOfPostType, POST_TYPES, splitList, tidyFieldValue } from "./field-types.ts";

const values: [type: FieldType, value: string, fits: boolean][] = [
  ["text", "anything", true],
  ["text", "", true],
  ["select", "Kidney", true],
  ["select", "Lung", false],
  ["select", "kidney", false],
  ["select", "", true],
  ["country", "AT", true],
  ["country", "Austria", false],
  ["country", "at", false],
  ["number", "12", true],
  ["number", "-0.5", true],
  ["number", "0,25", true],
  ["number", "1e3", true],
  ["number", "12 mm", false],
  ["number", ".", false],
  ["date", "2026-02-28", true],
  ["date", "2026-02-29", false],
  ["date", "28.2.2026", false],
  ["link", "https://atlas.example.org", true],
  ["link", "javascript:alert(1)", false],
  ["tags", "a, b", true],
];
describe("a value of a field", () => {
  for (const [type, value, fits] of values)
    it(`${type} ${JSON.stringify(value)} ${fits ? "fits" : "does not fit"}`, () =>
      expect(isFieldValue(type, value, ["Kidney", "Liver"])).toBe(fits));
});

const lists: [entered: string | string[], list: string[]][] = [
  ["Kidney, Liver ,  Skin", ["Kidney", "Liver", "Skin"]],
  ["Kidney,,Liver,", ["Kidney", "Liver"]],
  [
    ["Kidney ", "Liver, Skin"],
    ["Kidney", "Liver", "Skin"],
  ],
  ["Kidney, Kidney", ["Kidney"]],
  [" , ", []],
  ["", []],
];
describe("default values entered with commas are split into a trimmed list", () => {
  for (const [entered, list] of lists) it(JSON.stringify(entered), () => expect(splitList(entered)).toEqual(list));
});

it("tags are split into single values, other values are trimmed", () => {
  expect(tidyFieldValue("tags", " IgA ,  PAS,,")).toBe("IgA, PAS");
  expect(tidyFieldValue("text", " one, two ")).toBe("one, two");
});

it("a post type is an entity type and maps to a content type", () => {
  expect(POST_TYPES).toContain("sz-image");
  expect(itemKindOfPostType("sz-image")).toBe("image");
  expect(() => itemKindOfPostType("sz-course")).toThrow(RangeError);
});

it("there are 249 countries, each with a name", () => {
  expect(new Set(COUNTRY_CODES).size).toBe(249);
  const named = listCountries("en");
  expect(named).toHaveLength(249);
  expect(named.find(({ code }) => code === "AT")?.name).toBe("Austria");
  expect(named.filter(({ code, name }) => code === name)).toEqual([]);
});
