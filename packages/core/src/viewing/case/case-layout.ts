/**
 * How the slides of a case share the window.
 *
 * Source: spec part 1, section 4 (with one item one container; otherwise items are assigned to containers cyclically);
 * part 2, section 9 (default 2 viewers with matrix [2,1]; a single viewer at 992 px or less).
 */

export interface CaseLayout {
  readonly columns: number;
  readonly rows: number;
}

/** Columns and rows each. */
export const CASE_LAYOUT_MAX = 4;
export const DEFAULT_CASE_LAYOUT: CaseLayout = { columns: 2, rows: 1 };
export const SINGLE_CASE_LAYOUT: CaseLayout = { columns: 1, rows: 1 };

/** Id of the element that shows a slide of a case, by its place from 0: row by row. Source: spec part 1, section 2. */
export const caseContainerId = (place: number): string => `case-slide-map-${place}`;

/** The layout that is shown: one container on small screens and for one slide. */
export function shownLayout(
  layout: CaseLayout,
  { isSmallScreen, itemCount }: { isSmallScreen: boolean; itemCount: number },
): CaseLayout {
  return isSmallScreen || itemCount <= 1 ? SINGLE_CASE_LAYOUT : layout;
}

/**
 * Which item stands in which container, row by row: cyclically, so that with more containers than items the first items
 * come again, and with fewer the later ones are left for the person to call up.
 *
 * @returns an index into the items for each container; empty without items.
 */
export function assignItems({ columns, rows }: CaseLayout, itemCount: number): readonly number[] {
  if (itemCount === 0) return [];
  return Array.from({ length: columns * rows }, (_unused, place) => place % itemCount);
}
