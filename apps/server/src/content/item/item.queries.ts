import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { AccessScope } from "./access-scope.ts";
import type { FoundItemRow, ItemRow } from "./item.table.ts";
import { countItemsInEach, countSeenIn, findSeenIn } from "./item-paths.queries.ts";
import { postIdOf } from "./item-post.queries.ts";

export function findItem(db: SiteDb, siteId: number, id: number, kind?: ItemKind): Promise<FoundItemRow | undefined> {
  return db
    .selectFrom("item")
    .selectAll("item")
    .select(postIdOf(siteId).as("post_id"))
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

/** Appends an item to a parent. The parent's row is locked, so that two concurrent calls get different positions. */
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
 * ID, type and title of each; missing IDs are omitted. A user group's ID, allowed in first position, is that of its
 * virtual course.
 */
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
  const byId = new Map<number, { id: number; type: ItemKind; title: string }>(rows.map((row) => [row.id, row]));
  const first = ids[0] as number;
  if (!byId.has(first)) for (const course of await listVirtualCrumbs(db, siteId, [first])) byId.set(course.id, course);
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** User groups, as their virtual courses. */
async function listVirtualCrumbs(
  db: SiteDb,
  siteId: number,
  groupIds: readonly number[],
): Promise<{ id: number; type: ItemKind; title: string }[]> {
  if (groupIds.length === 0) return [];
  const groups = await db
    .selectFrom("user_group")
    .select(["id", "title"])
    .where("site_id", "=", siteId)
    .where("id", "in", [...groupIds])
    .execute();
  return groups.map((group) => ({ ...group, type: "course" }));
}

/**
 * The steps of several paths, in two queries for all. A path may begin with a virtual course.
 *
 * @returns a function that gives the steps of one of these paths; steps that no longer exist are omitted.
 */
export async function readCrumbs(
  db: SiteDb,
  siteId: number,
  ways: readonly { readonly ids: readonly number[] }[],
): Promise<(ids: readonly number[]) => { id: number; type: ItemKind; title: string }[]> {
  const firsts = [...new Set(ways.flatMap(({ ids }) => ids.slice(0, 1)))];
  const others = [...new Set(ways.flatMap(({ ids }) => ids.slice(1)))];
  const crumbs = await listCrumbs(db, siteId, [...firsts, ...others]);
  const known = new Set(crumbs.map(({ id }) => id));
  const virtual = await listVirtualCrumbs(
    db,
    siteId,
    firsts.filter((id) => !known.has(id)),
  );
  const byId = new Map([...crumbs, ...virtual].map((crumb) => [crumb.id, crumb]));
  return (ids) => ids.flatMap((id) => byId.get(id) ?? []);
}

/** Columns of an item on a card: not its texts, of which a folder can hold megabytes. */
const CARD_COLUMNS = ["item.id", "item.kind", "item.title", "item.subtitle"] as const;

export interface PlacedItem {
  readonly item: Pick<ItemRow, "id" | "kind" | "title" | "subtitle">;
  readonly position: number;
  readonly isActive: boolean;
  readonly annotationsActive: boolean;
  readonly childCount: number;
}

/** Visible items of a parent, in order. */
export async function listPlacedItems(
  db: SiteDb,
  siteId: number,
  parentId: number,
  accessScope: AccessScope,
): Promise<PlacedItem[]> {
  const seen = await countSeenIn(db, siteId, parentId, accessScope);
  const placed = await selectPlaced(db, siteId, parentId, accessScope.includesInactive)
    .select(CARD_COLUMNS)
    .select(["placement.position", "placement.is_active", "placement.annotations_active"])
    .execute();
  const rows = seen === null ? placed : placed.filter(({ id }) => seen.has(id));
  const ids = rows.map(({ id }) => id);
  const counts = seen ?? (await countItemsInEach(db, siteId, ids, accessScope));
  return rows.map(({ position, is_active, annotations_active, ...item }) => ({
    item,
    position,
    isActive: is_active,
    annotationsActive: annotations_active,
    childCount: counts.get(item.id) ?? 0,
  }));
}

/** The same items in the same order, without counts. */
export async function listPlacedTitles(
  db: SiteDb,
  siteId: number,
  parentId: number,
  accessScope: AccessScope,
): Promise<Pick<ItemRow, "id" | "kind" | "title">[]> {
  const seen = await findSeenIn(db, siteId, parentId, accessScope);
  const placed = await selectPlaced(db, siteId, parentId, accessScope.includesInactive)
    .select(["item.id", "item.kind", "item.title"])
    .execute();
  return seen === null ? placed : placed.filter(({ id }) => seen.has(id));
}

const selectPlaced = (db: SiteDb, siteId: number, parentId: number, includesInactive: boolean) =>
  db
    .selectFrom("placement")
    .innerJoin("item", (join) =>
      join.onRef("item.id", "=", "placement.item_id").onRef("item.site_id", "=", "placement.site_id"),
    )
    .where("placement.site_id", "=", siteId)
    .where("placement.parent_id", "=", parentId)
    .where("item.deleted_at", "is", null)
    .$if(!includesInactive, (query) => query.where("placement.is_active", "=", true))
    .orderBy("placement.position");
