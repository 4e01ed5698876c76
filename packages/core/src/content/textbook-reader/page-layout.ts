/**
 * Where the pages of a book are: one below the other in a column that scrolls. All lengths in px of the column, from its
 * top left corner.
 *
 * Source: spec part 2, section 9.
 */

/** Pages before and after the current one that are drawn; those in view are drawn in any case. */
export const PDF_RENDER_WINDOW_PAGES = 3;
export const PDF_PAGE_GAP_PX = 16;
/** Of a page at 100 %, in percent of the container's width. */
export const PDF_PAGE_WIDTH_PERCENT = 98;
/** Above it the pointer drags the page; below, it clicks. */
export const PDF_DRAG_TOLERANCE_PX = 5;
/** One canvas: 64 MiB. */
const MAX_CANVAS_PIXELS = 16_777_216;
/** Width and height: some browsers draw nothing on a longer canvas. */
const MAX_CANVAS_SIDE_PX = 16_384;
/** A canvas of a page that is not in view: 16 MiB. */
const MAX_HIDDEN_CANVAS_PIXELS = 4_194_304;

/** How the reader shows all pages, clockwise, on top of the turn that the book gives a page. */
export type Rotation = 0 | 90 | 180 | 270;

/** As the book shows the page, in any unit: only the ratio counts. */
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
  /** In the order of the book. */
  readonly boxes: readonly PageBox[];
  readonly widthPx: number;
  readonly heightPx: number;
}

interface LayoutInput {
  readonly pageCount: number;
  /** By index; those that are not known yet are as large as `defaultSize`. */
  readonly sizes: ReadonlyMap<number, PageSize>;
  readonly defaultSize: PageSize;
  readonly containerWidthPx: number;
  readonly zoomPercent: number;
  readonly rotationDeg: Rotation;
}

/** All pages have the same width; whole pixels. */
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

/** Height by width, as shown. */
function ratioOf({ width, height }: PageSize, rotationDeg: Rotation): number {
  if (!(width > 0 && height > 0)) return 1;
  return rotationDeg % 180 === 0 ? height / width : width / height;
}

/** A point of the book that keeps its place in the view while the layout changes. */
export interface Anchor {
  /** Of the page. */
  readonly index: number;
  /** Of the page's box, from its top left; outside of 0 to 1 between pages. */
  readonly xShare: number;
  readonly yShare: number;
  /** In the view, px from its top left. */
  readonly viewX: number;
  readonly viewY: number;
}

export interface ScrollPlace {
  readonly left: number;
  readonly top: number;
}

/** @returns what is at this point of the view; null: there are no pages. */
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

/** @returns where to scroll so that the anchor is in its place again, never below 0. */
export function scrollToAnchor({ boxes }: PageLayout, { index, xShare, yShare, viewX, viewY }: Anchor): ScrollPlace {
  const box = boxes[index];
  if (!box) return { left: 0, top: 0 };
  return {
    left: Math.max(0, box.left + xShare * box.width - viewX),
    top: Math.max(0, box.top + yShare * box.height - viewY),
  };
}

/** @returns the last page that begins at or above `y`; -1: none. */
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
  /** Included; below `first`: empty. */
  readonly last: number;
}

/** @returns indexes of the pages of which something is in view. */
export function visiblePages({ boxes }: PageLayout, top: number, viewHeight: number): PageRange {
  const from = Math.max(0, indexAt(boxes, top));
  const begins = boxes[from];
  const isPassed = begins !== undefined && begins.top + begins.height <= top;
  return { first: isPassed ? from + 1 : from, last: indexAt(boxes, top + viewHeight - 1) };
}

/**
 * @param wanted page that was gone to last: it is the current one while no other is more in view, as at the end of a book.
 * @returns index of the page of which the largest share is in view; the first of several.
 */
export function currentPage(layout: PageLayout, top: number, viewHeight: number, wanted: number | null): number {
  const { first, last } = visiblePages(layout, top, viewHeight);
  const shareOf = (index: number): number => {
    const box = layout.boxes[index];
    if (!box || index < first || index > last) return 0;
    const seen = Math.min(top + viewHeight, box.top + box.height) - Math.max(top, box.top);
    return seen / Math.min(box.height, viewHeight);
  };
  let best = Math.min(first, layout.boxes.length - 1);
  for (let index = first; index <= last; index += 1) if (shareOf(index) > shareOf(best) + 1e-6) best = index;
  const isWantedAsGood = wanted !== null && shareOf(wanted) >= shareOf(best) - 1e-6 && shareOf(wanted) > 0;
  return Math.max(0, isWantedAsGood ? wanted : best);
}

/** @returns indexes of the pages to draw: the window around the current one, and all in view. */
export function pagesToDraw(pageCount: number, current: number, visible: PageRange): PageRange {
  return {
    first: Math.max(0, Math.min(current - PDF_RENDER_WINDOW_PAGES, visible.first)),
    last: Math.min(pageCount - 1, Math.max(current + PDF_RENDER_WINDOW_PAGES, visible.last)),
  };
}

/**
 * @param pixelRatio of the screen: device pixels by CSS px.
 * @returns canvas pixels by CSS px; less than `pixelRatio` where the canvas would be too large.
 */
export function canvasScale(box: Pick<PageBox, "width" | "height">, pixelRatio: number, isVisible: boolean): number {
  const limit = isVisible ? MAX_CANVAS_PIXELS : MAX_HIDDEN_CANVAS_PIXELS;
  const longest = MAX_CANVAS_SIDE_PX / Math.max(box.width, box.height);
  return Math.min(pixelRatio, longest, Math.sqrt(limit / (box.width * box.height)));
}

/** A point of a page as the book shows it, and as the reader shows it turned; shares of the box from its top left. */
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

/** The way back from `turnPoint`. */
export const turnPointBack = (point: SharePoint, rotationDeg: Rotation): SharePoint =>
  turnPoint(point, ((360 - rotationDeg) % 360) as Rotation);
