/**
 * Validation of the custom field form, and of required fields of an item.
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

/** Names of the missing values: always title, postType and fieldType; for a choice also defaultValues. */
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

/** Whether a required field is left empty, so that it is marked red. System fields are filled automatically. */
export function isLeftEmpty({ isRequired, isSystem }: FieldToFill, value: string): boolean {
  return isRequired && !isSystem && value.trim() === "";
}
