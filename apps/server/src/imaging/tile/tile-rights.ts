/**
 * Who can see a slide's images, cached for a short time: one database query per session (or share) and image, not per
 * tile. A revoked right ends when the cache entry expires; signing out ends it immediately.
 */
import { AppError } from "@parfocal/core/errors.ts";
import type { OrientationDeg } from "@parfocal/slides/slide-source.ts";
import { findImageRow } from "#image/image.queries.ts";
import type { SlideFileRow } from "#image/image.table.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import type { Viewer } from "#platform/http/read-viewer.ts";
import { findSiteAndCaller, hashToken } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { findSeenItem } from "#share-access/viewer.ts";
import { isAskedByQuiz } from "./asked-pictures.queries.ts";

/** How long a right is cached. */
export const RIGHT_MS = 10_000;
/** Maximum number of cached rights; the oldest are removed first. */
const MAX_RIGHTS = 50_000;

export interface PictureRight {
  readonly siteId: number;
  readonly slideFileId: number;
  /** 0: there are no images here. */
  readonly version: number;
  /** Rotation that a person entered, clockwise; null: as in the file. */
  readonly turnedToDeg: OrientationDeg | null;
  readonly isManager: boolean;
  /** Whether it is visible only because a quiz asks about it: then only the pixels of the slide. */
  readonly isOnlyInQuiz: boolean;
  /** Of the site, as configured. */
  readonly siteOrigins: readonly string[];
}

interface Remembered {
  readonly right: Promise<PictureRight>;
  /** Hash of the session's token; null: no session. */
  readonly sessionHash: string | null;
  /** ms, on the process's monotonic clock. */
  readonly endsAt: number;
}

const remembered = new Map<string, Remembered>();
const keyOf = ({ siteId, token, shareToken }: Viewer, imageId: number) =>
  `${token ?? ""}|${shareToken ?? siteId}|${imageId}`;

interface Question {
  readonly imageId: number;
  /**
   * The requested version; if it differs from the cached one, the slide may have changed a moment ago. null: any, for
   * URLs without a version.
   */
  readonly version: number | null;
}

/** @throws AppError as a call would: `unauthenticated`, or `notFound` if there is no such image for the caller. */
export async function findPictureRight(
  platform: Platform,
  viewer: Viewer,
  { imageId, version }: Question,
): Promise<PictureRight> {
  const known = remembered.get(keyOf(viewer, imageId));
  if (known && known.endsAt > performance.now()) {
    const right = await known.right;
    if (version === null || right.version === version) return right;
  }
  return askAndRemember(platform, viewer, imageId);
}

function askAndRemember(platform: Platform, viewer: Viewer, imageId: number): Promise<PictureRight> {
  const key = keyOf(viewer, imageId);
  const right = askDatabase(platform, viewer, imageId);
  const sessionHash = viewer.token === null ? null : hashToken(viewer.token).toString("hex");
  const entry = { right, sessionHash, endsAt: performance.now() + RIGHT_MS };
  remembered.delete(key);
  remembered.set(key, entry);
  // Only granted rights are cached.
  right.catch(() => {
    if (remembered.get(key) === entry) remembered.delete(key);
  });
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_RIGHTS) break;
    remembered.delete(oldest);
  }
  return right;
}

function askDatabase(platform: Platform, viewer: Viewer, imageId: number): Promise<PictureRight> {
  const { siteId } = viewer;
  return withSite(platform.database, siteId, async (db) => {
    const { isManager, isOnlyInQuiz, siteOrigins } = await findSeenOrInQuiz(db, viewer, imageId);
    const row = await findImageRow(db, siteId, imageId);
    return {
      siteId,
      slideFileId: row?.slideFile.id ?? 0,
      version: row && hasPictures(row.slideFile) ? row.slideFile.version : 0,
      turnedToDeg: row?.slideFile.is_orientation_set ? row.slideFile.orientation_deg : null,
      isManager,
      isOnlyInQuiz,
      siteOrigins,
    };
  });
}

type Seen = Pick<PictureRight, "isManager" | "isOnlyInQuiz" | "siteOrigins">;

/** @throws AppError as a call would: `unauthenticated`, or `notFound` if there is no such image for the viewer. */
async function findSeenOrInQuiz(db: SiteDb, viewer: Viewer, imageId: number): Promise<Seen> {
  try {
    const { isManager, siteOrigins } = await findSeenItem(db, viewer, { id: imageId, kind: "image" });
    return { isManager, isOnlyInQuiz: false, siteOrigins };
  } catch (error) {
    const isNotSeen = error instanceof AppError && error.kind === "notFound";
    if (!isNotSeen || viewer.shareToken !== null || viewer.token === null) throw error;
    const { site, caller } = await findSiteAndCaller(db, viewer.siteId, viewer.token);
    if (!(await isAskedByQuiz(db, viewer.siteId, accessScopeOf(caller), imageId))) throw error;
    return { isManager: false, isOnlyInQuiz: true, siteOrigins: site.origins };
  }
}

/** External tiles are read from their own server. */
function hasPictures({ state, external_tiles }: SlideFileRow): boolean {
  return state === "ready" && external_tiles === null;
}

/** Removes the cached rights of a session. @param hash of its token, hexadecimal. */
export function forgetTileRights(hash: string): void {
  for (const [key, { sessionHash }] of remembered) if (sessionHash === hash) remembered.delete(key);
}

export function forgetAllTileRights(): void {
  remembered.clear();
}
