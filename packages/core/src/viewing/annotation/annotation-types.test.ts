import { expect, it } from "vitest";
import { ANNOTATION_TYPES, annotationTypeOf, DRAWN_TYPE_NAMES, idOfDrawnType } from "./annotation-types.ts";

it("the specification's IDs have its types: 2 image, 8 bound point, 201 and 211 polygon", () => {
  expect([2, 8, 201, 211].map((id) => annotationTypeOf(id)?.name)).toEqual([
    "image",
    "bound-point",
    "polygon",
    "polygon",
  ]);
});

it("our own IDs are above 211, and each ID is unique", () => {
  const ids = ANNOTATION_TYPES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const ours = ids.filter((id) => ![2, 8, 201, 211].includes(id));
  expect(Math.min(...ours)).toBeGreaterThan(211);
});

it("a drawn polygon is saved as 211, and every drawn type with the ID of its name", () => {
  expect(idOfDrawnType("polygon")).toBe(211);
  for (const name of DRAWN_TYPE_NAMES) expect(annotationTypeOf(idOfDrawnType(name))?.name).toBe(name);
});

it("an unknown ID has no type", () => expect(annotationTypeOf(-1)).toBeUndefined());
