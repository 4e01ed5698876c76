/** Reports that a parent is now unusable: it was moved to the bin, directly or with its own parent, or is too deep. */
import { AppError } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { ItemRow } from "./item.table.ts";
import { DEEPEST_NESTING } from "./item-paths.queries.ts";
import { lockItems } from "./placement.queries.ts";

export const quoted = ({ title }: { readonly title: string }) => `“${title}”`;

export const tooDeep = () =>
  new AppError("invalid", `Folders can be nested up to ${DEEPEST_NESTING} levels deep.`, { codes: ["depth"] });

const inBin = (place: { readonly title: string }, first: { readonly title: string }) =>
  new AppError("conflict", `${quoted(place)} is in the bin. Restore ${quoted(first)} first.`, { codes: ["inBin"] });

/**
 * Locks the row of a new item's parent. The caller checks which content types it accepts.
 *
 * @returns undefined if there is no such item.
 * @throws AppError `conflict` if it is in the bin, directly or with a parent; `invalid` if the maximum depth is
 *   reached.
 */
export async function lockParent(db: SiteDb, siteId: number, parentId: number): Promise<ItemRow | undefined> {
  const parent = (await lockItems(db, siteId, [parentId])).get(parentId);
  const binned = await findBinned(db, siteId, parentId);
  if (binned) throw inBin(parent ?? binned, binned);
  if ((await measureAbove(db, siteId, parentId)).depth >= DEEPEST_NESTING) throw tooDeep();
  return parent;
}

/**
 * Finds the item that must be restored first, so that an item is visible in the tree again.
 *
 * @returns null if it is not in the bin; otherwise the nearest deleted item, if no existing course contains it any
 * more.
 */
export async function findBinned(
  db: SiteDb,
  siteId: number,
  id: number,
): Promise<{ readonly id: number; readonly title: string } | null> {
  return (await findBinnedOfEach(db, siteId, [id])).get(id) ?? null;
}

/** The same for several items in one query, by item; items that are not in the bin are omitted. */
export async function findBinnedOfEach(
  db: SiteDb,
  siteId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, { readonly id: number; readonly title: string }>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ from: number; id: number; title: string; kind: ItemKind; is_deleted: boolean }>`
    WITH RECURSIVE up AS (
      SELECT item.id AS start_id, item.id, item.title, item.kind, item.deleted_at IS NOT NULL AS is_deleted
      FROM item WHERE item.site_id = ${siteId} AND item.id = ANY (${[...ids]}::bigint[])
      UNION
      SELECT up.start_id, item.id, item.title, item.kind, item.deleted_at IS NOT NULL
      FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.id
      JOIN item ON item.site_id = ${siteId} AND item.id = placement.parent_id
      WHERE NOT up.is_deleted
    ) SELECT up.start_id AS "from", up.id, up.title, up.kind, up.is_deleted FROM up
  `.execute(db);
  const binned = new Map<number, { readonly id: number; readonly title: string }>();
  for (const [from, above] of Map.groupBy(rows, (row) => row.from)) {
    const isReached = above.some(({ kind, is_deleted: isDeleted }) => kind === "course" && !isDeleted);
    const nearest = above.find(({ is_deleted: isDeleted }) => isDeleted);
    if (!isReached && nearest) binned.set(from, nearest);
  }
  return binned;
}

/** @throws AppError `conflict` for a parent that is in the bin, directly or with its own parent. */
export async function assertNotInBin(db: SiteDb, siteId: number, place: Pick<ItemRow, "id" | "title">): Promise<void> {
  const binned = await findBinned(db, siteId, place.id);
  if (binned) throw inBin(place, binned);
}

/** Ancestors of an item, including itself, and its depth: 1 for an item without a parent. */
export async function measureAbove(
  db: SiteDb,
  siteId: number,
  id: number,
): Promise<{ readonly ids: ReadonlySet<number>; readonly depth: number }> {
  const { rows } = await sql<{ id: number; depth: number }>`
    WITH RECURSIVE up AS (
      SELECT ${id}::bigint AS id, 1 AS depth
      UNION
      SELECT placement.parent_id, up.depth + 1 FROM up
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = up.id
      WHERE up.depth <= ${DEEPEST_NESTING}
    ) SELECT up.id, up.depth FROM up
  `.execute(db);
  return { ids: new Set(rows.map((row) => row.id)), depth: Math.max(...rows.map((row) => row.depth)) };
}
