/** The grid on a slide while a component is mounted. */
import type { CellCount } from "@parfocal/core/grid/grid-cells.ts";
import { GRID_COLORS, type GridSettings } from "@parfocal/core/grid/grid-settings.ts";
import { createGrid, type Grid } from "@parfocal/viewer/grid/create-grid.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState, useSyncExternalStore } from "react";

interface GridOnSlide {
  /** null: not loaded yet. */
  readonly grid: Grid | null;
  /** Whether it is hidden because its cells would be too small to distinguish. */
  readonly isTooSmall: boolean;
}

const silent = (): (() => void) => () => undefined;

/** @param counts by cell name; null: nothing is counted. */
export function useGrid(
  viewer: SlideViewer,
  settings: GridSettings,
  areNamesShown: boolean,
  counts: ReadonlyMap<string, CellCount> | null,
): GridOnSlide {
  const [grid, setGrid] = useState<Grid | null>(null);
  useEffect(() => {
    const created = viewer.use(createGrid);
    setGrid(created);
    return () => created.destroy();
  }, [viewer]);
  useEffect(() => {
    const { isEnabled, color, cellSizeMm, center } = settings;
    grid?.show(isEnabled ? { color: GRID_COLORS[color], cellSizeMm, center, isLabelled: areNamesShown, counts } : null);
  }, [grid, settings, areNamesShown, counts]);
  const isTooSmall = useSyncExternalStore(grid?.onTooSmall ?? silent, () => grid?.isTooSmall() ?? false);
  return { grid, isTooSmall };
}
