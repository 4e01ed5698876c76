import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { itemKindOfPostType } from "@parfocal/core/custom-field/field-types.ts";
import type { ShownField } from "@parfocal/core/custom-field/shown-field.contract.ts";
import { CARD_VALUE_MAX_CHARACTERS, type ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listValuesOfItems } from "./custom-field.queries.ts";
import type { CustomFieldRow } from "./custom-field.table.ts";

export function presentField(row: CustomFieldRow): CustomField {
  return {
    id: row.id,
    title: row.title,
    postType: row.post_type,
    itemType: itemKindOfPostType(row.post_type),
    fieldType: row.field_type,
    isSystem: row.is_system,
    isRequired: row.is_required,
    isPrimary: row.is_primary,
    defaultValues: row.default_values,
    fieldKey: row.field_key,
  };
}

/** Custom fields as shown with an item: those with a value, the primary one first. */
export async function presentFieldsOf(db: SiteDb, siteId: number, itemId: number): Promise<ShownField[]> {
  return (await presentFieldsOfEach(db, siteId, [itemId])).get(itemId) ?? [];
}

/** The same for several items in one query, by item; items without values are omitted. */
export async function presentFieldsOfEach(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, ShownField[]>> {
  const byItem = new Map<number, ShownField[]>();
  for (const { field, itemId, value } of await listValuesOfItems(db, siteId, itemIds)) {
    const shown = { fieldId: field.id, title: field.title, value, type: field.field_type, isPrimary: field.is_primary };
    byItem.set(itemId, [...(byItem.get(itemId) ?? []), shown]);
  }
  return byItem;
}

/** Values of primary fields as shown on cards, by item; items without one are omitted. */
export async function findPrimaryFields(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
): Promise<ReadonlyMap<number, NonNullable<ItemCard["primaryField"]>>> {
  const values = await listValuesOfItems(db, siteId, itemIds, true);
  return new Map(
    values.map(({ field, itemId, value }) => [
      itemId,
      { title: field.title, value: shortened(value), type: field.field_type },
    ]),
  );
}

function shortened(value: string): string {
  const characters = [...value];
  if (characters.length <= CARD_VALUE_MAX_CHARACTERS) return value;
  return `${characters.slice(0, CARD_VALUE_MAX_CHARACTERS - 1).join("")}…`;
}
