/**
 * Layout of the slides of a case.
 *
 * Source: spec part 1, section 4 (with one item one container; otherwise items are assigned to containers cyclically);
 * part 2, section 9 (default 2 viewers with matrix [2,1]; a single viewer at 992 px or less).
 */

export interface CaseLayout {
  readonly columns: number;
  readonly rows: number;
}

/** Maximum number of columns and of rows. */
export const CASE_LAYOUT_MAX = 4;
export const DEFAULT_CASE_LAYOUT: CaseLayout = { columns: 2, rows: 1 };
const SINGLE_CASE_LAYOUT: CaseLayout = { columns: 1, rows: 1 };

/**
 * ID of the element that shows a slide of a case, by container index from 0, row by row. Source: spec part 1, section
 * 2.
 */
export const caseContainerId = (place: number): string => `case-slide-map-${place}`;

/** The effective layout: one container on small screens and for one slide. */
export function shownLayout(
  layout: CaseLayout,
  { isSmallScreen, itemCount }: { isSmallScreen: boolean; itemCount: number },
): CaseLayout {
  return isSmallScreen || itemCount <= 1 ? SINGLE_CASE_LAYOUT : layout;
}

/**
 * Assigns items to containers, row by row and cyclically: with more containers than items the first items are repeated,
 * with fewer the later items are not shown initially.
 *
 * @returns an item index for each container; empty if there are no items.
 */
export function assignItems({ columns, rows }: CaseLayout, itemCount: number): readonly number[] {
  if (itemCount === 0) return [];
  return Array.from({ length: columns * rows }, (_unused, place) => place % itemCount);
}
