/**
 * Layout of the pages of a book in one scrolling column. All lengths are CSS px of the column, from its top left
 * corner.
 *
 * Source: spec part 2, section 9.
 */

/** Pages rendered before and after the current one; visible pages are always rendered. */
const PDF_RENDER_WINDOW_PAGES = 3;
export const PDF_PAGE_GAP_PX = 16;
/** Page width at 100 %, in percent of the container's width. */
const PDF_PAGE_WIDTH_PERCENT = 98;
/** Pointer movement beyond it drags the page; less is a click. */
export const PDF_DRAG_TOLERANCE_PX = 5;
/** Limit of one canvas: 64 MiB. */
const MAX_CANVAS_PIXELS = 16_777_216;
/** Limit of width and height: some browsers draw nothing on a larger canvas. */
const MAX_CANVAS_SIDE_PX = 16_384;
/** Limit of the canvas of a page that is not visible: 16 MiB. */
const MAX_HIDDEN_CANVAS_PIXELS = 4_194_304;

/** The reader's clockwise rotation of all pages, in addition to the book's own rotation of a page. */
export type Rotation = 0 | 90 | 180 | 270;

/** Page size as the book shows it, in any unit: only the ratio matters. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface PageBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PageLayout {
  /** In page order. */
  readonly boxes: readonly PageBox[];
  readonly widthPx: number;
  readonly heightPx: number;
}

interface LayoutInput {
  readonly pageCount: number;
  /** By page index; unknown pages have `defaultSize`. */
  readonly sizes: ReadonlyMap<number, PageSize>;
  readonly defaultSize: PageSize;
  readonly containerWidthPx: number;
  readonly zoomPercent: number;
  readonly rotationDeg: Rotation;
}

/** All pages get the same width; sizes are whole pixels. */
export function layOutPages(input: LayoutInput): PageLayout {
  const { pageCount, sizes, defaultSize, containerWidthPx, zoomPercent, rotationDeg } = input;
  const width = Math.max(1, Math.floor((containerWidthPx * PDF_PAGE_WIDTH_PERCENT * zoomPercent) / (100 * 100)));
  const widthPx = Math.max(containerWidthPx, width);
  const left = Math.floor((widthPx - width) / 2);
  const boxes: PageBox[] = [];
  let top = PDF_PAGE_GAP_PX;
  for (let index = 0; index < pageCount; index += 1) {
    const size = sizes.get(index) ?? defaultSize;
    const height = Math.max(1, Math.round(width * ratioOf(size, rotationDeg)));
    boxes.push({ left, top, width, height });
    top += height + PDF_PAGE_GAP_PX;
  }
  return { boxes, widthPx, heightPx: top };
}

/** Height divided by width, as shown. */
function ratioOf({ width, height }: PageSize, rotationDeg: Rotation): number {
  if (!(width > 0 && height > 0)) return 1;
  return rotationDeg % 180 === 0 ? height / width : width / height;
}

/** A point of the book that stays at its position in the viewport while the layout changes. */
export interface Anchor {
  /** Page index. */
  readonly index: number;
  /** Fraction of the page's box, from its left edge; outside of 0 to 1 between pages. */
  readonly xShare: number;
  readonly yShare: number;
  /** Position in the viewport, px from its top left corner. */
  readonly viewX: number;
  readonly viewY: number;
}

interface ScrollPlace {
  readonly left: number;
  readonly top: number;
}

/** @returns the anchor at this point of the viewport; null if there are no pages. */
export function anchorAt(
  { boxes }: PageLayout,
  scroll: ScrollPlace,
  { viewX, viewY }: Pick<Anchor, "viewX" | "viewY">,
): Anchor | null {
  const y = scroll.top + viewY;
  const index = Math.max(0, indexAt(boxes, y));
  const box = boxes[index];
  if (!box) return null;
  return {
    index,
    xShare: (scroll.left + viewX - box.left) / box.width,
    yShare: (y - box.top) / box.height,
    viewX,
    viewY,
  };
}

/** @returns the scroll position that puts the anchor back in its place, never below 0. */
export function scrollToAnchor({ boxes }: PageLayout, { index, xShare, yShare, viewX, viewY }: Anchor): ScrollPlace {
  const box = boxes[index];
  if (!box) return { left: 0, top: 0 };
  return {
    left: Math.max(0, box.left + xShare * box.width - viewX),
    top: Math.max(0, box.top + yShare * box.height - viewY),
  };
}

/** @returns index of the last page that begins at or above `y`; -1 if there is none. */
function indexAt(boxes: readonly PageBox[], y: number): number {
  let low = 0;
  let high = boxes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((boxes[middle]?.top ?? 0) <= y) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export interface PageRange {
  readonly first: number;
  /** Inclusive; less than `first` if the range is empty. */
  readonly last: number;
}

/** @returns indexes of the pages that are at least partly visible. */
export function visiblePages({ boxes }: PageLayout, top: number, viewHeight: number): PageRange {
  const from = Math.max(0, indexAt(boxes, top));
  const begins = boxes[from];
  const isPassed = begins !== undefined && begins.top + begins.height <= top;
  return { first: isPassed ? from + 1 : from, last: indexAt(boxes, top + viewHeight - 1) };
}

/**
 * @param requested page that was navigated to; it is the current one unless a larger share of another page is visible (at
 * the end of a book it may not reach the top).
 * @returns index of the page with the largest visible share; the first of several.
 */
export function currentPage(layout: PageLayout, top: number, viewHeight: number, requested: number | null): number {
  const { first, last } = visiblePages(layout, top, viewHeight);
  const shareOf = (index: number): number => {
    const box = layout.boxes[index];
    if (!box || index < first || index > last) return 0;
    const seen = Math.min(top + viewHeight, box.top + box.height) - Math.max(top, box.top);
    return seen / Math.min(box.height, viewHeight);
  };
  let best = Math.min(first, layout.boxes.length - 1);
  for (let index = first; index <= last; index += 1) if (shareOf(index) > shareOf(best) + 1e-6) best = index;
  const isRequestedAsGood = requested !== null && shareOf(requested) >= shareOf(best) - 1e-6 && shareOf(requested) > 0;
  return Math.max(0, isRequestedAsGood ? requested : best);
}

/** @returns indexes of the pages to render: the window around the current page, and all visible ones. */
export function pagesToDraw(pageCount: number, current: number, visible: PageRange): PageRange {
  return {
    first: Math.max(0, Math.min(current - PDF_RENDER_WINDOW_PAGES, visible.first)),
    last: Math.min(pageCount - 1, Math.max(current + PDF_RENDER_WINDOW_PAGES, visible.last)),
  };
}

/**
 * @param pixelRatio device pixels per CSS px.
 * @returns canvas pixels per CSS px; less than `pixelRatio` where the canvas would exceed a limit.
 */
export function canvasScale(box: Pick<PageBox, "width" | "height">, pixelRatio: number, isVisible: boolean): number {
  const limit = isVisible ? MAX_CANVAS_PIXELS : MAX_HIDDEN_CANVAS_PIXELS;
  const longest = MAX_CANVAS_SIDE_PX / Math.max(box.width, box.height);
  return Math.min(pixelRatio, longest, Math.sqrt(limit / (box.width * box.height)));
}

/** A point on a page, as fractions of its box from the top left, before or after the reader's rotation. */
export interface SharePoint {
  readonly xShare: number;
  readonly yShare: number;
}

export function turnPoint({ xShare, yShare }: SharePoint, rotationDeg: Rotation): SharePoint {
  if (rotationDeg === 90) return { xShare: 1 - yShare, yShare: xShare };
  if (rotationDeg === 180) return { xShare: 1 - xShare, yShare: 1 - yShare };
  if (rotationDeg === 270) return { xShare: yShare, yShare: 1 - xShare };
  return { xShare, yShare };
}

/** Inverse of `turnPoint`. */
export const turnPointBack = (point: SharePoint, rotationDeg: Rotation): SharePoint =>
  turnPoint(point, ((360 - rotationDeg) % 360) as Rotation);
