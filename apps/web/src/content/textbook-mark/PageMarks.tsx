/** The marks of one page, over it: links for readers; movable and editable for teachers in mark mode. */
import {
  areaBetween,
  fromShownArea,
  fromShownPoint,
  moveArea,
  type PageArea,
  type PagePoint,
  toShownArea,
} from "@parfocal/core/textbook-mark/page-area.ts";
import type { TextbookMark } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { IconBook, IconLinkOff } from "@tabler/icons-react";
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import type { ReaderPageView } from "#textbook-reader/reader-props.ts";
import styles from "./PageMarks.module.css";

/** A shorter drag is a click, which sets a point. */
const DRAG_TOLERANCE_PX = 5;
/** Step of an arrow key, as a fraction of the page. */
const STEP = 0.01;
/** Approximate height of a label above its area, as a fraction of the page. */
const LABEL_ROOM = 0.04;
const ICON_SIZE_PX = 14;

const percent = (share: number): string => `${100 * share}%`;

const placeOf = ({ left, top, width, height }: PageArea): CSSProperties => ({
  ...{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) },
});

/** Position of a pointer event on an element that covers the page, in fractions of the page as displayed. */
function pointIn(element: Element, { clientX, clientY }: PointerEvent): PagePoint {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [(clientX - left) / width, (clientY - top) / height];
}

interface PageMarksProps {
  readonly page: ReaderPageView;
  /** Marks of this page. */
  readonly marks: readonly TextbookMark[];
  /** Null: the mark has no URL. */
  readonly hrefOf: (mark: TextbookMark) => string | null;
  readonly onFollow: (mark: TextbookMark) => void;
}

export function PageMarks({ page, marks, hrefOf, onFollow }: PageMarksProps) {
  const { t } = useTranslation();
  return marks.map((mark) => {
    const shown = toShownArea(mark.area, page.rotationDeg);
    const looks = { className: styles.mark, style: placeOf(shown), ...dataOf(mark, shown) };
    const href = hrefOf(mark);
    if (href === null)
      return (
        <button
          key={mark.id}
          type="button"
          {...looks}
          aria-label={mark.target ? mark.label : `${mark.label}, ${t("textbookMark.unavailable")}`}
          onClick={() => onFollow(mark)}
        >
          <MarkLabel mark={mark} />
        </button>
      );
    return (
      <a
        key={mark.id}
        href={href}
        {...looks}
        aria-label={mark.label}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          onFollow(mark);
        }}
      >
        <MarkLabel mark={mark} />
      </a>
    );
  });
}

const dataOf = (mark: TextbookMark, shown: PageArea) => ({
  "data-point": (shown.width === 0 && shown.height === 0) || undefined,
  "data-top": shown.top < LABEL_ROOM || undefined,
  "data-unavailable": mark.target === null || undefined,
});

function MarkLabel({ mark: { label, target } }: { readonly mark: TextbookMark }) {
  const kind = target?.type ?? null;
  const Icon = target === null ? IconLinkOff : kind === null ? IconBook : ITEM_ICONS[kind];
  return (
    <span className={styles.label}>
      <Icon size={ICON_SIZE_PX} stroke={1.5} aria-hidden />
      <span>{label}</span>
    </span>
  );
}

interface EditedMarksProps {
  readonly page: ReaderPageView;
  /** Marks of this page. */
  readonly marks: readonly TextbookMark[];
  /** @param area area of the page, without the reader's rotation. */
  readonly onDraw: (area: PageArea) => void;
  readonly onMove: (mark: TextbookMark, area: PageArea) => void;
  readonly onEdit: (mark: TextbookMark) => void;
  readonly onRemove: (mark: TextbookMark) => void;
}

export function EditedMarks({ page, marks, onDraw, ...actions }: EditedMarksProps) {
  return (
    <>
      <DrawingSurface page={page} onDraw={onDraw} />
      {marks.map((mark) => (
        <EditedMark key={mark.id} page={page} mark={mark} {...actions} />
      ))}
    </>
  );
}

/** Captures the pointer on the whole page: a drag draws an area, a click sets a point. */
function DrawingSurface({ page, onDraw }: Pick<EditedMarksProps, "page" | "onDraw">) {
  const [drag, setDrag] = useState<{ readonly from: PagePoint; readonly to: PagePoint } | null>(null);

  function handleUp(event: PointerEvent): void {
    if (!drag) return;
    const to = pointIn(event.currentTarget, event);
    const [byX, byY] = [(to[0] - drag.from[0]) * page.widthPx, (to[1] - drag.from[1]) * page.heightPx];
    const isClick = Math.hypot(byX, byY) <= DRAG_TOLERANCE_PX;
    const end = isClick ? drag.from : to;
    setDrag(null);
    onDraw(areaBetween(fromShownPoint(drag.from, page.rotationDeg), fromShownPoint(end, page.rotationDeg)));
  }

  return (
    <div
      className={styles.surface}
      data-testid="mark-surface"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        const from = pointIn(event.currentTarget, event);
        setDrag({ from, to: from });
      }}
      onPointerMove={(event) => drag && setDrag({ ...drag, to: pointIn(event.currentTarget, event) })}
      onPointerUp={handleUp}
      onPointerCancel={() => setDrag(null)}
    >
      {drag && <div className={styles.drawn} style={placeOf(areaBetween(drag.from, drag.to))} />}
    </div>
  );
}

const ARROWS: Readonly<Record<string, PagePoint>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Moved by dragging or arrow keys; Shift+arrow keys resize it. Enter or a click edits it. */
function EditedMark({
  page,
  mark,
  onMove,
  onEdit,
  onRemove,
}: Omit<EditedMarksProps, "marks" | "onDraw"> & { readonly mark: TextbookMark }) {
  const { t } = useTranslation();
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const wasDragged = useRef(false);
  /** Position while it is dragged. */
  const [moved, setMoved] = useState<PageArea | null>(null);
  const shown = moved ?? toShownArea(mark.area, page.rotationDeg);

  function handleKey(event: KeyboardEvent): void {
    const by = ARROWS[event.key];
    if (event.key === "Delete") onRemove(mark);
    else if (by && event.shiftKey) {
      const end: PagePoint = [
        shown.left + Math.max(0, shown.width + by[0]),
        shown.top + Math.max(0, shown.height + by[1]),
      ];
      onMove(mark, fromShownArea(areaBetween([shown.left, shown.top], end), page.rotationDeg));
    } else if (by) onMove(mark, fromShownArea(moveArea(shown, by[0], by[1]), page.rotationDeg));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function handlePointerMove({ clientX, clientY }: PointerEvent): void {
    if (!start.current) return;
    const [byX, byY] = [clientX - start.current.x, clientY - start.current.y];
    if (!wasDragged.current && Math.hypot(byX, byY) <= DRAG_TOLERANCE_PX) return;
    wasDragged.current = true;
    setMoved(moveArea(toShownArea(mark.area, page.rotationDeg), byX / page.widthPx, byY / page.heightPx));
  }

  function handlePointerUp(): void {
    start.current = null;
    if (moved) onMove(mark, fromShownArea(moved, page.rotationDeg));
    setMoved(null);
  }

  return (
    <button
      type="button"
      className={styles.mark}
      style={placeOf(shown)}
      {...dataOf(mark, shown)}
      data-editing
      aria-label={t("textbookMark.edit", { label: mark.label })}
      title={t("textbookMark.moveHint")}
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        start.current = { x: event.clientX, y: event.clientY };
        wasDragged.current = false;
      }}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerUp}
      onPointerCancel={() => {
        start.current = null;
        setMoved(null);
      }}
      onClick={() => {
        if (!wasDragged.current) onEdit(mark);
        wasDragged.current = false;
      }}
    >
      <MarkLabel mark={mark} />
    </button>
  );
}
