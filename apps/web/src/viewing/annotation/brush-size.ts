/** Radius of the brush, kept while the page is open. */
import { useSyncExternalStore } from "react";

export const BRUSH_RADIUS_PX = { min: 4, max: 120, first: 20 } as const;
/** Factor per key press. */
const BRUSH_STEP = 1.25;

let radiusPx: number = BRUSH_RADIUS_PX.first;
const listeners = new Set<() => void>();

export function setBrushRadius(next: number): void {
  radiusPx = Math.round(Math.min(BRUSH_RADIUS_PX.max, Math.max(BRUSH_RADIUS_PX.min, next)));
  for (const listener of listeners) listener();
}

/** @param direction 1: larger; -1: smaller. The radius changes by at least one pixel. */
export function stepBrushRadius(direction: 1 | -1): void {
  const stepped = radiusPx * BRUSH_STEP ** direction;
  setBrushRadius(direction === 1 ? Math.max(radiusPx + 1, stepped) : Math.min(radiusPx - 1, stepped));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** CSS px. */
export function useBrushRadius(): number {
  return useSyncExternalStore(subscribe, () => radiusPx);
}
