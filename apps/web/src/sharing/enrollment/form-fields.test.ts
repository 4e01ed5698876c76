import { ENROLLMENT_FIELD_ID, formProblem } from "@parfocal/core/enrollment/enrollment-form.ts";
import { expect, it } from "vitest";
import { newField, optionsOf, withChange } from "./form-fields.ts";

it("a new field has an id of its own that the server accepts", () => {
  const fields = Array.from({ length: 200 }, newField);
  expect(new Set(fields.map(({ id }) => id)).size).toBe(200);
  for (const { id } of fields) expect(id).toMatch(ENROLLMENT_FIELD_ID);
  expect(formProblem([{ ...newField(), title: "Semester" }])).toBeNull();
});

it("one field is changed, the others stay", () => {
  const [one, other] = [newField(), newField()];
  expect(withChange([one, other], other.id, { title: "Town" })).toEqual([one, { ...other, title: "Town" }]);
});

it("each line is one option, as typed", () => {
  expect(optionsOf("")).toEqual([]);
  expect(optionsOf("1\n\n 2\n")).toEqual(["1", "", " 2", ""]);
});
