/** Reads from slides that are kept open, a bounded number of reads at once. */
import type { SlideSource } from "@parfocal/slides/slide-source.ts";
import { openStoredSlide } from "#image/stored-slide.ts";
import { turnedTo } from "#image/turned-slide.ts";
import { createLimiter } from "#platform/limiter.ts";
import type { Platform } from "#platform/platform.ts";
import { createOpenSlides } from "./open-slides.ts";
import type { PictureRight } from "./tile-rights.ts";

/** Slides open at once; each holds one file descriptor. */
const MAX_OPEN_SLIDES = 1_000;
/** Reads at work at once; more wait in line, so that uploads and sign-ins find a thread (rule D-12). */
const READS_AT_ONCE = 48;
const MAX_WAITING = 5_000;

const openSlides = createOpenSlides(MAX_OPEN_SLIDES);
const reads = createLimiter(READS_AT_ONCE, MAX_WAITING);

export const closeOpenSlides = () => openSlides.closeAll();

/** @param limiter for work that takes more than a read; it then waits in a line of its own. */
export function readStoredSlide<Result>(
  platform: Platform,
  { siteId, slideFileId, version, turnedToDeg }: PictureRight,
  read: (source: SlideSource) => Promise<Result>,
  limiter = reads,
): Promise<Result> {
  return limiter.run(() =>
    openSlides.read(
      `${siteId}/${slideFileId}/${version}`,
      async () => turnedTo(await openStoredSlide(platform.folders, siteId, slideFileId), turnedToDeg),
      read,
    ),
  );
}
