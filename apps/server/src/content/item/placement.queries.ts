/** What lies in which parent, and in which order: read and written as whole lists, so that an order is always 1 to n. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { ItemRow } from "./item.table.ts";

/** Any number that no other kind of lock of the database has as its first. */
const STRUCTURE_LOCK = 12_012;

/**
 * Until the transaction ends nobody else moves, orders, copies, removes or restores anything of the site. Those who only
 * append (an upload) lock their parent's row alone: `lockItems` waits for them.
 */
export async function lockStructure(db: SiteDb, siteId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${STRUCTURE_LOCK}, ${siteId}::int)`.execute(db);
}

/** Living ones by id. */
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

/** Living ones by id; their rows are locked in the order of their ids. Lock parents first, then what lies in them. */
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

/** All that lies in a parent, in its order. */
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

/** Ids of the parents in which an item lies, those in the bin too. */
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

/** Whether an item is switched on in any of its parents, those in the bin left out. What lies nowhere yet is. */
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

/** @param itemIds all that lies in the parent, in its new order. */
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

/** Into a parent in which they do not lie yet. @param order all that lies there then, in its order. */
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

/** What hangs on the placements goes with them. @param order what stays, in its order. */
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

/** What is left out stays. @param parentId null: wherever it lies. @returns the parents in question. */
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

/** All ids in a parent and whatever lies below it, itself too, as a list in parentheses: `where("id", "in", …)`. */
export const idsWithin = (siteId: number, rootId: number) => sql<number>`(
  WITH RECURSIVE down AS (
    SELECT ${rootId}::bigint AS id
    UNION
    SELECT placement.item_id FROM down
    JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
  ) SELECT down.id FROM down)`;

/** Whether an item lies in a living course, or waits for its first place: false for what is in the bin with its folder. */
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
