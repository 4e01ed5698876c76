/** Commands that scroll, rotate or zoom the view. */
import { PDF_DEFAULT_ZOOM_PERCENT, stepZoom } from "@parfocal/core/textbook-reader/pdf-zoom.ts";
import type { BookView } from "./useBookView.ts";

/** Step of an arrow key. */
const LINE_PX = 48;
/** Step of PageDown as a fraction of the view: a part of the previous view stays visible. */
const VIEW_SHARE = 0.9;

export type MoveCommand =
  | "zoomIn"
  | "zoomOut"
  | "zoomDefault"
  | "rotateRight"
  | "rotateLeft"
  | "previousPage"
  | "nextPage"
  | "firstPage"
  | "lastPage"
  | "lineUp"
  | "lineDown"
  | "viewUp"
  | "viewDown";

export function moveView(view: BookView, pageCount: number, command: MoveCommand): void {
  const { zoomPercent, current } = view;
  const viewHeight = view.scroller.current?.clientHeight ?? 0;
  const moves: Readonly<Record<MoveCommand, () => void>> = {
    zoomIn: () => view.setZoom(stepZoom(zoomPercent, 1)),
    zoomOut: () => view.setZoom(stepZoom(zoomPercent, -1)),
    zoomDefault: () => view.setZoom(PDF_DEFAULT_ZOOM_PERCENT),
    rotateRight: () => view.rotate(90),
    rotateLeft: () => view.rotate(-90),
    previousPage: () => view.goTo(current - 1),
    nextPage: () => view.goTo(current + 1),
    firstPage: () => view.goTo(0),
    lastPage: () => view.goTo(pageCount - 1),
    lineUp: () => view.scrollBy(-LINE_PX),
    lineDown: () => view.scrollBy(LINE_PX),
    viewUp: () => view.scrollBy(-VIEW_SHARE * viewHeight),
    viewDown: () => view.scrollBy(VIEW_SHARE * viewHeight),
  };
  moves[command]();
}
