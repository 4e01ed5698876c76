/** Pure changes of a form's fields: each returns new fields. */
import type { EnrollmentField } from "@parfocal/core/enrollment/enrollment-form.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";

const ID_CHARACTERS = 12;

/** A text field; its ID never changes. */
export const newField = (): EnrollmentField => ({
  id: newIdempotencyKey().replaceAll("-", "").slice(0, ID_CHARACTERS).toLowerCase(),
  title: "",
  type: "text",
  options: [],
});

export const withChange = (
  fields: readonly EnrollmentField[],
  id: string,
  change: Partial<EnrollmentField>,
): EnrollmentField[] => fields.map((field) => (field.id === id ? { ...field, ...change } : field));

/** As typed; empty lines are removed when it is saved. */
export const optionsOf = (lines: string): string[] => (lines === "" ? [] : lines.split("\n"));
