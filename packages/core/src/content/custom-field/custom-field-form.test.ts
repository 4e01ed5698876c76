import { describe, expect, it } from "vitest";
import type { FieldType } from "../item/field-type-names.ts";
import { isLeftEmpty, missingFormFields } from "./custom-field-form.ts";
import { fieldKeyOf, freeFieldKey } from "./field-key.ts";

const forms: [
  title: string,
  postType: string,
  fieldType: FieldType | "",
  defaultValues: string[],
  missing: string[],
][] = [
  ["Organ", "sz-image", "text", [], []],
  [" ", "", "", [], ["title", "postType", "fieldType"]],
  ["Organ", "sz-image", "select", [], ["defaultValues"]],
  ["Organ", "sz-image", "select", ["Kidney"], []],
  ["", "sz-image", "text", [], ["title"]],
];
describe("a custom field needs a title, a post type and a field type; a choice field needs default values", () => {
  for (const [title, postType, fieldType, defaultValues, missing] of forms)
    it(`${JSON.stringify([title, postType, fieldType, defaultValues])} lacks ${missing.join(", ") || "nothing"}`, () =>
      expect(missingFormFields({ title, postType, fieldType, defaultValues })).toEqual(missing));
});

const fields: [isRequired: boolean, isSystem: boolean, value: string, isLeft: boolean][] = [
  [true, false, "", true],
  [true, false, "  ", true],
  [true, false, "x", false],
  [false, false, "", false],
  [true, true, "", false],
];
describe("a required field must not be empty unless it is a system field", () => {
  for (const [isRequired, isSystem, value, isLeft] of fields)
    it(`required ${isRequired}, system ${isSystem}, ${JSON.stringify(value)}: ${isLeft}`, () =>
      expect(isLeftEmpty({ isRequired, isSystem }, value)).toBe(isLeft));
});

const keys: [title: string, key: string][] = [
  ["Organ system", "organ_system"],
  ["Größe (mm)", "grosse_mm"],
  ["Straße", "strasse"],
  ["  Ki-67  ", "ki_67"],
  ["臓器", "field"],
  ["!", "field"],
  ["a".repeat(80), "a".repeat(60)],
];
describe("the key of a field", () => {
  for (const [title, key] of keys)
    it(`${title.slice(0, 20)} -> ${key.slice(0, 20)}`, () => expect(fieldKeyOf(title)).toBe(key));
  it("gets a number if it already exists", () => {
    expect(freeFieldKey("Organ", new Set(["organ", "organ_2"]))).toBe("organ_3");
    expect(freeFieldKey("Organ", new Set())).toBe("organ");
  });
});
