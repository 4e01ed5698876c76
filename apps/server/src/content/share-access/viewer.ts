/**
 * Who looks: a session, or whoever has a share's token. With a token the share alone decides, even for someone who is
 * signed in: they see what it shows, with what it hides.
 */
import { siteOfShareToken } from "@parfocal/core/access/share-token.ts";
import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { FastifyRequest } from "fastify";
import { type AccessScope, accessScopeOf } from "#item/access-scope.ts";
import type { ItemRow } from "#item/item.table.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { enforcePolicy } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type Credentials, findSiteAndCaller, readCredentials } from "#platform/http/site-and-session.ts";
import { creatorEyes, findSharedItem } from "./shared-item.ts";

export interface Viewer extends Credentials {
  /** null: nothing but the session counts. */
  readonly shareToken: string | null;
}

export interface SeenItem {
  readonly item: ItemRow;
  /** Whether they manage content; never by a share. */
  readonly isManager: boolean;
  /** Theirs; with a share those of who made it, but for what is not active. */
  readonly accessScope: AccessScope;
  /** Whether titles and what the file says of itself are not theirs to see. */
  readonly isInformationHidden: boolean;
  /** Of the site, as configured. */
  readonly siteOrigins: readonly string[];
}

/**
 * @param tokenInPath for addresses that lose their query on the way; the query's `share` otherwise.
 * @throws AppError `notFound` for what is no token, or a token of another site than the one that is named.
 */
export function readViewer(request: FastifyRequest, tokenInPath: string | null = null): Viewer {
  const credentials = readCredentials(request);
  const shareToken = tokenInPath ?? (request.query as { share?: unknown }).share;
  if (shareToken === undefined) return { ...credentials, shareToken: null };
  const siteId = typeof shareToken === "string" ? siteOfShareToken(shareToken) : null;
  const isOtherSiteNamed = request.headers["x-site-id"] !== undefined && credentials.siteId !== siteId;
  if (siteId === null || isOtherSiteNamed) throw noSuchShare();
  // A session of another site says nothing here.
  const token = credentials.siteId === siteId ? credentials.token : null;
  return { ...credentials, siteId, token, shareToken: shareToken as string };
}

/** @throws AppError as a call would: `unauthenticated`, or `notFound` if there is no such item for the viewer. */
export async function findSeenItem(
  db: SiteDb,
  viewer: Viewer,
  { id, kind }: { id: number; kind: ItemKind },
): Promise<SeenItem> {
  const { siteId, shareToken } = viewer;
  const { site, caller } = await findSiteAndCaller(db, siteId, viewer.token);
  const siteOrigins = site.origins;
  if (shareToken !== null) {
    const { item, share } = await findSharedItem(db, { siteId, token: shareToken, caller, id, kind });
    const accessScope = { ...creatorEyes(share), includesInactive: false };
    return { item, isManager: false, accessScope, isInformationHidden: share.hides_slide_information, siteOrigins };
  }
  enforcePolicy("seesSite", caller, site);
  const { item } = await findVisibleItem(db, { siteId, caller, id, kind });
  return {
    item,
    isManager: caller.can("manageContent"),
    accessScope: accessScopeOf(caller),
    isInformationHidden: false,
    siteOrigins,
  };
}

export const noSuchShare = () => notFoundOrNoAccess();
