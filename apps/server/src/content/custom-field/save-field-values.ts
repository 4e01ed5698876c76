/** Writes values of custom fields: all or none. */
import { isLeftEmpty } from "@parfocal/core/custom-field/custom-field-form.ts";
import {
  FIELD_TYPES,
  isFieldValue,
  itemKindOfPostType,
  tidyFieldValue,
} from "@parfocal/core/custom-field/field-types.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import { findItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { holdField, writeValue } from "./custom-field.queries.ts";
import type { CustomFieldRow } from "./custom-field.table.ts";
import { fieldNotFound } from "./define-field.ts";

interface SentValue {
  readonly itemId: number;
  readonly fieldId: number;
  /** Empty: no value. */
  readonly value: string;
}

/**
 * Call inside a transaction.
 *
 * @returns the number of items written to.
 * @throws AppError `notFound` if a field, or an item of the field's kind, does not exist; `invalid` with the codes
 * `{itemId}.{fieldId}` of required fields that were left empty, or of the first value that does not fit.
 */
export async function saveValues(db: SiteDb, siteId: number, values: readonly SentValue[]): Promise<number> {
  const fields = new Map<number, CustomFieldRow>();
  const leftEmpty: string[] = [];
  // In the order of IDs, so that concurrent requests for the same items cannot deadlock.
  for (const { itemId, fieldId, value } of values.toSorted(
    (one, other) => one.itemId - other.itemId || one.fieldId - other.fieldId,
  )) {
    // Locked until the values are stored, so that a concurrent change of the field sees them and none becomes invalid.
    const field = fields.get(fieldId) ?? (await holdField(db, siteId, fieldId));
    if (!field) throw fieldNotFound();
    fields.set(fieldId, field);
    if (!(await findItem(db, siteId, itemId, itemKindOfPostType(field.post_type)))) throw itemNotFound();
    const tidied = tidyFieldValue(field.field_type, value);
    const code = `${itemId}.${fieldId}`;
    if (isLeftEmpty({ isRequired: field.is_required, isSystem: field.is_system }, tidied)) leftEmpty.push(code);
    else if (isFieldValue(field.field_type, tidied, field.default_values))
      await writeValue(db, siteId, { itemId, fieldId, value: tidied });
    else
      throw new AppError("invalid", `"${field.title}" must be ${FIELD_TYPES[field.field_type].wants}.`, {
        codes: [code],
      });
  }
  if (leftEmpty.length > 0) throw new AppError("invalid", message("field.required"), { codes: leftEmpty });
  return new Set(values.map(({ itemId }) => itemId)).size;
}

const itemNotFound = () => new AppError("notFound", "No item with this field was found.");
