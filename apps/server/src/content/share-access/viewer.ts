/**
 * Viewer of a call or an image: a session with its user's access, or a share token with the share's access. If there is
 * a token, only the share decides, even for a signed-in user.
 */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type AccessScope, accessScopeOf } from "#item/access-scope.ts";
import type { FoundItemRow } from "#item/item.table.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { type Caller, enforcePolicy } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { Viewer } from "#platform/http/read-viewer.ts";
import { findSiteAndCaller } from "#platform/http/site-and-session.ts";
import { findSharedItem, type ShownWay, sharedScope } from "./shared-item.ts";
import type { ShownBy } from "./token-addresses.ts";

/** The requesting user within a call: the call's context is one. */
export interface Asker {
  readonly siteId: number;
  readonly caller: Caller;
  /** Null or omitted: only the session applies. */
  readonly shareToken?: string | null;
}

export interface ShownItem {
  readonly item: FoundItemRow;
  /** The path by which it is shown: with a share, from the shared item down; null: it is in no course. */
  readonly way: ShownWay | null;
  readonly ways: readonly ShownWay[];
  /** Whether the user manages content; always false with a share. */
  readonly isManager: boolean;
  /** The user's own; with a share that of its creator, without inactive items. */
  readonly accessScope: AccessScope;
  /** Null: shown by the session's own rights. */
  readonly by: ShownBy | null;
}

interface SeenItem extends Pick<ShownItem, "item" | "isManager" | "accessScope"> {
  /** Whether titles and file information are hidden. */
  readonly isInformationHidden: boolean;
  /** Origins of the site, as configured. */
  readonly siteOrigins: readonly string[];
}

interface ItemQuery {
  readonly id: number;
  readonly kind?: ItemKind;
  /** Parent through which the caller opens it; if no path leads through it, the first path is used. */
  readonly parentId?: number | undefined;
}

/**
 * For calls that accept the token of a share; without a token, the policy of the call has already been enforced.
 *
 * @throws AppError `notFound` if there is no such item for the asker; `unauthenticated` if the share requires a session.
 */
export async function findShownItem(db: SiteDb, asker: Asker, { id, kind, parentId }: ItemQuery): Promise<ShownItem> {
  const { siteId, caller, shareToken: token = null } = asker;
  if (token === null) {
    const { item, way, ways } = await findVisibleItem(db, { siteId, caller, id, ...(kind ? { kind } : {}), parentId });
    return { item, way, ways, isManager: caller.can("manageContent"), accessScope: accessScopeOf(caller), by: null };
  }
  const { item, share, ways } = await findSharedItem(db, { siteId, token, caller, id, ...(kind ? { kind } : {}) });
  const way = ways.find(({ ids }) => parentId !== undefined && ids.at(-2) === parentId) ?? ways[0] ?? null;
  return { item, way, ways, isManager: false, accessScope: sharedScope(share), by: { share, token } };
}

/** @throws AppError as a call would: `unauthenticated`, or `notFound` if there is no such item for the viewer. */
export async function findSeenItem(
  db: SiteDb,
  viewer: Viewer,
  { id, kind }: { id: number; kind: ItemKind },
): Promise<SeenItem> {
  const { siteId, shareToken } = viewer;
  const { site, caller } = await findSiteAndCaller(db, siteId, viewer.token);
  if (shareToken === null) enforcePolicy("seesSite", caller, site);
  const { item, isManager, accessScope, by } = await findShownItem(db, { siteId, caller, shareToken }, { id, kind });
  const isInformationHidden = by?.share.hides_slide_information ?? false;
  return { item, isManager, accessScope, isInformationHidden, siteOrigins: site.origins };
}
