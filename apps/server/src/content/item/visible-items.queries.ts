/**
 * All items that a caller can reach, as one piece of SQL that other queries join: search, suggestions, pickers.
 *
 * Source: spec decisions, "Identity" (inactive items are invisible to learners) and "Access". The same rule as in
 * `item-access.ts`, which applies it to one item: `open-groups.test.ts` compares the two.
 */
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { accessScopeOf } from "./access-scope.ts";
import { gates, groupsAt, isCourseThere, isOpenTo, NO_GROUPS_ABOVE } from "./open-groups.ts";

const holds = (kind: ItemKind) =>
  ITEM_KIND_NAMES.some((other) => {
    const { livesIn, pasteInto }: { livesIn: readonly string[]; pasteInto: readonly string[] } = ITEM_KINDS[other];
    return livesIn.includes(kind) || pasteInto.includes(kind);
  });

/** Few of the many slides have children, so they are found from the children. */
const RARE_HOLDERS: readonly ItemKind[] = ["image"];
const RARELY_HELD = ITEM_KIND_NAMES.filter((kind) =>
  RARE_HOLDERS.some((holder) => (ITEM_KINDS[kind].livesIn as readonly string[]).includes(holder)),
);
const HOLDERS = ITEM_KIND_NAMES.filter((kind) => holds(kind) && !RARE_HOLDERS.includes(kind));

/** The requesting user. Whether guests are admitted at all is the policy of the call (`seesSite`). */
interface Viewer {
  readonly caller: Caller;
}

/**
 * The body of `WITH RECURSIVE`, which defines `place (id, groups)` and then `visible_item (id)`: IDs of the items that
 * the viewer may see, each once.
 *
 * No deleted items, and none below deleted ones. Learners, experts and guests: only items reached from a visible course
 * for their role, over active placements. Content managers: everything in a course. Cycles terminate, since a row that
 * was already found is not followed again.
 *
 * Only items with children are followed down from the courses, and these are few; their children are looked up from
 * below. So a query for a hundred items costs the same in a large site as in a small one with as many folders.
 *
 * @param among a table of the query with a column `item_id` (duplicates allowed) that limits the result; omitted: all.
 */
export function visibleItems(siteId: number, viewer: Viewer, among?: string): RawBuilder<unknown> {
  const accessScope = accessScopeOf(viewer.caller);
  const exists = sql`(${accessScope.includesInactive} OR placement.is_active)`;
  const requestedItems =
    among === undefined ? sql`item` : sql`${sql.table(among)} AS asked JOIN item ON item.id = asked.item_id`;
  const requestedPlaces =
    among === undefined ? sql`` : sql`JOIN ${sql.table(among)} AS asked ON asked.item_id = place.id`;
  return sql`
    ${gates(siteId, accessScope)},
    step (id, kind, parent_id) AS MATERIALIZED (
      SELECT item.id, item.kind, placement.parent_id
      FROM item JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = item.id
      WHERE item.site_id = ${siteId} AND item.deleted_at IS NULL AND ${exists} AND item.kind = ANY (${HOLDERS}::text[])
      UNION ALL
      SELECT item.id, item.kind, placement.parent_id
      FROM item JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = item.id
      WHERE item.site_id = ${siteId} AND item.deleted_at IS NULL AND ${exists} AND item.kind = ANY (${RARE_HOLDERS}::text[])
        AND item.id IN (
          SELECT held.parent_id FROM placement AS held JOIN item AS inner_item
            ON inner_item.site_id = ${siteId} AND inner_item.id = held.item_id
          WHERE held.site_id = ${siteId} AND inner_item.kind = ANY (${RARELY_HELD}::text[])
        )
    ),
    place (id, groups) AS (
      SELECT item.id, ${groupsAt(siteId, NO_GROUPS_ABOVE)}
      FROM course JOIN item ON item.site_id = ${siteId} AND item.id = course.item_id
      LEFT JOIN gate ON gate.id = item.id
      WHERE course.site_id = ${siteId} AND item.deleted_at IS NULL AND ${isCourseThere(accessScope)}
      UNION
      SELECT item.id, ${groupsAt(siteId, sql`place.groups`)}
      FROM place JOIN step AS item ON item.parent_id = place.id
      LEFT JOIN gate ON gate.id = item.id
    ),
    visible_item (id) AS MATERIALIZED (
      SELECT place.id FROM place ${requestedPlaces} WHERE ${isOpenTo(sql`place.groups`)}
      UNION
      SELECT item.id
      FROM ${requestedItems}
      JOIN placement ON placement.site_id = ${siteId} AND placement.item_id = item.id
      JOIN place ON place.id = placement.parent_id
      LEFT JOIN gate ON gate.id = item.id
      WHERE item.site_id = ${siteId} AND item.deleted_at IS NULL AND ${exists}
        AND ${isOpenTo(groupsAt(siteId, sql`place.groups`))}
    )
  `;
}

/** The given items that the viewer may see, as a set. */
export async function findVisibleAmong(
  db: SiteDb,
  siteId: number,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE wanted (item_id) AS (SELECT unnest(${[...ids]}::bigint[])), ${visibleItems(siteId, viewer, "wanted")}
    SELECT visible_item.id FROM visible_item
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}
