import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./ComparePane.module.css";

/** Fraction of the width by which an arrow key moves the divider; with Shift, `LONG_STEP`. */
const STEP = 0.02;
const LONG_STEP = 0.1;
const PERCENT = 100;

interface CurtainProps {
  /** Position from the left edge, 0 to 1. */
  readonly share: number;
  readonly onShare: (share: number) => void;
  /** Titles of the slides on its left and right. */
  readonly names: readonly [left: string, right: string];
}

/** The divider between two slides: dragged, or moved by arrow keys. */
export function Curtain({ share, onShare, names: [left, right] }: CurtainProps) {
  const { t } = useTranslation();
  const isPressed = useRef(false);
  const set = (next: number): void => onShare(Math.min(1, Math.max(0, next)));
  function handleKeyDown(event: KeyboardEvent): void {
    const next = shareByKey(event, share);
    if (next === null) return;
    event.preventDefault();
    set(next);
  }
  function handleMove(event: PointerEvent): void {
    const box = isPressed.current && event.currentTarget.parentElement?.getBoundingClientRect();
    if (box) set((event.clientX - box.left) / box.width);
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t("case.curtainLabel", { left, right })}
      aria-valuemin={0}
      aria-valuemax={PERCENT}
      aria-valuenow={Math.round(share * PERCENT)}
      className={classes.curtain}
      style={{ left: `${share * PERCENT}%` }}
      onKeyDown={handleKeyDown}
      onPointerDown={(event) => {
        isPressed.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={handleMove}
      onPointerUp={() => {
        isPressed.current = false;
      }}
      onPointerCancel={() => {
        isPressed.current = false;
      }}
    />
  );
}

/** @returns null for a key that does not move it. */
function shareByKey({ key, shiftKey }: KeyboardEvent, share: number): number | null {
  const step = shiftKey ? LONG_STEP : STEP;
  switch (key) {
    case "ArrowLeft":
      return share - step;
    case "ArrowRight":
      return share + step;
    case "Home":
      return 0;
    case "End":
      return 1;
    default:
      return null;
  }
}
