import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./SheetHandle.module.css";
import { nearestSheetHeight, SHEET_HEIGHTS, type SheetHeight, steppedSheetHeight } from "./sheet-height.ts";

/** A press that moves less is a tap, CSS px. */
const TAP_REACH_PX = 6;
const HEIGHT_TEXTS = { peek: "ui.sheetPeek", half: "ui.sheetHalf", full: "ui.sheetFull" } as const;
const KEY_STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

interface SheetHandleProps {
  readonly height: SheetHeight;
  readonly onChange: (height: SheetHeight) => void;
  /** The dragged sheet. */
  readonly sheet: RefObject<HTMLElement | null>;
}

/** The handle at the top of a sheet: dragging, tapping or arrow keys change the sheet's height. */
export function SheetHandle({ height, onChange, sheet }: SheetHandleProps) {
  const { t } = useTranslation();
  const press = useRef<{ readonly y: number; readonly heightPx: number; isDragged: boolean } | null>(null);

  const handleDown = (event: PointerEvent<HTMLElement>): void => {
    if (!sheet.current || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    press.current = { y: event.clientY, heightPx: sheet.current.offsetHeight, isDragged: false };
  };
  const handleMove = (event: PointerEvent<HTMLElement>): void => {
    const { current } = press;
    if (!current || !sheet.current) return;
    const byPx = current.y - event.clientY;
    if (Math.abs(byPx) > TAP_REACH_PX) current.isDragged = true;
    if (current.isDragged) sheet.current.style.height = `${Math.max(0, current.heightPx + byPx)}px`;
  };
  const end = (isCommitted: boolean, y: number): void => {
    const { current } = press;
    press.current = null;
    if (!current || !sheet.current) return;
    sheet.current.style.height = "";
    if (!isCommitted) return;
    if (current.isDragged) onChange(nearestSheetHeight(current.heightPx + current.y - y, window.innerHeight));
    else onChange(height === "half" ? "full" : "half");
  };
  const handleKey = (event: KeyboardEvent): void => {
    const step = KEY_STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(steppedSheetHeight(height, step));
  };
  return (
    <div
      className={classes.handle}
      role="slider"
      tabIndex={0}
      aria-label={t("ui.sheetHeight")}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={SHEET_HEIGHTS.length - 1}
      aria-valuenow={SHEET_HEIGHTS.indexOf(height)}
      aria-valuetext={t(HEIGHT_TEXTS[height])}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={(event) => end(true, event.clientY)}
      onPointerCancel={(event) => end(false, event.clientY)}
      onKeyDown={handleKey}
    />
  );
}
