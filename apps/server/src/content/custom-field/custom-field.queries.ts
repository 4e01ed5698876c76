import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import type { CustomFieldRow } from "./custom-field.table.ts";

/** Primary fields of each content type first, then in order of creation. */
export function listFields(db: SiteDb, siteId: number, kind?: ItemKind): Promise<CustomFieldRow[]> {
  return db
    .selectFrom("custom_field")
    .selectAll()
    .where("site_id", "=", siteId)
    .$if(kind !== undefined, (query) => query.where("post_type", "=", ITEM_KINDS[kind as ItemKind].entityType ?? ""))
    .orderBy("post_type")
    .orderBy("is_primary", "desc")
    .orderBy("id")
    .execute();
}

export function findField(db: SiteDb, siteId: number, id: number): Promise<CustomFieldRow | undefined> {
  return db
    .selectFrom("custom_field")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Prevents changes to the field until the transaction ends; several transactions may hold it at once. */
export function holdField(db: SiteDb, siteId: number, id: number): Promise<CustomFieldRow | undefined> {
  return db
    .selectFrom("custom_field")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
}

export function lockField(db: SiteDb, siteId: number, id: number): Promise<CustomFieldRow | undefined> {
  return db
    .selectFrom("custom_field")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

type NewField = Pick<
  CustomFieldRow,
  "title" | "post_type" | "field_type" | "field_key" | "is_required" | "default_values"
> &
  Partial<Pick<CustomFieldRow, "is_system" | "is_primary">>;

export function insertField(db: SiteDb, siteId: number, field: NewField): Promise<CustomFieldRow> {
  return db
    .insertInto("custom_field")
    .values({ site_id: siteId, ...field })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keys of a post type's fields; other transactions that need a new key wait for the end of this one. */
export async function lockFieldKeys(db: SiteDb, siteId: number, postType: string): Promise<Set<string>> {
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`custom_field ${siteId} ${postType}`}))`.execute(db);
  const rows = await db
    .selectFrom("custom_field")
    .select("field_key")
    .where("site_id", "=", siteId)
    .where("post_type", "=", postType)
    .execute();
  return new Set(rows.map(({ field_key }) => field_key));
}

export async function updateField(
  db: SiteDb,
  siteId: number,
  id: number,
  change: Partial<Omit<NewField, "is_system">>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable("custom_field").set(change).where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** Afterwards the post type has no primary field. */
export async function clearPrimary(db: SiteDb, siteId: number, postType: string): Promise<void> {
  await db
    .updateTable("custom_field")
    .set({ is_primary: false })
    .where("site_id", "=", siteId)
    .where("post_type", "=", postType)
    .where("is_primary", "=", true)
    .execute();
}

/** Number of items with a value in a field. */
export async function countValues(db: SiteDb, siteId: number, fieldId: number): Promise<number> {
  const { count } = await db
    .selectFrom("custom_field_value")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("site_id", "=", siteId)
    .where("field_id", "=", fieldId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Also deletes its values. */
export async function deleteField(db: SiteDb, siteId: number, id: number): Promise<void> {
  await db.deleteFrom("custom_field").where("site_id", "=", siteId).where("id", "=", id).execute();
}

/** All distinct values of a field. */
export async function listValuesOfField(db: SiteDb, siteId: number, fieldId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("custom_field_value")
    .select("value")
    .distinct()
    .where("site_id", "=", siteId)
    .where("field_id", "=", fieldId)
    .execute();
  return rows.map(({ value }) => value);
}

/** Replaces values of a field wherever they occur. @param changes `next` is empty: no value. */
export async function replaceValues(
  db: SiteDb,
  siteId: number,
  fieldId: number,
  changes: readonly { readonly value: string; readonly next: string }[],
): Promise<void> {
  const nonEmpty = changes.filter(({ next }) => next !== "");
  await sql`
    UPDATE custom_field_value SET value = change.next, updated_at = now()
    FROM unnest(${nonEmpty.map(({ value }) => value)}::text[], ${nonEmpty.map(({ next }) => next)}::text[]) AS change (value, next)
    WHERE site_id = ${siteId} AND field_id = ${fieldId} AND custom_field_value.value = change.value
  `.execute(db);
  const empty = changes.filter(({ next }) => next === "").map(({ value }) => value);
  await sql`
    DELETE FROM custom_field_value
    WHERE site_id = ${siteId} AND field_id = ${fieldId} AND value = ANY (${empty}::text[])
  `.execute(db);
}

/**
 * Distinct values of a field that contain `q`, case-insensitive; for a list each of its words.
 *
 * @param most maximum number of values, in alphabetical order.
 */
export async function listTags(
  db: SiteDb,
  siteId: number,
  fieldId: number,
  { q, isList, most }: { q: string; isList: boolean; most: number },
): Promise<string[]> {
  const pattern = containing(q);
  const { rows } = await sql<{ word: string }>`
    SELECT DISTINCT word FROM custom_field_value,
      unnest(CASE WHEN ${isList} THEN string_to_array(value, ', ') ELSE ARRAY[value] END) AS word
    WHERE site_id = ${siteId} AND field_id = ${fieldId} AND word ILIKE ${pattern}
    ORDER BY word LIMIT ${most}
  `.execute(db);
  return rows.map(({ word }) => word);
}

interface FieldValue {
  readonly field: CustomFieldRow;
  readonly itemId: number;
  readonly value: string;
}

/**
 * Values of items, each with its field, in the order of `listFields`. @param onlyPrimary whether to return only primary
 * fields.
 */
export async function listValuesOfItems(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
  onlyPrimary = false,
): Promise<FieldValue[]> {
  if (itemIds.length === 0) return [];
  const rows = await db
    .selectFrom("custom_field_value")
    .innerJoin("custom_field", (join) =>
      join
        .onRef("custom_field.id", "=", "custom_field_value.field_id")
        .onRef("custom_field.site_id", "=", "custom_field_value.site_id"),
    )
    .selectAll("custom_field")
    .select(["custom_field_value.item_id", "custom_field_value.value"])
    .where("custom_field_value.site_id", "=", siteId)
    .where("custom_field_value.item_id", "in", [...itemIds])
    .$if(onlyPrimary, (query) => query.where("custom_field.is_primary", "=", true))
    .orderBy("custom_field.is_primary", "desc")
    .orderBy("custom_field.id")
    .execute();
  return rows.map(({ item_id, value, ...field }) => ({ field, itemId: item_id, value }));
}

/** @param value empty: no value. */
export async function writeValue(
  db: SiteDb,
  siteId: number,
  { fieldId, itemId, value }: { fieldId: number; itemId: number; value: string },
): Promise<void> {
  if (value === "") {
    await db
      .deleteFrom("custom_field_value")
      .where("site_id", "=", siteId)
      .where("field_id", "=", fieldId)
      .where("item_id", "=", itemId)
      .execute();
    return;
  }
  await db
    .insertInto("custom_field_value")
    .values({ site_id: siteId, field_id: fieldId, item_id: itemId, value })
    .onConflict((conflict) =>
      conflict.columns(["field_id", "item_id"]).doUpdateSet({ value, updated_at: sql<Date>`now()` }),
    )
    .execute();
}
