/**
 * Preloads the first tiles of a slide, so that it is visible immediately when its question opens (issue 14, part 2).
 */
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import type { QuizSubject } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import { tileCountsOf } from "@parfocal/viewer/tiles/level-choice.ts";
import { tileUrl } from "@parfocal/viewer/tiles/load-tile.ts";

/** About a screen of tiles; larger levels are not preloaded. */
const FIRST_TILES_MAX = 12;

/**
 * URLs of all tiles of the finest level with at most `FIRST_TILES_MAX` tiles: about what fills a screen with the whole
 * slide. None for slides on another server, or with channels, whose settings are made in the viewer.
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

/** Loads them into the browser's cache at low priority. For a case, those of the first visible slide. */
export function fetchFirstTiles(subject: QuizSubject | undefined): void {
  const information = subject?.slides[0]?.slideInformation;
  if (!information) return;
  for (const url of firstTileUrls(information))
    void fetch(url, { credentials: "same-origin", priority: "low" }).catch(() => undefined);
}
