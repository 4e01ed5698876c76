/**
 * Resolves the path by which the caller reaches an item, or reports it as not found.
 *
 * Source: spec decisions, "Identity" (inactive items are invisible to learners) and "Access" (content without groups is
 * open to every signed-in user of the site). Forbidden and missing items look the same (threat T-01).
 */
import { type AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { accessScopeOf } from "./access-scope.ts";
import { findItem } from "./item.queries.ts";
import type { FoundItemRow } from "./item.table.ts";
import { listPathsTo, type Way } from "./item-paths.queries.ts";

export interface VisibleItem {
  readonly item: FoundItemRow;
  /** From the course down; null: not in any course (only for content managers). */
  readonly way: Way | null;
  /** All paths by which the caller reaches it. */
  readonly ways: readonly Way[];
}

interface Question {
  readonly siteId: number;
  readonly caller: Caller;
  readonly id: number;
  readonly kind?: ItemKind;
  /** Parent through which the caller opens it; if no path leads through it, the first path is used. */
  readonly parentId?: number | undefined;
  /** Error for a missing item; omitted: the general one. */
  readonly rejection?: () => AppError;
}

/** @throws AppError `notFound` if there is no such item for this caller. */
export async function findVisibleItem(
  db: SiteDb,
  { siteId, caller, id, kind, parentId, rejection = notFoundOrNoAccess }: Question,
): Promise<VisibleItem> {
  const item = await findItem(db, siteId, id, kind);
  if (!item) throw rejection();
  return { item, ...(await findVisibleWay(db, { siteId, caller, id, parentId, rejection })) };
}

/**
 * The same for an item that the caller of this function reads itself; its existence is not checked.
 *
 * @throws AppError `notFound` if no path leads this caller to it.
 */
export async function findVisibleWay(
  db: SiteDb,
  { siteId, caller, id, parentId, rejection = notFoundOrNoAccess }: Omit<Question, "kind">,
): Promise<Pick<VisibleItem, "way" | "ways">> {
  const ways = await listPathsTo(db, siteId, id, accessScopeOf(caller));
  const way = chooseWay(ways, parentId);
  if (!way && !caller.can("manageContent")) throw rejection();
  return { way, ways };
}

/** The path through this parent, otherwise the first; null if there is none. */
export const chooseWay = (ways: readonly Way[], parentId: number | undefined): Way | null =>
  ways.find(({ ids }) => parentId !== undefined && ids.at(-2) === parentId) ?? ways[0] ?? null;

/** The same without reading the item: a single statement if it is visible. */
export async function assertVisibleItem(db: SiteDb, question: Omit<Question, "kind" | "parentId">): Promise<void> {
  const { siteId, caller, id } = question;
  const ways = await listPathsTo(db, siteId, id, accessScopeOf(caller));
  if (ways.length === 0) await findVisibleItem(db, question);
}
