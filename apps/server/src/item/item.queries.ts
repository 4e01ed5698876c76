import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { ItemRow } from "./item.table.ts";

/** How deep a tree is followed. */
export const DEEPEST_NESTING = 32;

export function findItem(db: SiteDb, siteId: number, id: number, kind?: ItemKind): Promise<ItemRow | undefined> {
  return db
    .selectFrom("item")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind as ItemKind))
    .executeTakeFirst();
}

interface NewItem {
  readonly kind: ItemKind;
  readonly title: string;
  readonly subtitle?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly createdBy: number | null;
}

export function insertItem(db: SiteDb, siteId: number, item: NewItem): Promise<ItemRow> {
  return db
    .insertInto("item")
    .values({
      site_id: siteId,
      kind: item.kind,
      title: item.title,
      subtitle: item.subtitle ?? "",
      summary: item.summary ?? "",
      description: item.description ?? "",
      tags: [...(item.tags ?? [])],
      created_by: item.createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Puts an item at the end of a parent. The parent's row is locked, so that two at once get different places. */
export async function appendPlacement(
  db: SiteDb,
  siteId: number,
  { parentId, itemId }: { parentId: number; itemId: number },
): Promise<void> {
  await db
    .selectFrom("item")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", parentId)
    .forUpdate()
    .execute();
  await db
    .insertInto("placement")
    .values((eb) => ({
      site_id: siteId,
      parent_id: parentId,
      item_id: itemId,
      position: eb
        .selectFrom("placement")
        .select(sql<number>`coalesce(max(position), 0) + 1`.as("next"))
        .where("site_id", "=", siteId)
        .where("parent_id", "=", parentId),
    }))
    .execute();
}

/**
 * The ways down to an item: each goes from a course to the item itself. Learners get only ways on which everything is
 * active and the course is visible.
 *
 * @param includesInactive for those who manage content.
 */
export async function listWaysTo(
  db: SiteDb,
  siteId: number,
  itemId: number,
  { includesInactive }: { includesInactive: boolean },
): Promise<Way[]> {
  const { rows } = await sql<{ ids: number[]; annotations_active: boolean }>`
    WITH RECURSIVE up AS (
      SELECT id AS top, ARRAY[id] AS ids, true AS annotations_active, 0 AS depth
      FROM item WHERE site_id = ${siteId} AND id = ${itemId} AND deleted_at IS NULL
      UNION ALL
      SELECT parent.id, parent.id || up.ids,
        CASE WHEN up.depth = 0 THEN placement.annotations_active ELSE up.annotations_active END, up.depth + 1
      FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.top
      JOIN item parent ON parent.site_id = ${siteId} AND parent.id = placement.parent_id AND parent.deleted_at IS NULL
      WHERE up.depth < ${DEEPEST_NESTING} AND NOT parent.id = ANY (up.ids) AND (${includesInactive} OR placement.is_active)
    )
    SELECT up.ids, up.annotations_active FROM up
    JOIN course ON course.site_id = ${siteId} AND course.item_id = up.top
    WHERE ${includesInactive} OR course.is_visible
    ORDER BY up.depth, up.ids
  `.execute(db);
  return rows.map((row) => ({ ids: row.ids.map(Number), isAnnotated: row.annotations_active }));
}

export interface Way {
  /** From the course down to the item itself. */
  readonly ids: readonly number[];
  /** Whether annotations are shown in the item's last parent on this way. */
  readonly isAnnotated: boolean;
}

/** Id, kind and title of each; ids that are gone are left out. */
export async function listCrumbs(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<{ id: number; type: ItemKind; title: string }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("item")
    .select(["id", "kind as type", "title"])
    .where("site_id", "=", siteId)
    .where("id", "in", [...ids])
    .where("deleted_at", "is", null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface PlacedItem {
  readonly item: ItemRow;
  readonly position: number;
  readonly isActive: boolean;
  readonly annotationsActive: boolean;
  readonly childCount: number;
}

/** What lies in a parent, in its order. */
export async function listPlacedItems(
  db: SiteDb,
  siteId: number,
  parentId: number,
  { includesInactive }: { includesInactive: boolean },
): Promise<PlacedItem[]> {
  const rows = await db
    .selectFrom("placement")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "placement.item_id").onRef("item.site_id", "=", "placement.site_id"),
    )
    .selectAll("item")
    .select(["placement.position", "placement.is_active", "placement.annotations_active"])
    .select((eb) =>
      eb
        .selectFrom("placement as child")
        .innerJoin("item as child_item", "child_item.id", "child.item_id")
        .select(sql<number>`count(*)`.as("count"))
        .whereRef("child.parent_id", "=", "item.id")
        .where("child.site_id", "=", siteId)
        .where("child_item.deleted_at", "is", null)
        .$if(!includesInactive, (query) => query.where("child.is_active", "=", true))
        .as("child_count"),
    )
    .where("placement.site_id", "=", siteId)
    .where("placement.parent_id", "=", parentId)
    .where("item.deleted_at", "is", null)
    .$if(!includesInactive, (query) => query.where("placement.is_active", "=", true))
    .orderBy("placement.position")
    .execute();
  return rows.map(({ position, is_active, annotations_active, child_count, ...item }) => ({
    item,
    position,
    isActive: is_active,
    annotationsActive: annotations_active,
    childCount: child_count ?? 0,
  }));
}
