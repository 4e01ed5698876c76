/**
 * Who may see a slide's pictures, remembered for a moment: one question to the database per session and image, not per
 * tile. A right that is taken away ends with the moment; signing out ends it at once.
 */

import { findImageRow } from "#image/image.queries.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { enforcePolicy } from "#platform/access/caller.ts";
import { withSite } from "#platform/db/database.ts";
import { type Credentials, findCaller, findSite } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";

/** How long a right is remembered. */
export const RIGHT_MS = 10_000;
/** Rights remembered at most; the oldest go first. */
const MOST_RIGHTS = 50_000;

export interface PictureRight {
  readonly siteId: number;
  readonly slideFileId: number;
  readonly version: number;
  readonly isManager: boolean;
}

interface Remembered {
  readonly right: Promise<PictureRight>;
  /** ms on the process's own clock. */
  readonly endsAt: number;
}

const remembered = new Map<string, Remembered>();
const keyOf = ({ siteId, token }: Credentials, imageId: number) => `${token ?? ""}|${siteId}|${imageId}`;

interface Question {
  readonly imageId: number;
  /** Asked for; when it is another than the one that is remembered, the slide may have changed a moment ago. */
  readonly version: number;
}

/** @throws AppError as a call would: `unauthenticated`, or `notFound` if there is no such image for the caller. */
export async function findPictureRight(
  platform: Platform,
  credentials: Credentials,
  { imageId, version }: Question,
): Promise<PictureRight> {
  const known = remembered.get(keyOf(credentials, imageId));
  if (known && known.endsAt > performance.now()) {
    const right = await known.right;
    if (right.version === version) return right;
  }
  return askAndRemember(platform, credentials, imageId);
}

function askAndRemember(platform: Platform, credentials: Credentials, imageId: number): Promise<PictureRight> {
  const key = keyOf(credentials, imageId);
  const right = askDatabase(platform, credentials, imageId);
  const entry = { right, endsAt: performance.now() + RIGHT_MS };
  remembered.delete(key);
  remembered.set(key, entry);
  // Only what was granted is remembered.
  right.catch(() => {
    if (remembered.get(key) === entry) remembered.delete(key);
  });
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MOST_RIGHTS) break;
    remembered.delete(oldest);
  }
  return right;
}

function askDatabase(platform: Platform, credentials: Credentials, imageId: number): Promise<PictureRight> {
  return withSite(platform.database, credentials.siteId, async (db) => {
    const site = await findSite(db, credentials.siteId);
    const caller = await findCaller(db, site.id, credentials.token);
    enforcePolicy("seesSite", caller, site);
    await findVisibleItem(db, { siteId: site.id, caller, id: imageId, kind: "image" });
    const row = await findImageRow(db, site.id, imageId);
    return {
      siteId: site.id,
      slideFileId: row?.slideFile.id ?? 0,
      version: row?.slideFile.state === "ready" ? row.slideFile.version : 0,
      isManager: caller.can("manageContent"),
    };
  });
}

/** Ends what was remembered for a session. */
export function forgetTileRights(token: string | null): void {
  if (token === null) return;
  for (const key of remembered.keys()) if (key.startsWith(`${token}|`)) remembered.delete(key);
}
