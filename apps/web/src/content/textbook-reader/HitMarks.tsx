/** Highlights of the search hits on a page. */
import type { Hit } from "@parfocal/core/textbook-reader/find-in-pages.ts";
import type { Rotation } from "@parfocal/core/textbook-reader/page-layout.ts";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { LaidText } from "./book.ts";
import styles from "./Pages.module.css";

interface HitMarksProps {
  readonly laid: LaidText;
  readonly hits: readonly Hit[];
  readonly current: number | null;
  readonly rotationDeg: Rotation;
  /** Width of the page's box. */
  readonly widthPx: number;
  readonly onShown: (box: DOMRect) => void;
}

interface Mark {
  /** Index among the hits. */
  readonly hit: number;
  /** Percent of the page's box. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function HitMarks({ laid, hits, current, rotationDeg, widthPx, onShown }: HitMarksProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the page is turned or resized
  useLayoutEffect(() => {
    const frame = layer.current?.getBoundingClientRect();
    if (frame && frame.width > 0) setMarks(hits.flatMap((hit, index) => marksOf(hit, index, laid.elements, frame)));
  }, [laid, hits, rotationDeg, widthPx]);
  const isMeasured = marks.length > 0;
  useEffect(() => {
    const mark = current === null || !isMeasured ? null : layer.current?.querySelector(`[data-hit="${current}"]`);
    if (mark) onShown(mark.getBoundingClientRect());
  }, [current, isMeasured, onShown]);
  return (
    <div ref={layer} className={styles.hits} aria-hidden>
      {marks.map(({ hit, left, top, width, height }, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: marks have no identity of their own
          key={index}
          className={styles.hit}
          data-hit={hit}
          data-current={hit === current || undefined}
          style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
        />
      ))}
    </div>
  );
}

/** A hit that spans several items has a highlight in each. */
function marksOf({ start, end }: Hit, hit: number, elements: readonly HTMLElement[], frame: DOMRect): Mark[] {
  const marks: Mark[] = [];
  for (let item = start.item; item <= end.item; item += 1) {
    const text = elements[item]?.firstChild;
    if (!(text instanceof Text)) continue;
    const range = document.createRange();
    range.setStart(text, item === start.item ? Math.min(start.offset, text.length) : 0);
    range.setEnd(text, item === end.item ? Math.min(end.offset, text.length) : text.length);
    for (const { left, top, width, height } of range.getClientRects())
      marks.push({
        hit,
        left: (100 * (left - frame.left)) / frame.width,
        top: (100 * (top - frame.top)) / frame.height,
        width: (100 * width) / frame.width,
        height: (100 * height) / frame.height,
      });
  }
  return marks;
}
