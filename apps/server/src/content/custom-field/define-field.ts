/** Creates and changes custom fields. Changes that would make existing values invalid are rejected. */
import { missingFormFields } from "@parfocal/core/custom-field/custom-field-form.ts";
import { freeFieldKey } from "@parfocal/core/custom-field/field-key.ts";
import { FIELD_TYPES, isFieldValue, tidyFieldValue } from "@parfocal/core/custom-field/field-types.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import type { FieldType } from "@parfocal/core/item/field-type-names.ts";
import type { SiteDb } from "#platform/db/database.ts";
import {
  clearPrimary,
  insertField,
  listValuesOfField,
  lockField,
  lockFieldKeys,
  replaceValues,
  updateField,
} from "./custom-field.queries.ts";
import type { CustomFieldRow } from "./custom-field.table.ts";

interface CustomFieldInput {
  readonly title: string;
  readonly postType: string;
  readonly fieldType: FieldType;
  readonly isRequired: boolean;
  readonly defaultValues: readonly string[];
}

export const fieldNotFound = () => notFound("Custom field");

function assertComplete(form: CustomFieldInput): void {
  const missing = missingFormFields(form);
  if (missing.length > 0) throw new AppError("invalid", `Fill in ${missing.join(" and ")}.`, { codes: missing });
}

/** The key is derived from the title and never changes. @throws AppError `invalid` if a required part is missing. */
export async function addField(db: SiteDb, siteId: number, fields: CustomFieldInput): Promise<CustomFieldRow> {
  assertComplete(fields);
  const taken = await lockFieldKeys(db, siteId, fields.postType);
  return insertField(db, siteId, {
    title: fields.title,
    post_type: fields.postType,
    field_type: fields.fieldType,
    field_key: freeFieldKey(fields.title, taken),
    is_required: fields.isRequired,
    default_values: [...fields.defaultValues],
  });
}

type Change = { readonly [Key in keyof CustomFieldInput]: CustomFieldInput[Key] | undefined };

/**
 * @throws AppError `notFound`; `forbidden` for a change of a system field's type; `invalid` if a required part is
 * missing, or if existing values would become invalid.
 */
export async function changeField(db: SiteDb, siteId: number, id: number, change: Partial<Change>): Promise<void> {
  const field = await lockField(db, siteId, id);
  if (!field) throw fieldNotFound();
  const next: CustomFieldInput = {
    title: change.title ?? field.title,
    postType: change.postType ?? field.post_type,
    fieldType: change.fieldType ?? field.field_type,
    isRequired: change.isRequired ?? field.is_required,
    defaultValues: change.defaultValues ?? field.default_values,
  };
  assertComplete(next);
  const isMoved = next.postType !== field.post_type;
  if (field.is_system && (isMoved || next.fieldType !== field.field_type))
    throw new AppError("forbidden", "The type of a system field cannot be changed.", { codes: ["isSystem"] });
  const values = await listValuesOfField(db, siteId, id);
  if (isMoved && values.length > 0)
    throw new AppError("invalid", "The content type cannot be changed because the field has values.", {
      codes: ["postType"],
    });
  const misfit = values.find((value) => !isFieldValue(next.fieldType, value, next.defaultValues));
  if (misfit !== undefined)
    throw new AppError("invalid", `The value “${misfit}” is in use and is not ${FIELD_TYPES[next.fieldType].wants}.`, {
      codes: [next.fieldType === field.field_type ? "defaultValues" : "fieldType"],
    });
  // Suggestions and the search expect the keywords of a list as they are stored when entered.
  const changes = values.map((value) => ({ value, next: tidyFieldValue(next.fieldType, value) }));
  const untidy = changes.filter((one) => one.next !== one.value);
  if (untidy.length > 0) await replaceValues(db, siteId, id, untidy);
  const key = isMoved ? freeFieldKey(next.title, await lockFieldKeys(db, siteId, next.postType)) : field.field_key;
  await updateField(db, siteId, id, {
    title: next.title,
    post_type: next.postType,
    field_type: next.fieldType,
    field_key: key,
    is_required: next.isRequired,
    default_values: [...next.defaultValues],
    // The new post type may already have a primary field.
    ...(isMoved ? { is_primary: false } : {}),
  });
}

/** At most one for each post type. @throws AppError `notFound`. */
export async function choosePrimary(db: SiteDb, siteId: number, id: number, isPrimary: boolean): Promise<void> {
  const field = await lockField(db, siteId, id);
  if (!field) throw fieldNotFound();
  // The second of two concurrent requests waits here, and sees what the first has chosen.
  await lockFieldKeys(db, siteId, field.post_type);
  if (isPrimary) await clearPrimary(db, siteId, field.post_type);
  await updateField(db, siteId, id, { is_primary: isPrimary });
}
