/** Length measurements over an image; their ends can be moved by pointer or keyboard, and each can be removed. */
import type { PicturePoint } from "@parfocal/core/radiology/picture-length.ts";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type LengthLine, type LineEnd, lengthText } from "./length-lines.ts";
import styles from "./StackPane.module.css";
import type { ScreenPoint, Stack, StackViewState } from "./stack.ts";

const HANDLE_PX = 5;
/** Size of a touch target. */
const REACH_PX = 16;
const LABEL_AWAY_PX = 10;
const REMOVE_PX = 9;
const COARSE_STEP_PX = 10;
const ARROWS: Readonly<Record<string, PicturePoint>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface LengthLinesProps {
  readonly stack: Stack;
  readonly look: StackViewState;
  readonly lines: readonly LengthLine[];
  /** The line being drawn, not stored yet; null: none. */
  readonly drawn: { readonly from: ScreenPoint; readonly to: ScreenPoint } | null;
  readonly onMoveEnd: (id: number, end: LineEnd, to: PicturePoint) => void;
  readonly onRemove: (id: number) => void;
}

export function LengthLines({ stack, look, lines, drawn, onMoveEnd, onRemove }: LengthLinesProps) {
  const { t, i18n } = useTranslation();
  const drawnFrom = drawn && stack.toPicture(drawn.from);
  const drawnTo = drawn && stack.toPicture(drawn.to);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing is no field set.
    <svg className={styles.lines} role="group" aria-label={t("radiology.lengths")}>
      {lines
        .filter(({ frame }) => frame === look.shownIndex)
        .map((line) => (
          <Line key={line.id} {...{ stack, look, line, onMoveEnd, onRemove }} />
        ))}
      {drawn && drawnFrom && drawnTo && (
        <g className={styles.line}>
          <line x1={drawn.from[0]} y1={drawn.from[1]} x2={drawn.to[0]} y2={drawn.to[1]} />
          <text x={drawn.to[0] + LABEL_AWAY_PX} y={drawn.to[1] - LABEL_AWAY_PX}>
            {lengthText({ from: drawnFrom, to: drawnTo }, look.spacingMm, i18n.language)}
          </text>
        </g>
      )}
    </svg>
  );
}

interface LineProps extends Omit<LengthLinesProps, "lines" | "drawn"> {
  readonly line: LengthLine;
}

function Line({ stack, look, line, onMoveEnd, onRemove }: LineProps) {
  const { t, i18n } = useTranslation();
  const pointerId = useRef<number | null>(null);
  const ends = { from: stack.toScreen(line.from), to: stack.toScreen(line.to) };
  if (!ends.from || !ends.to) return null;
  const text = lengthText(line, look.spacingMm, i18n.language);

  function handleKey(event: KeyboardEvent, end: LineEnd): void {
    const arrow = ARROWS[event.key];
    if (event.key === "Delete" || event.key === "Backspace") onRemove(line.id);
    else if (arrow) {
      const by = event.shiftKey ? COARSE_STEP_PX : 1;
      onMoveEnd(line.id, end, [line[end][0] + arrow[0] * by, line[end][1] + arrow[1] * by]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  function handleDown(event: PointerEvent<SVGElement>): void {
    pointerId.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    event.preventDefault();
  }
  function handleMove(event: PointerEvent<SVGElement>, end: LineEnd): void {
    if (pointerId.current !== event.pointerId) return;
    const { left, top } = event.currentTarget.ownerSVGElement?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const at = stack.toPicture([event.clientX - left, event.clientY - top]);
    if (at) onMoveEnd(line.id, end, at);
  }
  const letGo = (): void => {
    pointerId.current = null;
  };

  return (
    <g className={styles.line}>
      <line x1={ends.from[0]} y1={ends.from[1]} x2={ends.to[0]} y2={ends.to[1]} />
      {(["from", "to"] as const).map((end) => {
        const [x, y] = ends[end] ?? [0, 0];
        return (
          // biome-ignore lint/a11y/useSemanticElements: an SVG cannot contain buttons
          <g
            key={end}
            role="button"
            tabIndex={0}
            aria-label={t(end === "from" ? "radiology.lengthStart" : "radiology.lengthEnd", { length: text })}
            className={styles.handle}
            onKeyDown={(event) => handleKey(event, end)}
            onPointerDown={handleDown}
            onPointerMove={(event) => handleMove(event, end)}
            onPointerUp={letGo}
            onPointerCancel={letGo}
          >
            <circle cx={x} cy={y} r={REACH_PX} className={styles.reach} />
            <circle cx={x} cy={y} r={HANDLE_PX} />
          </g>
        );
      })}
      <text x={ends.to[0] + LABEL_AWAY_PX} y={ends.to[1] - LABEL_AWAY_PX}>
        {text}
      </text>
      {/* biome-ignore lint/a11y/useSemanticElements: an SVG cannot contain buttons */}
      <g
        role="button"
        tabIndex={0}
        aria-label={t("radiology.removeLength", { length: text })}
        className={styles.handle}
        transform={`translate(${ends.to[0] + LABEL_AWAY_PX + REMOVE_PX} ${ends.to[1] + LABEL_AWAY_PX + REMOVE_PX})`}
        onClick={() => onRemove(line.id)}
        onKeyDown={(event) => {
          if (!["Enter", " ", "Delete", "Backspace"].includes(event.key)) return;
          onRemove(line.id);
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <circle r={REACH_PX} className={styles.reach} />
        <circle r={REMOVE_PX} />
        <path d="M-3 -3 L3 3 M-3 3 L3 -3" className={styles.cross} />
      </g>
    </g>
  );
}
