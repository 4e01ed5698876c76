/**
 * When a custom field's form is complete, and which fields of an item must still be filled in.
 *
 * Source: spec part 1, section 5.
 */
import type { FieldType } from "../item/field-type-names.ts";

interface FieldForm {
  readonly title: string;
  readonly postType: string;
  /** Empty: not chosen yet. */
  readonly fieldType: FieldType | "";
  readonly defaultValues: readonly string[];
}

/** Names of what is missing: title, postType and fieldType always, defaultValues for a choice. */
export function missingFormFields(form: FieldForm): ("title" | "postType" | "fieldType" | "defaultValues")[] {
  return [
    ...(form.title.trim() === "" ? (["title"] as const) : []),
    ...(form.postType === "" ? (["postType"] as const) : []),
    ...(form.fieldType === "" ? (["fieldType"] as const) : []),
    ...(form.fieldType === "select" && form.defaultValues.length === 0 ? (["defaultValues"] as const) : []),
  ];
}

interface FieldToFill {
  readonly isRequired: boolean;
  readonly isSystem: boolean;
}

/** Whether a value leaves a required field empty: it is then marked red. System fields fill themselves. */
export function isLeftEmpty({ isRequired, isSystem }: FieldToFill, value: string): boolean {
  return isRequired && !isSystem && value.trim() === "";
}
