/** The heights of a sheet below the slide on small screens, which is dragged between them. */
import { useCallback, useState } from "react";
import { readRemembered, remember } from "./remembered.ts";

export const SHEET_HEIGHTS = ["peek", "half", "full"] as const;
/** `peek`: its title alone; `half`: as much again is left of the slide; `full`: a strip of the slide is left. */
export type SheetHeight = (typeof SHEET_HEIGHTS)[number];

/** Let go below these shares of the window's height, a sheet is one that peeks, or a half one. */
const PEEK_BELOW = 0.2;
const HALF_BELOW = 0.55;

/** The height that a sheet takes when it is let go. @param heightPx of the sheet. @param windowPx of the window. */
export function nearestSheetHeight(heightPx: number, windowPx: number): SheetHeight {
  const share = heightPx / windowPx;
  if (share < PEEK_BELOW) return "peek";
  return share < HALF_BELOW ? "half" : "full";
}

/** By key or tap. @returns the same at the ends. */
export function steppedSheetHeight(height: SheetHeight, step: 1 | -1): SheetHeight {
  return SHEET_HEIGHTS[SHEET_HEIGHTS.indexOf(height) + step] ?? height;
}

const REMEMBERED = "sheet-height";

/** As it was left in this browser; one that only peeked opens half again, or nobody would see what it has. */
export function useSheetHeight(): [SheetHeight, (height: SheetHeight) => void] {
  const [height, setHeight] = useState<SheetHeight>(() => (readRemembered(REMEMBERED) === "full" ? "full" : "half"));
  const change = useCallback((next: SheetHeight) => {
    setHeight(next);
    remember(REMEMBERED, next);
  }, []);
  return [height, change];
}
