/** Heights of a sheet below the slide on small screens, between which it can be dragged. */
import { useCallback, useState } from "react";
import { readRemembered, remember } from "./remembered.ts";

export const SHEET_HEIGHTS = ["peek", "half", "full"] as const;
/** `peek`: only its title; `half`: half of the window; `full`: only a strip of the slide is visible. */
export type SheetHeight = (typeof SHEET_HEIGHTS)[number];

/** A sheet released below these fractions of the window's height becomes `peek` or `half`. */
const PEEK_BELOW = 0.2;
const HALF_BELOW = 0.55;

/**
 * The height of a sheet after its release. @param heightPx height of the sheet. @param windowPx height of the window.
 */
export function nearestSheetHeight(heightPx: number, windowPx: number): SheetHeight {
  const share = heightPx / windowPx;
  if (share < PEEK_BELOW) return "peek";
  return share < HALF_BELOW ? "half" : "full";
}

/** After a key press or tap. @returns the same height at the ends. */
export function steppedSheetHeight(height: SheetHeight, step: 1 | -1): SheetHeight {
  return SHEET_HEIGHTS[SHEET_HEIGHTS.indexOf(height) + step] ?? height;
}

const REMEMBERED = "sheet-height";

/** The last height in this browser; `peek` opens as `half`, so that its content is visible. */
export function useSheetHeight(): [SheetHeight, (height: SheetHeight) => void] {
  const [height, setHeight] = useState<SheetHeight>(() => (readRemembered(REMEMBERED) === "full" ? "full" : "half"));
  const change = useCallback((next: SheetHeight) => {
    setHeight(next);
    remember(REMEMBERED, next);
  }, []);
  return [height, change];
}
