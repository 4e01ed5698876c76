/** Makes a share of what the caller may see, and tells its token this once: the database keeps a hash. */
import { randomBytes } from "node:crypto";
import { SHARE_TOKEN_RANDOM_BYTES } from "@parfocal/core/access/share-token.ts";
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { createShare, Share } from "@parfocal/core/share/share.contract.ts";
import { SHARE_TYPES, type ShareType } from "@parfocal/core/share/share-types.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findVisibleItem } from "#item/item-access.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { hashToken } from "#platform/http/site-and-session.ts";
import { insertShare } from "./share.queries.ts";

type Wishes = Omit<BodyOf<typeof createShare>, "shareType"> & { readonly shareType: ShareType };

interface Place {
  readonly siteId: number;
  readonly caller: Caller;
  /** The one that links have unless another is asked for, then all others by which the site is reached. */
  readonly origins: readonly string[];
}

/** @throws AppError `notFound` if there is no such item for the caller; `invalid` if the link is to open on a foreign page. */
export async function addShare(db: SiteDb, { siteId, caller, origins }: Place, wishes: Wishes): Promise<Share> {
  const { shareType, itemId, hostUrl, ...flags } = wishes;
  const origin = originOf(hostUrl, origins);
  await findVisibleItem(db, { siteId, caller, id: itemId, kind: SHARE_TYPES[shareType] });
  const token = `${siteId}.${randomBytes(SHARE_TOKEN_RANDOM_BYTES).toString("base64url")}`;
  const id = await insertShare(db, siteId, {
    ...flags,
    shareType,
    itemId,
    createdBy: caller.signedIn().id,
    tokenSha256: hashToken(token),
  });
  await recordAudit(db, siteId, { action: "shareCreated", actorId: caller.signedIn().id, objectId: id });
  return { ...flags, id, shareType, itemId, token, url: `${origin}/share/${token}` };
}

function originOf(hostUrl: string | undefined, origins: readonly string[]): string {
  // Without a port that goes without saying.
  const own = origins.map((origin) => URL.parse(origin)?.origin);
  const wanted = hostUrl === undefined ? own[0] : URL.parse(hostUrl)?.origin;
  const origin = own.find((candidate) => candidate === wanted);
  if (!origin) throw new AppError("invalid", "hostUrl must be a page of this site.", { codes: ["hostUrl"] });
  return origin;
}
