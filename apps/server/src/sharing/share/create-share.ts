/** Creates a share link to an item that the caller can see. */
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { type createShare, SHARES_OF_PERSON_MAX, type Share } from "@parfocal/core/share/share.contract.ts";
import { SHARE_TYPES, type ShareType } from "@parfocal/core/share/share-types.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { findVisibleItem } from "#item/item-access.ts";
import type { Caller } from "#platform/access/caller.ts";
import { lockSealKeys } from "#platform/access/seal-keys.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { hashToken } from "#platform/http/site-and-session.ts";
import { countSharesOf, insertShare } from "./share.queries.ts";
import { createShareToken, sealShareToken, shareUrl } from "./share-tokens.ts";

type NewShare = Omit<BodyOf<typeof createShare>, "shareType"> & { readonly shareType: ShareType };

interface Place {
  readonly siteId: number;
  readonly caller: Caller;
  /** The default origin of links, then all other origins of the site. */
  readonly origins: readonly string[];
}

/**
 * @throws AppError `notFound` if the caller has no access to the item; `invalid` for an origin of another site;
 * `conflict` if the caller has too many links.
 */
export async function addShare(db: SiteDb, { siteId, caller, origins }: Place, newShare: NewShare): Promise<Share> {
  const { shareType, itemId, hostUrl, ...options } = newShare;
  const origin = originOf(hostUrl, origins);
  const createdBy = caller.signedIn().id;
  await findVisibleItem(db, { siteId, caller, id: itemId, kind: SHARE_TYPES[shareType] });
  if ((await countSharesOf(db, siteId, createdBy)) >= SHARES_OF_PERSON_MAX)
    throw new AppError(
      "conflict",
      `You have ${SHARES_OF_PERSON_MAX} share links. End some that are no longer needed, then try again.`,
      { codes: ["tooManyShares"] },
    );
  const token = createShareToken(siteId);
  const id = await insertShare(db, siteId, {
    ...options,
    shareType,
    itemId,
    createdBy,
    tokenSha256: hashToken(token),
    sealedToken: sealShareToken(token, { siteId, keys: await lockSealKeys(db) }),
  });
  await recordAudit(db, siteId, { action: "shareCreated", actorId: createdBy, objectId: id });
  return { ...options, id, shareType, itemId, token, url: shareUrl(origin, token) };
}

function originOf(hostUrl: string | undefined, origins: readonly string[]): string {
  // Default ports are omitted.
  const own = origins.map((origin) => URL.parse(origin)?.origin);
  const requestedOrigin = hostUrl === undefined ? own[0] : URL.parse(hostUrl)?.origin;
  const origin = own.find((candidate) => candidate === requestedOrigin);
  if (!origin) throw new AppError("invalid", "hostUrl must be a page of this site.", { codes: ["hostUrl"] });
  return origin;
}
