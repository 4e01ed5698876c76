import type { MarkTarget, TextbookMark } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { readCrumbs } from "#item/item.queries.ts";
import { listWaysToEach } from "#item/item-paths.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { listItemsAmong } from "./textbook-mark.queries.ts";
import type { TextbookMarkRow } from "./textbook-mark.table.ts";

type Steps = readonly { readonly id: number; readonly type: NonNullable<MarkTarget["type"]>; readonly title: string }[];

/**
 * The marks with their targets, as far as the caller may see them. The number of statements does not depend on the
 * number of marks.
 */
export async function presentMarks(
  db: SiteDb,
  { siteId, caller }: { readonly siteId: number; readonly caller: Caller },
  rows: readonly TextbookMarkRow[],
): Promise<TextbookMark[]> {
  const ids = [...new Set(rows.flatMap(({ target_item_id: id }) => id ?? []))];
  const pathOf = await readPaths(db, { siteId, caller }, ids);
  return rows.map((row) => ({
    id: row.id,
    pageIndex: row.page_index,
    area: { left: row.area_left, top: row.area_top, width: row.area_width, height: row.area_height },
    label: row.label,
    target: presentTarget(row, pathOf),
  }));
}

function presentTarget(row: TextbookMarkRow, pathOf: (id: number) => Steps): MarkTarget | null {
  const { target_item_id: itemId, target_page_index: pageIndex, target_view: view } = row;
  if (row.is_page_of_textbook) return { itemId: null, type: null, title: "", steps: [], view: null, pageIndex };
  const path = itemId === null ? [] : pathOf(itemId);
  const last = path.at(-1);
  if (!last || last.id !== itemId) return null;
  const steps = path.map(({ id, type }) => ({ id, type }));
  return { itemId, type: last.type, title: last.title, steps, view, pageIndex };
}

/** From the course down; empty for items that the caller may not see. */
async function readPaths(
  db: SiteDb,
  { siteId, caller }: { readonly siteId: number; readonly caller: Caller },
  ids: readonly number[],
): Promise<(id: number) => Steps> {
  if (ids.length === 0) return () => [];
  const ways = await listWaysToEach(db, siteId, ids, accessScopeOf(caller));
  const firsts = new Map([...ways].flatMap(([id, all]) => (all[0] ? [[id, all[0]] as const] : [])));
  const crumbsOf = await readCrumbs(db, siteId, [...firsts.values()]);
  // Content managers also see items outside of courses.
  const loose = caller.can("manageContent") ? ids.filter((id) => !firsts.has(id)) : [];
  const looseItems = new Map((await listItemsAmong(db, siteId, loose)).map((item) => [item.id, item]));
  return (id) => {
    const way = firsts.get(id);
    if (way) return crumbsOf(way.ids);
    const item = looseItems.get(id);
    return item ? [item] : [];
  };
}
