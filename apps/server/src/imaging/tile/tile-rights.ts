/**
 * Who may see a slide's pictures, remembered for a moment: one question to the database per session (or share) and
 * image, not per tile. A right that is taken away ends with the moment; signing out ends it at once.
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

/** How long a right is remembered. */
export const RIGHT_MS = 10_000;
/** Rights remembered at most; the oldest go first. */
const MAX_RIGHTS = 50_000;

export interface PictureRight {
  readonly siteId: number;
  readonly slideFileId: number;
  /** 0: there are no pictures of ours. */
  readonly version: number;
  /** How someone has said that the picture is to be turned, clockwise; null: as its file says. */
  readonly turnedToDeg: OrientationDeg | null;
  readonly isManager: boolean;
  /** Whether it is seen only because a quiz asks about it: pixels of the slide, nothing else. */
  readonly isOnlyInQuiz: boolean;
  /** Of the site, as configured. */
  readonly siteOrigins: readonly string[];
}

interface Remembered {
  readonly right: Promise<PictureRight>;
  /** Of the session's token; null: there is none. */
  readonly sessionHash: string | null;
  /** ms on the process's own clock. */
  readonly endsAt: number;
}

const remembered = new Map<string, Remembered>();
const keyOf = ({ siteId, token, shareToken }: Viewer, imageId: number) =>
  `${token ?? ""}|${shareToken ?? siteId}|${imageId}`;

interface Question {
  readonly imageId: number;
  /**
   * Asked for; when it is another than the one that is remembered, the slide may have changed a moment ago. null: any,
   * for addresses that name none.
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
  // Only what was granted is remembered.
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

/** Tiles that lie elsewhere are read there. */
function hasPictures({ state, external_tiles }: SlideFileRow): boolean {
  return state === "ready" && external_tiles === null;
}

/** Ends what was remembered for a session. @param hash of its token, hexadecimal. */
export function forgetTileRights(hash: string): void {
  for (const [key, { sessionHash }] of remembered) if (sessionHash === hash) remembered.delete(key);
}

export function forgetAllTileRights(): void {
  remembered.clear();
}
