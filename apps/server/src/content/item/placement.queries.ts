/**
 * Placements: the children of each parent and their order, read and written as whole lists, so that positions are
 * always 1 to n.
 */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { ItemRow } from "./item.table.ts";

/** Any number that no other type of lock in the database uses as its first key. */
const STRUCTURE_LOCK = 12_012;

/**
 * Blocks all other moves, reorders, copies, removals and restores of the site until the transaction ends. Callers that
 * only append (an upload) lock only their parent's row: `lockItems` waits for them.
 */
export async function lockStructure(db: SiteDb, siteId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${STRUCTURE_LOCK}, ${siteId}::int)`.execute(db);
}

/** Existing items by ID. */
export async function readItems(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ItemRow>> {
  const rows = await db
    .selectFrom("item")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "in", [...new Set(ids)])
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Existing items by ID; their rows are locked in ID order. Lock parents first, then their children. */
export async function lockItems(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ItemRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("item")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "in", [...new Set(ids)])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.filter((row) => row.deleted_at === null).map((row) => [row.id, row]));
}

export interface Place {
  readonly itemId: number;
  readonly kind: ItemKind;
  readonly title: string;
  readonly isActive: boolean;
  readonly annotationsActive: boolean;
}

/** Placements of a parent, in order. */
export async function listPlaces(db: SiteDb, siteId: number, parentId: number): Promise<Place[]> {
  return db
    .selectFrom("placement")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "placement.item_id").onRef("item.site_id", "=", "placement.site_id"),
    )
    .select([
      "placement.item_id as itemId",
      "item.kind",
      "item.title",
      "placement.is_active as isActive",
      "placement.annotations_active as annotationsActive",
    ])
    .where("placement.site_id", "=", siteId)
    .where("placement.parent_id", "=", parentId)
    .orderBy("placement.position")
    .execute();
}

/** Parent IDs of an item, including parents in the bin. */
export async function listParentIds(db: SiteDb, siteId: number, itemId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("placement")
    .select("parent_id")
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .orderBy("parent_id")
    .execute();
  return rows.map((row) => row.parent_id);
}

/** Whether an item is active in any of its parents, except those in the bin. True if it has no parent yet. */
export async function findWidestState(
  db: SiteDb,
  siteId: number,
  itemId: number,
): Promise<Pick<Place, "isActive" | "annotationsActive">> {
  const places = await db
    .selectFrom("placement")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "placement.parent_id").onRef("item.site_id", "=", "placement.site_id"),
    )
    .select(["placement.is_active", "placement.annotations_active"])
    .where("placement.site_id", "=", siteId)
    .where("placement.item_id", "=", itemId)
    .where("item.deleted_at", "is", null)
    .execute();
  return {
    isActive: places.length === 0 || places.some((place) => place.is_active),
    annotationsActive: places.length === 0 || places.some((place) => place.annotations_active),
  };
}

/** @param itemIds all children of the parent, in their new order. */
export async function writeOrder(
  db: SiteDb,
  siteId: number,
  parentId: number,
  itemIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE placement SET position = wanted.place
    FROM unnest(${[...itemIds]}::bigint[]) WITH ORDINALITY AS wanted (id, place)
    WHERE placement.site_id = ${siteId} AND placement.parent_id = ${parentId}
      AND placement.item_id = wanted.id AND placement.position <> wanted.place
  `.execute(db);
}

/** Adds items to a parent that does not contain them yet. @param order all its children afterwards, in order. */
export async function addPlaces(
  db: SiteDb,
  siteId: number,
  parentId: number,
  { places, order }: { places: readonly Omit<Place, "kind" | "title">[]; order: readonly number[] },
): Promise<void> {
  if (places.length === 0) return;
  await db
    .insertInto("placement")
    .values(
      places.map(({ itemId, isActive, annotationsActive }) => ({
        site_id: siteId,
        parent_id: parentId,
        item_id: itemId,
        position: order.indexOf(itemId) + 1,
        is_active: isActive,
        annotations_active: annotationsActive,
      })),
    )
    .execute();
  await writeOrder(db, siteId, parentId, order);
}

/** Details of the placements are deleted with them. @param order the remaining items, in order. */
export async function deletePlaces(
  db: SiteDb,
  siteId: number,
  parentId: number,
  { itemIds, order }: { itemIds: readonly number[]; order: readonly number[] },
): Promise<void> {
  if (itemIds.length === 0) return;
  await db
    .deleteFrom("placement")
    .where("site_id", "=", siteId)
    .where("parent_id", "=", parentId)
    .where("item_id", "in", [...itemIds])
    .execute();
  await writeOrder(db, siteId, parentId, order);
}

/** Omitted fields are unchanged. @param parentId null: all parents. @returns the parents concerned. */
export async function updatePlaces(
  db: SiteDb,
  siteId: number,
  { itemId, parentId }: { itemId: number; parentId: number | null },
  changes: { readonly is_active?: boolean; readonly annotations_active?: boolean },
): Promise<number[]> {
  const rows = await db
    .updateTable("placement")
    .set(changes)
    .where("site_id", "=", siteId)
    .where("item_id", "=", itemId)
    .$if(parentId !== null, (query) => query.where("parent_id", "=", parentId as number))
    .returning("parent_id")
    .execute();
  return rows.map((row) => row.parent_id).sort((one, other) => one - other);
}

/** All IDs in a parent and below, including itself, as a list in parentheses: `where("id", "in", …)`. */
export const idsWithin = (siteId: number, rootId: number) => sql<number>`(
  WITH RECURSIVE down AS (
    SELECT ${rootId}::bigint AS id
    UNION
    SELECT placement.item_id FROM down
    JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
  ) SELECT down.id FROM down)`;

/** Whether an item is in a living course, or has not been placed yet: false for items in the bin with their folder. */
export const isOutsideBin = (siteId: number) => sql<boolean>`(
  item.id IN (
    WITH RECURSIVE reached AS (
      SELECT course.item_id AS id FROM course
      WHERE course.site_id = ${siteId} AND course.position IS NOT NULL
      UNION
      SELECT placement.item_id FROM reached
      JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = reached.id
    ) SELECT reached.id FROM reached)
  OR NOT EXISTS (SELECT FROM placement WHERE placement.site_id = ${siteId} AND placement.item_id = item.id))`;

/** IDs of those items that are hidden in each of their courses and folders. An item without any is not hidden. */
export async function findHiddenEverywhere(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("placement")
    .innerJoin("item as parent", (join) =>
      join.onRef("parent.id", "=", "placement.parent_id").onRef("parent.site_id", "=", "placement.site_id"),
    )
    .select("placement.item_id")
    .where("placement.site_id", "=", siteId)
    .where("placement.item_id", "in", [...ids])
    .where("parent.kind", "in", ["course", "folder"])
    .where("parent.deleted_at", "is", null)
    .groupBy("placement.item_id")
    .having(sql<boolean>`NOT bool_or(placement.is_active)`)
    .execute();
  return new Set(rows.map((row) => row.item_id));
}
