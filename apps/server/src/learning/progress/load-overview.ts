/** A person's overview: recently viewed, due and new items. */
import { OVERVIEW_MAX_ENTRIES, type Overview } from "@parfocal/core/progress/progress.contract.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { readCrumbs } from "#item/item.queries.ts";
import { listWaysToEach } from "#item/item-paths.queries.ts";
import { findVisibleAmong } from "#item/visible-items.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadLastOpened } from "./last-opened.ts";
import { type Candidate, listDueQuizzes, listNewItems } from "./overview.queries.ts";

export async function loadOverview(db: SiteDb, siteId: number, caller: Caller): Promise<Overview> {
  const { id: userId } = caller.signedIn();
  const last = await loadLastOpened(db, siteId, caller);
  const allDue = await listDueQuizzes(db, siteId, userId);
  const allNew = await listNewItems(db, siteId, userId);
  const candidates = [...allDue, ...allNew].map(({ id }) => id);
  const visible = await findVisibleAmong(db, siteId, { caller }, candidates);
  const due = allDue.filter(({ id }) => visible.has(id)).slice(0, OVERVIEW_MAX_ENTRIES);
  const dueIds = new Set(due.map(({ id }) => id));
  const added = allNew.filter(({ id }) => visible.has(id) && !dueIds.has(id)).slice(0, OVERVIEW_MAX_ENTRIES);
  if (due.length + added.length === 0) return { last, due: [], added: [] };
  const ids = [...due, ...added].map(({ id }) => id);
  const ways = await listWaysToEach(db, siteId, ids, accessScopeOf(caller));
  const firstWays = ids.flatMap((id) => ways.get(id)?.[0] ?? []);
  const crumbsOf = await readCrumbs(db, siteId, firstWays);
  /** null for an item that is only in a case: it has no location of its own. */
  const entryOf = ({ id, kind, title }: Candidate) => {
    const way = ways.get(id)?.[0];
    return way ? { id, type: kind, title, path: crumbsOf(way.ids) } : null;
  };
  return {
    last,
    due: due.flatMap(({ closesAt, isStarted, ...item }) => {
      const entry = entryOf(item);
      return entry ? [{ ...entry, closesAt, isStarted }] : [];
    }),
    added: added.flatMap(({ addedAt, ...item }) => {
      const entry = entryOf(item);
      return entry ? [{ ...entry, addedAt }] : [];
    }),
  };
}
