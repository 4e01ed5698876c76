/** Items that a person has viewed, and their share of a parent's items. */
import type { OpenedShare } from "@parfocal/core/item/opened-share.contract.ts";
import { OPENED_KINDS } from "@parfocal/core/progress/opened-kinds.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { AccessScope } from "./access-scope.ts";
import { findSeenPlaces } from "./item-paths.queries.ts";
import { gates, groupsAt, isOpenTo, placeRows } from "./open-groups.ts";

/** The given items that the user has viewed; null for a guest. */
export async function findOpenedAmong(
  db: SiteDb,
  siteId: number,
  itemIds: readonly number[],
  { userId }: AccessScope,
): Promise<ReadonlySet<number> | null> {
  if (userId === null) return null;
  if (itemIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("item_opened")
    .select("item_id")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("item_id", "in", [...itemIds])
    .execute();
  return new Set(rows.map((row) => row.item_id));
}

/**
 * Share of the visible items in a parent and its subfolders that the user has viewed; inactive items never count. An
 * item that is in several of these folders counts once.
 *
 * @param places courses and folders, each with the key of its result; several may share a key.
 * @returns by key; parents without viewable items have a total of 0. Empty for a guest.
 */
export async function findOpenedShares(
  db: SiteDb,
  siteId: number,
  places: readonly { readonly key: number; readonly id: number }[],
  accessScope: AccessScope,
): Promise<ReadonlyMap<number, OpenedShare>> {
  if (accessScope.userId === null || places.length === 0) return new Map();
  const seen = await findSeenPlaces(db, siteId, [...new Set(places.map(({ id }) => id))], accessScope);
  // Folders are followed down first, each once, since several parents may contain the same folder. Then their items are
  // read.
  const { rows } = await sql<OpenedShare & { key: number }>`
    WITH RECURSIVE ${gates(siteId, accessScope)}, down AS (
      SELECT place.id AS root, place.id, place.groups FROM ${placeRows(seen)} AS place
      UNION
      SELECT down.root, item.id, ${groupsAt(siteId, sql`down.groups`)}
      FROM down JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = down.id
      JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
      LEFT JOIN gate ON gate.id = item.id
      WHERE item.kind IN ('course', 'folder') AND placement.is_active AND ${isOpenTo(sql`down.groups`)}
    ), place AS MATERIALIZED (
      SELECT DISTINCT down.id, down.groups FROM down WHERE ${isOpenTo(sql`down.groups`)}
    ), held AS MATERIALIZED (
      SELECT place.id AS place_id, place.groups AS place_groups, item.id, item_opened.item_id AS opened_id
      FROM place
      JOIN placement ON placement.site_id = ${siteId} AND placement.parent_id = place.id AND placement.is_active
      JOIN item ON item.site_id = ${siteId} AND item.id = placement.item_id AND item.deleted_at IS NULL
      LEFT JOIN gate ON gate.id = item.id
      LEFT JOIN item_opened
        ON item_opened.site_id = ${siteId} AND item_opened.user_id = ${accessScope.userId} AND item_opened.item_id = item.id
      WHERE item.kind = ANY (${[...OPENED_KINDS]}::text[]) AND ${isOpenTo(groupsAt(siteId, sql`place.groups`))}
    )
    SELECT wanted.key, count(DISTINCT held.id) AS total, count(DISTINCT held.opened_id) AS opened
    FROM unnest(${places.map(({ key }) => key)}::bigint[], ${places.map(({ id }) => id)}::bigint[]) AS wanted (key, id)
    JOIN down ON down.root = wanted.id
    JOIN held ON held.place_id = down.id AND held.place_groups IS NOT DISTINCT FROM down.groups
    GROUP BY wanted.key
  `.execute(db);
  const shares = new Map(rows.map(({ key, opened, total }) => [key, { opened, total }]));
  return new Map(places.map(({ key }) => [key, shares.get(key) ?? { opened: 0, total: 0 }]));
}

/** Each with its own ID as the key. */
export const findOpenedSharesOf = (db: SiteDb, siteId: number, placeIds: readonly number[], accessScope: AccessScope) =>
  findOpenedShares(
    db,
    siteId,
    placeIds.map((id) => ({ key: id, id })),
    accessScope,
  );
