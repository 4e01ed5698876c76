/** The nuclei on the slide while a component is mounted. */
import type { CellOverlay, DescribeNucleus, ShownCells } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import { createCellOverlay } from "@parfocal/viewer/cell-analysis/create-cell-overlay.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";

/** @returns null: not loaded yet. */
export function useCellOverlay(viewer: SlideViewer): CellOverlay | null {
  const [overlay, setOverlay] = useState<CellOverlay | null>(null);
  useEffect(() => {
    const created = viewer.use(createCellOverlay);
    setOverlay(created);
    return () => created.destroy();
  }, [viewer]);
  return overlay;
}

/** @param cells the same object while nothing has changed; null: nothing is shown. */
export function useShownCells(
  overlay: CellOverlay | null,
  cells: ShownCells | null,
  describe: DescribeNucleus | null,
): void {
  useEffect(() => overlay?.show(cells), [overlay, cells]);
  useEffect(() => overlay?.setDescription(describe), [overlay, describe]);
}
