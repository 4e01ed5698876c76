/**
 * Settings of the grid over a slide, and when it can be drawn.
 *
 * Source: spec part 1, section 3 ("Grid settings"), section 4 ("Grid"), section 5 (range; error without
 * micronsPerPixel) and section 9 (defaults).
 */

const GRID_CELL_DEFAULT_MM = 0.1;
export const GRID_CELL_MIN_MM = 0.1;
export const GRID_CELL_MAX_MM = 1;

export const GRID_COLORS = {
  grey: "#808080",
  black: "#000000",
  white: "#ffffff",
  blue: "#1f6feb",
  green: "#138a36",
  yellow: "#ffd21f",
} as const;
export type GridColor = keyof typeof GRID_COLORS;
export const GRID_COLOR_NAMES = Object.keys(GRID_COLORS) as readonly GridColor[];

export interface GridSettings {
  readonly color: GridColor;
  readonly cellSizeMm: number;
  readonly isEnabled: boolean;
  /** Whether the grid's centre is fixed on the slide; otherwise it is the centre of the view. */
  readonly isFixed: boolean;
  /** Centre of the fixed grid, slide pixels; null: not fixed. */
  readonly center: readonly [x: number, y: number] | null;
}

export const GRID_DEFAULTS: GridSettings = {
  color: "grey",
  cellSizeMm: GRID_CELL_DEFAULT_MM,
  isEnabled: false,
  isFixed: false,
  center: null,
};

/** Cell sizes out of range are neither drawn nor saved. */
export function isGridCellAllowed(cellSizeMm: number): boolean {
  return cellSizeMm >= GRID_CELL_MIN_MM && cellSizeMm <= GRID_CELL_MAX_MM;
}

/** The changed settings; unchanged if the cell size is out of range. */
export function changedGrid(settings: GridSettings, change: Partial<GridSettings>): GridSettings {
  if (change.cellSizeMm !== undefined && !isGridCellAllowed(change.cellSizeMm)) return settings;
  const changed = { ...settings, ...change };
  return changed.isFixed ? changed : { ...changed, center: null };
}

export type GridProblem = "noPixelSize" | "noCellSize";

/** Reason why no grid can be drawn; null: it can. */
export function gridProblem(facts: {
  /** Null: unknown. */
  readonly micronsPerPixel: number | null;
  readonly cellSizeMm: number;
}): GridProblem | null {
  const { micronsPerPixel, cellSizeMm } = facts;
  if (micronsPerPixel === null || !(micronsPerPixel > 0)) return "noPixelSize";
  return cellSizeMm > 0 ? null : "noCellSize";
}
