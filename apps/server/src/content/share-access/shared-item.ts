/**
 * Access of a share: its item and, if that is a folder, its active content; nothing else. A share has the access scope
 * of its creator: content that the creator may no longer see is no longer shown.
 */
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type AccessScope, accessScopeOfUser } from "#item/access-scope.ts";
import { findItem } from "#item/item.queries.ts";
import type { FoundItemRow } from "#item/item.table.ts";
import { listWaysToEach } from "#item/item-paths.queries.ts";
import { findBinned } from "#item/lock-parent.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { hashToken } from "#platform/http/site-and-session.ts";
import { findOpenShare, listActiveWaysWithin, type OpenShareRow } from "./open-share.queries.ts";

interface Question {
  readonly siteId: number;
  readonly token: string;
  /** The holder of the token. */
  readonly caller: Caller;
  /** Requested item; omitted: the shared item itself. */
  readonly id?: number;
  readonly kind?: ItemKind;
}

/** A path by which an item is reached. */
export interface ShownWay {
  /** From the top down to the item itself. */
  readonly ids: readonly number[];
  /** Whether annotations are shown in the item's last parent on this path. */
  readonly isAnnotated: boolean;
}

export interface SharedItem {
  readonly item: FoundItemRow;
  readonly share: OpenShareRow;
  /** From the shared item down, all items active; at least one path. */
  readonly ways: readonly ShownWay[];
}

/** Contain slides and nothing that describes them: they are shown even if slide information is hidden. */
export const KINDS_WITHOUT_INFORMATION: ReadonlySet<ItemKind> = new Set(["course", "folder", "case", "image"]);

/**
 * @throws AppError `notFound` if the share is unknown, inactive or expired, or does not open this item: always the same
 * error after the same statements; `unauthenticated` if the share requires a session.
 */
export async function findSharedItem(db: SiteDb, { siteId, token, caller, id, kind }: Question): Promise<SharedItem> {
  const share = await findOpenShare(db, siteId, hashToken(token));
  // Without a share, a guest looks for a non-existent item: each rejection runs the same database queries.
  const rootId = share?.item_id ?? 0;
  const itemId = id ?? rootId;
  const accessScope = share ? creatorScope(share) : accessScopeOfUser(null);
  const creatorWays = await listWaysToEach(db, siteId, [rootId, itemId], accessScope);
  const rootWays = creatorWays.get(rootId) ?? [];
  // Content managers see items without a path too: those of no course, but also those in a folder in the bin.
  const isInBin = rootWays.length === 0 && (await findBinned(db, siteId, rootId)) !== null;
  const within = await listActiveWaysWithin(db, siteId, { rootId, itemId });
  const shared = await findItem(db, siteId, rootId);
  const item = await findItem(db, siteId, itemId, kind);
  const isStillSeen = accessScope.seesAllGroups || rootWays.length > 0;
  if (!share || !shared || !item || !isStillSeen || isInBin) throw notFoundOrNoAccess();
  const isSeen = ({ ids }: ShownWay) =>
    accessScope.seesAllGroups || (creatorWays.get(itemId) ?? []).some((way) => endsWith(way.ids, ids));
  const ways =
    itemId === rootId ? [{ ids: [rootId], isAnnotated: isAnnotatedOn(rootWays) }] : within.filter((way) => isSeen(way));
  const isHidden = share.hides_slide_information && !KINDS_WITHOUT_INFORMATION.has(item.kind);
  if (ways.length === 0 || isHidden) throw notFoundOrNoAccess();
  if (share.requires_auth) caller.signedIn();
  return { item, share, ways };
}

const isAnnotatedOn = (ways: readonly ShownWay[]): boolean =>
  ways.length === 0 || ways.some(({ isAnnotated }) => isAnnotated);

const endsWith = (ids: readonly number[], end: readonly number[]): boolean =>
  ids.slice(-end.length).join() === end.join();

/** The access scope of the share's creator. */
function creatorScope({
  creatorRole,
  creatorId,
  expertsManageContent,
}: Pick<OpenShareRow, "creatorRole" | "creatorId" | "expertsManageContent">): AccessScope {
  return accessScopeOfUser({ id: creatorId, role: creatorRole, grants: { expertsManageContent } });
}

/** Access scope of a share: its creator's, without inactive items. */
export const sharedScope = (share: OpenShareRow): AccessScope => ({ ...creatorScope(share), includesInactive: false });
