import type { FieldType } from "@parfocal/core/item/field-type-names.ts";
import { describe, expect, it } from "vitest";
import { fieldText } from "./field-text.ts";

const texts: [locale: string, type: FieldType, value: string, text: string][] = [
  ["en", "text", "Kidney", "Kidney"],
  ["en", "country", "AT", "Austria"],
  ["de", "country", "AT", "Österreich"],
  ["en", "date", "2026-02-03", "3 February 2026"],
  ["de", "date", "2026-02-03", "3. Februar 2026"],
  ["en", "number", "1234,5", "1,234.5"],
  ["de", "number", "1234.5", "1.234,5"],
  ["en", "tags", "IgA, PAS", "IgA, PAS"],
];
describe("a formatted value", () => {
  for (const [locale, type, value, text] of texts)
    it(`${locale}, ${type}: ${value} -> ${text}`, () => expect(fieldText(locale, { type, value })).toBe(text));
});
