/**
 * Enrollment forms: what may stand in one, what is a right answer, and what becomes of fields once people have answered.
 *
 * Source: spec part 1, section 3 ("Enrollment form": fields, each with options and a data type) and section 5
 * ("Enrollment registration: every field needs a non-empty value"); decision 0031.
 */
import { isCountryCode } from "../../content/custom-field/country-codes.ts";

export const ENROLLMENT_FIELD_TYPES = ["text", "select", "country"] as const;
export type EnrollmentFieldType = (typeof ENROLLMENT_FIELD_TYPES)[number];

export const ENROLLMENT_FIELDS_MAX = 50;
export const ENROLLMENT_FIELD_TITLE_MAX_CHARACTERS = 200;
export const ENROLLMENT_OPTIONS_MIN = 2;
export const ENROLLMENT_OPTIONS_MAX = 200;
export const ENROLLMENT_OPTION_MAX_CHARACTERS = 200;
export const ENROLLMENT_ANSWER_MAX_CHARACTERS = 500;
/** Given by whoever makes the field, and kept for good: answers are stored under it. */
export const ENROLLMENT_FIELD_ID = /^[a-z0-9-]{1,40}$/;

export interface EnrollmentField {
  readonly id: string;
  readonly title: string;
  readonly type: EnrollmentFieldType;
  /** What a select offers, in this order; of the other types none. */
  readonly options: readonly string[];
}

export type FieldFault =
  | "titleMissing"
  | "titleTooLong"
  | "tooFewOptions"
  | "tooManyOptions"
  | "optionTooLong"
  | "sameOption";

/** What is wrong with a field, and what to do. */
export const FIELD_FAULTS: Readonly<Record<FieldFault, string>> = {
  titleMissing: "Enter a label.",
  titleTooLong: `The label is too long. The limit is ${ENROLLMENT_FIELD_TITLE_MAX_CHARACTERS} characters.`,
  tooFewOptions: `Enter at least ${ENROLLMENT_OPTIONS_MIN} options, one per line.`,
  tooManyOptions: `Too many options. The limit is ${ENROLLMENT_OPTIONS_MAX}.`,
  optionTooLong: `An option is too long. The limit is ${ENROLLMENT_OPTION_MAX_CHARACTERS} characters.`,
  sameOption: "An option is listed twice. Remove one of them.",
};

/** A field as it is kept: without blanks at the rims, empty lines, and options that its type does not have. */
export function tidyField({ id, title, type, options }: EnrollmentField): EnrollmentField {
  const kept = type === "select" ? options.map((option) => option.trim()).filter((option) => option !== "") : [];
  return { id, title: title.trim(), type, options: kept };
}

/** The first thing that is wrong with a field, once it is tidied; null: nothing. */
export function fieldFault(field: EnrollmentField): FieldFault | null {
  const { title, type, options } = tidyField(field);
  if (title === "") return "titleMissing";
  if (title.length > ENROLLMENT_FIELD_TITLE_MAX_CHARACTERS) return "titleTooLong";
  if (type !== "select") return null;
  if (options.length > ENROLLMENT_OPTIONS_MAX) return "tooManyOptions";
  if (options.some((option) => option.length > ENROLLMENT_OPTION_MAX_CHARACTERS)) return "optionTooLong";
  if (repeatedOption(options) !== null) return "sameOption";
  return options.length < ENROLLMENT_OPTIONS_MIN ? "tooFewOptions" : null;
}

/** The first option that stands there twice, blanks at the rims aside; null: none does. */
export function repeatedOption(options: readonly string[]): string | null {
  const kept = options.map((option) => option.trim()).filter((option) => option !== "");
  return kept.find((option, place) => kept.indexOf(option) !== place) ?? null;
}

/** A form without fields is allowed: it only registers. */
export type FormFault =
  | { readonly fault: "tooManyFields" }
  | { readonly fault: "sameId" | FieldFault; readonly field: EnrollmentField };

/** The first thing that is wrong with the fields of a form; null: nothing. */
export function formFault(fields: readonly EnrollmentField[]): FormFault | null {
  if (fields.length > ENROLLMENT_FIELDS_MAX) return { fault: "tooManyFields" };
  for (const [place, field] of fields.entries()) {
    if (fields.findIndex(({ id }) => id === field.id) !== place) return { fault: "sameId", field };
    const fault = fieldFault(field);
    if (fault) return { fault, field };
  }
  return null;
}

export interface EnrollmentAnswer {
  /** Of the field. */
  readonly id: string;
  /** Of a country its code of two letters. */
  readonly value: string;
}

export type AnswerFault = "empty" | "tooLong" | "notAnOption" | "notACountry";

/** @param value as it was sent: blanks at the rims do not count. */
export function answerFault({ type, options }: EnrollmentField, value: string): AnswerFault | null {
  const answer = value.trim();
  if (answer === "") return "empty";
  if (type === "select") return options.includes(answer) ? null : "notAnOption";
  if (type === "country") return isCountryCode(answer) ? null : "notACountry";
  return answer.length > ENROLLMENT_ANSWER_MAX_CHARACTERS ? "tooLong" : null;
}

/** What is wrong with the answers, by id of the field and in the fields' order; one that is missing is empty. */
export function answerFaults(
  fields: readonly EnrollmentField[],
  answers: readonly EnrollmentAnswer[],
): ReadonlyMap<string, AnswerFault> {
  const given = new Map(answers.map(({ id, value }) => [id, value]));
  const faults = new Map<string, AnswerFault>();
  for (const field of fields) {
    const fault = answerFault(field, given.get(field.id) ?? "");
    if (fault) faults.set(field.id, fault);
  }
  return faults;
}

/** Whether each answer is to a field that is asked, and none is answered twice. */
export function answersBelongTo(
  fields: readonly EnrollmentField[],
  answers: readonly Pick<EnrollmentAnswer, "id">[],
): boolean {
  const ids = answers.map(({ id }) => id);
  return new Set(ids).size === ids.length && ids.every((id) => fields.some((field) => field.id === id));
}

/** The fields that a form asks, and those that it asked once. */
export interface AskedFields {
  readonly fields: readonly EnrollmentField[];
  /** Not asked any more; kept for the answers that there may be. */
  readonly formerFields: readonly EnrollmentField[];
}

/** What a form asked is not forgotten: what is left out is a former field, and one that is asked again is none. */
export function withFields(asked: AskedFields, fields: readonly EnrollmentField[]): AskedFields {
  const known = [...asked.formerFields, ...asked.fields];
  return { fields, formerFields: known.filter(({ id }) => !fields.some((field) => field.id === id)) };
}

/** The first field that would change its type under answers that were given to another; null: none does. */
export function retypedField(asked: AskedFields, fields: readonly EnrollmentField[]): EnrollmentField | null {
  const typeOf = new Map([...asked.formerFields, ...asked.fields].map(({ id, type }) => [id, type]));
  return fields.find(({ id, type }) => typeOf.has(id) && typeOf.get(id) !== type) ?? null;
}
