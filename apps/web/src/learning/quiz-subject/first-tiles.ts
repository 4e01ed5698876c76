/**
 * Fetches the first tiles of a slide ahead, so that it is visible at once when its question opens (issue 14, part 2).
 */
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import type { QuizSubject } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import { tileCountsOf } from "@parfocal/viewer/tiles/level-choice.ts";
import { tileUrl } from "@parfocal/viewer/tiles/load-tile.ts";

/** A screen of tiles; a level with more is not fetched ahead. */
const FIRST_TILES_MAX = 12;

/**
 * Addresses of all tiles of the finest level that has no more than `FIRST_TILES_MAX`: about what fills a screen with the whole
 * slide. Without those of slides on another server, and of slides with channels, whose choice is made in the viewer.
 */
export function firstTileUrls({ tilesMapUrl, externalTiles, planes, levels }: SlideInformation): string[] {
  if (tilesMapUrl === null || externalTiles !== null || planes !== null) return [];
  const z = levels.findIndex((level) => {
    const [columns, rows] = tileCountsOf(level);
    return columns * rows <= FIRST_TILES_MAX;
  });
  const level = levels[z];
  if (!level) return [];
  const [columns, rows] = tileCountsOf(level);
  return Array.from({ length: columns * rows }, (_, index) =>
    tileUrl(tilesMapUrl, z, index % columns, Math.floor(index / columns)),
  );
}

/** Into the browser's cache, after everything that is needed now. Of a case the slide that is shown first. */
export function fetchFirstTiles(subject: QuizSubject | undefined): void {
  const information = subject?.slides[0]?.slideInformation;
  if (!information) return;
  for (const url of firstTileUrls(information))
    void fetch(url, { credentials: "same-origin", priority: "low" }).catch(() => undefined);
}
