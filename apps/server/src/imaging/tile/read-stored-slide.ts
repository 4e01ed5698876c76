/** Reads from open slides, with a limited number of parallel reads. */
import type { EncodedImage, Plane, SlideSource } from "@parfocal/slides/slide-source.ts";
import { openStoredSlide } from "#image/stored-slide.ts";
import { turnedTo } from "#image/turned-slide.ts";
import { createLimiter } from "#platform/limiter.ts";
import type { Platform } from "#platform/platform.ts";
import { createOpenSlides } from "./open-slides.ts";
import { RecentTiles } from "./recent-tiles.ts";
import type { PictureRight } from "./tile-rights.ts";

/** Maximum number of open slides; each uses one file descriptor. */
const MAX_OPEN_SLIDES = 1_000;
/** Maximum number of parallel reads; more are queued, so that threads are left for uploads and sign-ins (rule D-12). */
const READS_AT_ONCE = 48;
const MAX_WAITING = 5_000;

const openSlides = createOpenSlides(MAX_OPEN_SLIDES);
const recentTiles = new RecentTiles();
const reads = createLimiter(READS_AT_ONCE, MAX_WAITING);

export async function closeOpenSlides(): Promise<void> {
  recentTiles.clear();
  await openSlides.closeAll();
}

/** Different after each change of the slide, its rotation included. */
const keyOf = ({ siteId, slideFileId, version }: PictureRight) => `${siteId}/${slideFileId}/${version}`;

/** @param limiter a separate queue for work that takes longer than a read. */
export function readStoredSlide<Result>(
  platform: Platform,
  right: PictureRight,
  read: (source: SlideSource) => Promise<Result>,
  limiter = reads,
): Promise<Result> {
  const { siteId, slideFileId, turnedToDeg } = right;
  return limiter.run(() =>
    openSlides.read(
      keyOf(right),
      async () => turnedTo(await openStoredSlide(platform, siteId, slideFileId), turnedToDeg),
      read,
    ),
  );
}

interface TilePlace {
  /** 0: full resolution. */
  readonly level: number;
  readonly column: number;
  readonly row: number;
  readonly plane: Plane;
}

/** A tile, from memory if it was read repeatedly a moment ago. */
export function readStoredTile(
  platform: Platform,
  right: PictureRight,
  { level, column, row, plane }: TilePlace,
  signal: AbortSignal,
): Promise<EncodedImage> {
  const { channel, depth, time } = plane;
  return recentTiles.read(`${keyOf(right)}/${level}/${column}/${row}/${channel}/${depth}/${time}`, () =>
    readStoredSlide(platform, right, (source) => source.readTile(level, column, row, { signal, plane })),
  );
}

/** For images that are separate files: uses the same queue. */
export const readStored = <Result>(read: () => Promise<Result>): Promise<Result> => reads.run(read);
