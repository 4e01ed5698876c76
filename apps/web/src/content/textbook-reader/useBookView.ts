/** View state of a book: zoom, rotation, layout of the pages, scroll position. */
import {
  type Anchor,
  anchorAt,
  currentPage,
  type PageLayout,
  type PageRange,
  type PageSize,
  PDF_PAGE_GAP_PX,
  pagesToDraw,
  type Rotation,
  type SharePoint,
  scrollToAnchor,
  turnPoint,
  turnPointBack,
  visiblePages,
} from "@parfocal/core/textbook-reader/page-layout.ts";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Book, BookPlace } from "./book.ts";
import { useBookLayout } from "./useBookLayout.ts";

interface Shown {
  /** Index of the current page. */
  readonly current: number;
  readonly visible: PageRange;
}

/** A point of the view, px from its top left corner. */
interface ViewPoint {
  readonly viewX: number;
  readonly viewY: number;
}

export interface BookView {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly layout: PageLayout;
  readonly zoomPercent: number;
  readonly rotationDeg: Rotation;
  readonly current: number;
  readonly visible: PageRange;
  /** Indexes of the pages to draw. */
  readonly drawn: PageRange;
  /** @param at point that keeps its position; omitted: the top of the view. */
  readonly setZoom: (percent: number, at?: ViewPoint) => void;
  readonly rotate: (byDeg: 90 | -90) => void;
  /** @param index page index; if out of range, the nearest page. */
  readonly goTo: (index: number, point?: SharePoint | null) => void;
  readonly scrollBy: (byPx: number) => void;
  /** Scrolls a box outside the view to its middle. @param box box of an element, relative to the window. */
  readonly reveal: (box: DOMRect) => void;
  readonly noteSize: (index: number, size: PageSize) => void;
  readonly whereNow: () => BookPlace;
  readonly onScroll: () => void;
}

const isSameRange = (one: PageRange, other: PageRange): boolean => one.first === other.first && one.last === other.last;

/** @param initialIndex index of the initial page. */
export function useBookView(book: Book, initialIndex: number): BookView {
  const scroller = useRef<HTMLDivElement>(null);
  const { layout, viewWidth, viewHeight, zoomPercent, rotationDeg, setZoomPercent, turn, noteSize } = useBookLayout(
    book,
    scroller,
  );
  const start = Math.min(Math.max(0, initialIndex), book.pageCount - 1);
  const anchor = useRef<Anchor>({ index: start, xShare: 0.5, yShare: 0, viewX: 0, viewY: PDF_PAGE_GAP_PX });
  const requestedPage = useRef<number | null>(start);
  const [{ current, visible }, setShown] = useState<Shown>({ current: start, visible: { first: start, last: start } });

  const look = useCallback(() => {
    const element = scroller.current;
    if (!element || element.clientHeight === 0) return;
    const seen = visiblePages(layout, element.scrollTop, element.clientHeight);
    const page = currentPage(layout, element.scrollTop, element.clientHeight, requestedPage.current);
    if (page !== requestedPage.current) requestedPage.current = null;
    setShown((before) =>
      before.current === page && isSameRange(before.visible, seen) ? before : { current: page, visible: seen },
    );
  }, [layout]);

  const scrollToPlace = useCallback(
    (next: Anchor) => {
      anchor.current = next;
      scroller.current?.scrollTo({ ...scrollToAnchor(layout, next), behavior: "instant" });
      look();
    },
    [layout, look],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: with the height of the view too
  useLayoutEffect(() => {
    if (viewWidth === 0) return;
    const isStart = anchor.current.viewX === 0;
    scrollToPlace(isStart ? { ...anchor.current, viewX: viewWidth / 2 } : anchor.current);
  }, [scrollToPlace, viewHeight, viewWidth]);

  const anchorFor = useCallback(
    (at?: ViewPoint): Anchor => {
      const element = scroller.current;
      if (!element) return anchor.current;
      const point = at ?? { viewX: element.clientWidth / 2, viewY: PDF_PAGE_GAP_PX };
      return anchorAt(layout, { left: element.scrollLeft, top: element.scrollTop }, point) ?? anchor.current;
    },
    [layout],
  );
  const onScroll = useCallback(() => {
    anchor.current = anchorFor();
    look();
  }, [anchorFor, look]);
  const setZoom = useCallback(
    (percent: number, at?: ViewPoint) => {
      anchor.current = anchorFor(at);
      setZoomPercent(percent);
    },
    [anchorFor, setZoomPercent],
  );
  const rotate = useCallback(
    (byDeg: 90 | -90) => {
      anchor.current = { ...anchor.current, xShare: 0.5, yShare: 0 };
      turn(byDeg);
    },
    [turn],
  );
  const goTo = useCallback(
    (input: number, point: SharePoint | null = null) => {
      const index = Math.min(Math.max(0, input), book.pageCount - 1);
      requestedPage.current = index;
      const yShare = point ? turnPoint(point, rotationDeg).yShare : 0;
      scrollToPlace({ index, xShare: 0.5, yShare, viewX: anchorFor().viewX, viewY: PDF_PAGE_GAP_PX });
    },
    [book, rotationDeg, anchorFor, scrollToPlace],
  );
  const scrollBy = useCallback((byPx: number) => {
    requestedPage.current = null;
    scroller.current?.scrollBy({ top: byPx, behavior: "instant" });
  }, []);
  const reveal = useCallback((box: DOMRect) => scroller.current && revealIn(scroller.current, box), []);
  const whereNow = useCallback((): BookPlace => {
    const { index, yShare } = anchorFor();
    return { pageNumber: index + 1, point: turnPointBack({ xShare: 0.5, yShare }, rotationDeg) };
  }, [anchorFor, rotationDeg]);

  return {
    ...{ scroller, layout, zoomPercent, rotationDeg, current, visible },
    drawn: pagesToDraw(book.pageCount, current, visible),
    ...{ setZoom, rotate, goTo, scrollBy, reveal, noteSize, whereNow, onScroll },
  };
}

function revealIn(element: HTMLElement, box: DOMRect): void {
  const frame = element.getBoundingClientRect();
  const by = (from: number, to: number, start: number, end: number): number =>
    from >= start && to <= end ? 0 : (from + to) / 2 - (start + end) / 2;
  element.scrollBy({
    left: by(box.left, box.right, frame.left, frame.right),
    top: by(box.top, box.bottom, frame.top, frame.bottom),
    behavior: "instant",
  });
}
