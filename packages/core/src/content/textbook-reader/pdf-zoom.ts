/**
 * Zoom levels of the textbook reader.
 *
 * Source: spec part 2, section 9.
 */

/** In percent of the page width at 100 % (`page-layout.ts`). */
export const PDF_ZOOM_LEVELS_PERCENT = [
  25, 33, 50, 67, 75, 80, 90, 100, 125, 150, 175, 200, 250, 300, 400, 500,
] as const;
export const PDF_DEFAULT_ZOOM_PERCENT = 100;

/** @param percent any number. @returns the nearest level by ratio: 71, between 50 and 100, gives 100. */
export function nearestZoomLevel(percent: number): number {
  const distance = (level: number) => Math.abs(Math.log(level / percent));
  return PDF_ZOOM_LEVELS_PERCENT.reduce<number>(
    (best, level) => (distance(level) < distance(best) ? level : best),
    PDF_DEFAULT_ZOOM_PERCENT,
  );
}

/** @returns the next level up (1) or down (-1); unchanged at the ends. */
export function stepZoom(percent: number, direction: 1 | -1): number {
  if (direction === 1) return PDF_ZOOM_LEVELS_PERCENT.find((level) => level > percent) ?? percent;
  return PDF_ZOOM_LEVELS_PERCENT.findLast((level) => level < percent) ?? percent;
}
