import { describe, expect, it } from "vitest";
import {
  type AnswerProblem,
  answerProblem,
  answerProblems,
  answersBelongTo,
  ENROLLMENT_ANSWER_MAX_CHARACTERS,
  ENROLLMENT_FIELD_ID,
  ENROLLMENT_FIELD_TITLE_MAX_CHARACTERS,
  ENROLLMENT_FIELDS_MAX,
  ENROLLMENT_OPTION_MAX_CHARACTERS,
  ENROLLMENT_OPTIONS_MAX,
  type EnrollmentField,
  type FieldProblem,
  fieldProblem,
  formProblem,
  repeatedOption,
  retypedField,
  tidyField,
  withFields,
} from "./enrollment-form.ts";

const field = (facts: Partial<EnrollmentField> = {}): EnrollmentField => ({
  id: "a",
  title: "Matriculation number",
  type: "text",
  options: [],
  ...facts,
});
const select = (...options: string[]) => field({ type: "select", options });
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `Option ${index}`);

const wrong: [what: string, field: EnrollmentField, FieldProblem | null][] = [
  ["a text", field(), null],
  ["a country", field({ type: "country" }), null],
  ["no title", field({ title: "" }), "titleMissing"],
  ["a title of spaces", field({ title: "  " }), "titleMissing"],
  ["the longest title", field({ title: "a".repeat(ENROLLMENT_FIELD_TITLE_MAX_CHARACTERS) }), null],
  ["one longer", field({ title: "a".repeat(ENROLLMENT_FIELD_TITLE_MAX_CHARACTERS + 1) }), "titleTooLong"],
  ["a choice of two", select("Yes", "No"), null],
  ["a choice of one", select("Yes"), "tooFewOptions"],
  ["a choice of none", select(), "tooFewOptions"],
  ["one and an empty line", select("Yes", "  "), "tooFewOptions"],
  ["the same twice", select("Yes", "No", "Yes"), "sameOption"],
  ["the same except for spaces", select("Yes", " Yes "), "sameOption"],
  ["the same except for case", select("yes", "Yes"), null],
  ["the most options", select(...numbered(ENROLLMENT_OPTIONS_MAX)), null],
  ["one more", select(...numbered(ENROLLMENT_OPTIONS_MAX + 1)), "tooManyOptions"],
  ["the longest option", select("Yes", "a".repeat(ENROLLMENT_OPTION_MAX_CHARACTERS)), null],
  ["one longer", select("Yes", "a".repeat(ENROLLMENT_OPTION_MAX_CHARACTERS + 1)), "optionTooLong"],
  ["a text with leftover options", field({ options: ["x", "x"] }), null],
];
describe("a field of a form", () => {
  for (const [what, field, problem] of wrong)
    it(`${what}: ${problem ?? "right"}`, () => expect(fieldProblem(field)).toBe(problem));

  it("is stored without surrounding white space, empty lines and options of other types", () => {
    expect(tidyField({ ...select(" Yes ", "", "No"), title: " Sure? " })).toEqual({
      ...select("Yes", "No"),
      title: "Sure?",
    });
    expect(tidyField(field({ type: "country", options: ["x"] })).options).toEqual([]);
  });

  it("reports a duplicate option", () => {
    expect(repeatedOption(["a", "b ", "", "", "b"])).toBe("b");
    expect(repeatedOption(["a", "b"])).toBeNull();
  });

  const ids: [id: string, isOne: boolean][] = [
    ["f-1a2b", true],
    ["a".repeat(40), true],
    ["a".repeat(41), false],
    ["", false],
    ["__proto__", false],
    ["a b", false],
    ["a\n", false],
  ];
  for (const [id, isOne] of ids)
    it(`${JSON.stringify(id)} is ${isOne ? "an" : "not an"} ID`, () =>
      expect(ENROLLMENT_FIELD_ID.test(id)).toBe(isOne));
});

describe("a form", () => {
  it("can have no fields", () => expect(formProblem([])).toBeNull());
  it("has a limited number of fields", () => {
    const fields = numbered(ENROLLMENT_FIELDS_MAX + 1).map((_, index) => field({ id: `f${index}` }));
    expect(formProblem(fields.slice(1))).toBeNull();
    expect(formProblem(fields)).toEqual({ problem: "tooManyFields" });
  });
  it("has no two fields with the same ID", () =>
    expect(formProblem([field(), field({ id: "b" }), field({ title: "Other" })])).toMatchObject({
      problem: "sameId",
      field: { title: "Other" },
    }));
  it("reports the invalid field", () =>
    expect(formProblem([field(), field({ id: "b", title: "" })])).toMatchObject({
      problem: "titleMissing",
      field: { id: "b" },
    }));
});

const answers: [field: EnrollmentField, value: string, AnswerProblem | null][] = [
  [field(), "4711", null],
  [field(), "", "empty"],
  [field(), " \t", "empty"],
  [field(), "a".repeat(ENROLLMENT_ANSWER_MAX_CHARACTERS), null],
  [field(), ` ${"a".repeat(ENROLLMENT_ANSWER_MAX_CHARACTERS)} `, null],
  [field(), "a".repeat(ENROLLMENT_ANSWER_MAX_CHARACTERS + 1), "tooLong"],
  [select("Yes", "No"), "Yes", null],
  [select("Yes", "No"), "", "empty"],
  [select("Yes", "No"), "Perhaps", "notAnOption"],
  [select("Yes", "No"), "yes", "notAnOption"],
  [field({ type: "country" }), "DE", null],
  [field({ type: "country" }), "", "empty"],
  [field({ type: "country" }), "de", "notACountry"],
  [field({ type: "country" }), "Germany", "notACountry"],
  [field({ type: "country" }), "XX", "notACountry"],
];
describe("an answer", () => {
  for (const [formField, value, problem] of answers)
    it(`${formField.type}: ${JSON.stringify(value.slice(0, 20))} (${value.length}): ${problem ?? "right"}`, () =>
      expect(answerProblem(formField, value)).toBe(problem));

  const fields = [field({ id: "number" }), { ...select("1", "2"), id: "semester" }, field({ id: "constructor" })];
  it("is required for every field; a missing one is empty", () =>
    expect([
      ...answerProblems(fields, [
        { id: "semester", value: "3" },
        { id: "number", value: "4711" },
      ]),
    ]).toEqual([
      ["semester", "notAnOption"],
      ["constructor", "empty"],
    ]));

  const belonging: [ids: string[], doThey: boolean][] = [
    [[], true],
    [["number", "semester"], true],
    [["number", "number"], false],
    [["colour"], false],
    [["toString"], false],
  ];
  for (const [ids, doThey] of belonging)
    it(`answers to ${ids.join(", ") || "nothing"} ${doThey ? "belong" : "do not belong"} to the form`, () =>
      expect(
        answersBelongTo(
          fields,
          ids.map((id) => ({ id })),
        ),
      ).toBe(doThey));
});

describe("the fields of a form with registrations", () => {
  const [a, b, c] = [field({ id: "a" }), field({ id: "b" }), field({ id: "c" })];
  it("are kept when removed, and restored when added again", () => {
    const without = withFields({ fields: [a, b], formerFields: [c] }, [b]);
    expect(without).toEqual({ fields: [b], formerFields: [c, a] });
    expect(withFields(without, [a, b])).toEqual({ fields: [a, b], formerFields: [c] });
  });
  it("keep their type, also when removed; a new one can have any type", () => {
    const form = { fields: [a], formerFields: [b] };
    expect(retypedField(form, [{ ...a, title: "New" }, b, field({ id: "d", type: "country" })])).toBeNull();
    expect(retypedField(form, [{ ...a, type: "country" }])?.id).toBe("a");
    expect(retypedField(form, [a, { ...b, type: "select" }])?.id).toBe("b");
  });
});
