import { expect, it } from "vitest";
import { z } from "zod";
import { FormBody, readForm, valuesOf } from "./form-body.ts";

const SCHEMA = z.strictObject({
  title: z.string(),
  count: z.int().optional(),
  isOpen: z.boolean().optional(),
  ids: z.array(z.int()).optional(),
  names: z.array(z.string()).optional(),
  place: z.strictObject({ x: z.number() }).nullable().optional(),
});
const read = (text: string) => SCHEMA.safeParse(valuesOf(readForm(text), SCHEMA));

it("fields have the types that the call expects; a text of digits stays a text if one is expected", () => {
  expect(read("title=12&count=3&isOpen=true&ids[]=1&ids[]=2&names[]=4&place=%7B%22x%22%3A1.5%7D").data).toEqual({
    title: "12",
    count: 3,
    isOpen: true,
    ids: [1, 2],
    names: ["4"],
    place: { x: 1.5 },
  });
});

it("a repeated name is a list, and a single list entry stays a list", () => {
  expect(readForm("a=1&a=2&b[]=3")).toEqual(new FormBody({ a: ["1", "2"], b: ["3"] }));
});

it("values that the schema rejects stay rejected", () => {
  for (const text of ["count=3", "title=a&count=many", "title=a&unknown=1", "title=a&title=b", "__proto__=1&title=a"])
    expect(read(text).success, text).toBe(false);
});

it("rejects more fields than any call has", () => {
  expect(() => readForm("a[]=1&".repeat(2_001))).toThrow(/too many fields/);
});
