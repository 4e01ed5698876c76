/** Inputs of the layout: size of the view, zoom, rotation, and the known sizes of pages. */
import {
  layOutPages,
  type PageLayout,
  type PageSize,
  type Rotation,
} from "@parfocal/core/textbook-reader/page-layout.ts";
import { PDF_DEFAULT_ZOOM_PERCENT } from "@parfocal/core/textbook-reader/pdf-zoom.ts";
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from "react";
import type { Book } from "./book.ts";

interface BookLayout {
  readonly layout: PageLayout;
  /** Size of the scrolling element, px; 0: not measured yet. */
  readonly viewWidth: number;
  readonly viewHeight: number;
  readonly zoomPercent: number;
  readonly rotationDeg: Rotation;
  readonly setZoomPercent: (percent: number) => void;
  readonly turn: (byDeg: 90 | -90) => void;
  readonly noteSize: (index: number, size: PageSize) => void;
}

export function useBookLayout(book: Book, scroller: RefObject<HTMLElement | null>): BookLayout {
  const [view, setView] = useState({ width: 0, height: 0 });
  const [zoomPercent, setZoomPercent] = useState<number>(PDF_DEFAULT_ZOOM_PERCENT);
  const [rotationDeg, setRotation] = useState<Rotation>(0);
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = (): void => setView({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);

  const layout = useMemo(
    () =>
      layOutPages({
        pageCount: book.pageCount,
        sizes,
        defaultSize: book.firstSize,
        containerWidthPx: view.width,
        zoomPercent,
        rotationDeg,
      }),
    [book, sizes, view.width, zoomPercent, rotationDeg],
  );
  const turn = useCallback(
    (byDeg: 90 | -90) => setRotation((before) => ((before + byDeg + 360) % 360) as Rotation),
    [],
  );
  const noteSize = useCallback(
    (index: number, size: PageSize) =>
      setSizes((before) => {
        const known = before.get(index) ?? book.firstSize;
        if (known.width === size.width && known.height === size.height) return before;
        return new Map(before).set(index, size);
      }),
    [book],
  );
  const { width: viewWidth, height: viewHeight } = view;
  return { layout, viewWidth, viewHeight, zoomPercent, rotationDeg, setZoomPercent, turn, noteSize };
}
