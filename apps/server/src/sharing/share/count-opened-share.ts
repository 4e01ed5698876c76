/** Counts the opening of a share link, if it is valid. The number of counts per network address is limited. */
import { createHash } from "node:crypto";
import { OPENINGS_MAX, OPENINGS_WINDOW_MS } from "@parfocal/core/share/share.contract.ts";
import type { Caller } from "#platform/access/caller.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { networkOf } from "#platform/http/network-of.ts";
import { countFailures, insertFailures } from "#session/session.queries.ts";
import { tooManyAttempts } from "#session/too-many-attempts.ts";
import { findSharedItem } from "#share-access/shared-item.ts";
import { countOpening } from "./share.queries.ts";

interface Opening {
  readonly siteId: number;
  readonly token: string;
  readonly caller: Caller;
  /** Network address that the request came from. */
  readonly address: string;
}

/** @throws AppError as for reading the share; `tooManyRequests` after too many openings from one network. */
export async function countOpenedLink(db: SiteDb, { siteId, token, caller, address }: Opening): Promise<void> {
  const { share } = await findSharedItem(db, { siteId, token, caller });
  if (caller.user?.id === share.creatorId) return;
  const place = createHash("sha256")
    .update(`share opened\naddress\n${networkOf(address)}`)
    .digest("base64url");
  if ((await countFailures(db, siteId, place, OPENINGS_WINDOW_MS)) >= OPENINGS_MAX)
    throw tooManyAttempts("Too many links were opened from this network. Try again in 10 minutes.");
  await insertFailures(db, siteId, [place]);
  await countOpening(db, siteId, share.id);
}
