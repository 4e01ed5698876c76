/**
 * What a share opens: its item and, of a folder, its active content; nothing else. A share has the access scope of its creator:
 * what they may no longer see, it no longer shows.
 */
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type AccessScope, accessScopeOfUser } from "#item/access-scope.ts";
import { findItem } from "#item/item.queries.ts";
import type { ItemRow } from "#item/item.table.ts";
import { listPathsTo } from "#item/item-paths.queries.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { hashToken } from "#platform/http/site-and-session.ts";
import { findOpenShare, isActivelyWithin, type OpenShareRow } from "./open-share.queries.ts";

interface Question {
  readonly siteId: number;
  readonly token: string;
  /** Who has the token. */
  readonly caller: Caller;
  /** What they want to see; the shared item itself if left out. */
  readonly id?: number;
  readonly kind?: ItemKind;
}

/**
 * @throws AppError `notFound` if the share is unknown, inactive or expired, or does not open this item: all alike;
 *   `unauthenticated` if one must be signed in for it.
 */
export async function findSharedItem(
  db: SiteDb,
  { siteId, token, caller, id, kind }: Question,
): Promise<{ item: ItemRow; share: OpenShareRow }> {
  const share = await findOpenShare(db, siteId, hashToken(token));
  if (!share) throw notFoundOrNoAccess();
  const accessScope = creatorEyes(share);
  const ways = await listPathsTo(db, siteId, share.item_id, accessScope);
  const isStillSeen = accessScope.seesAllGroups || ways.length > 0;
  const itemId = id ?? share.item_id;
  const isOpened = itemId === share.item_id || (await isOpenedWithin(db, siteId, { share, itemId, accessScope }));
  const shared = await findItem(db, siteId, share.item_id);
  const item = await findItem(db, siteId, itemId, kind);
  if (!isStillSeen || !isOpened || !shared || !item) throw notFoundOrNoAccess();
  if (share.requires_auth) caller.signedIn();
  return { item, share };
}

/** Those of who made the share, wherever they look. */
export function creatorEyes({
  creatorRole,
  creatorId,
  expertsManageContent,
}: Pick<OpenShareRow, "creatorRole" | "creatorId" | "expertsManageContent">): AccessScope {
  return accessScopeOfUser({ id: creatorId, role: creatorRole, grants: { expertsManageContent } });
}

/** Whether something lies active in what is shared, and is seen there by who made the share. */
async function isOpenedWithin(
  db: SiteDb,
  siteId: number,
  { share, itemId, accessScope }: { share: OpenShareRow; itemId: number; accessScope: AccessScope },
): Promise<boolean> {
  if (!(await isActivelyWithin(db, siteId, { rootId: share.item_id, itemId }))) return false;
  if (accessScope.seesAllGroups) return true;
  return (await listPathsTo(db, siteId, itemId, accessScope)).some(({ ids }) => ids.includes(share.item_id));
}
