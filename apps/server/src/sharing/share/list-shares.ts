/** Share links for lists, with the path to the item; the caller's own shares include the link itself. */
import type { ListedShare } from "@parfocal/core/share/share.contract.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { readCrumbs } from "#item/item.queries.ts";
import { listWaysToEach } from "#item/item-paths.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import { readSealKeys } from "#platform/access/seal-keys.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { ShareListRow } from "./share.queries.ts";
import { openShareToken, shareUrl } from "./share-tokens.ts";

interface Reader {
  readonly siteId: number;
  readonly caller: Caller;
  /** Origin of the pages that links open. */
  readonly origin: string;
}

/** Uses three statements for any number of rows. */
export async function presentShares(
  db: SiteDb,
  { siteId, caller, origin }: Reader,
  rows: readonly ShareListRow[],
): Promise<ListedShare[]> {
  const itemIds = [...new Set(rows.map(({ itemId }) => itemId))];
  const ways = await listWaysToEach(db, siteId, itemIds, accessScopeOf(caller));
  const crumbsOf = await readCrumbs(db, siteId, [...ways.values()].flat());
  const keys = await readSealKeys(db);
  return rows.map(({ itemId, title, createdAt, lastOpenedAt, sealedToken, creatorId, creatorName, ...facts }) => {
    const way = ways.get(itemId)?.[0];
    const token = creatorId === caller.user?.id ? openShareToken(sealedToken, { siteId, keys }) : null;
    return {
      ...facts,
      item: { id: itemId, title, path: way ? [...crumbsOf(way.ids)] : [] },
      createdAt: createdAt.toISOString(),
      lastOpenedAt: lastOpenedAt?.toISOString() ?? null,
      creator: { id: creatorId, name: creatorName },
      token,
      url: token && shareUrl(origin, token),
    };
  });
}
