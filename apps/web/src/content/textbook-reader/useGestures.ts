/** Pointer, wheel and touch gestures on the pages: dragging scrolls, Ctrl+wheel or two fingers zoom. */
import { PDF_DRAG_TOLERANCE_PX } from "@parfocal/core/textbook-reader/page-layout.ts";
import { nearestZoomLevel, stepZoom } from "@parfocal/core/textbook-reader/pdf-zoom.ts";
import { useEffect } from "react";
import { useLatest } from "#ui/useLatest.ts";
import type { BookView } from "./useBookView.ts";

/** `text`: dragging on text selects it, anywhere else it scrolls. `hand`: it always scrolls. */
export type DragMode = "text" | "hand";

/** Wheel distance for one zoom level, px; a trackpad sends many small ones. */
const WHEEL_STEP_PX = 60;
const LINE_PX = 16;
const CONTROLS = "input, textarea, select, [role=dialog]";

export function useGestures(view: BookView, mode: DragMode, isPointerTaken: boolean): void {
  const latest = useLatest({ view, mode, isPointerTaken });
  const { scroller } = view;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const stops = [
      watchDrag(element, (target) => {
        const now = latest.current;
        if (now.isPointerTaken || target.closest(CONTROLS)) return false;
        return now.mode === "hand" || target.closest("[data-page] span[role=presentation]") === null;
      }),
      watchWheel(element, (direction, event) => {
        const { zoomPercent, setZoom } = latest.current.view;
        setZoom(stepZoom(zoomPercent, direction), pointIn(element, event));
      }),
      watchPinch(element, () => latest.current.view),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [scroller]);
}

const pointIn = (
  element: HTMLElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
) => {
  const { left, top } = element.getBoundingClientRect();
  return { viewX: clientX - left, viewY: clientY - top };
};

/** For mouse and pen; touch scrolls natively. @returns a function that removes the listeners. */
function watchDrag(element: HTMLElement, mayBegin: (target: Element) => boolean): () => void {
  let last: { readonly id: number; x: number; y: number } | null = null;
  let isDragging = false;
  const begin = (event: PointerEvent): void => {
    if (event.pointerType === "touch" || event.button !== 0 || !mayBegin(event.target as Element)) return;
    last = { id: event.pointerId, x: event.clientX, y: event.clientY };
  };
  const move = (event: PointerEvent): void => {
    if (!last || event.pointerId !== last.id) return;
    const [byX, byY] = [event.clientX - last.x, event.clientY - last.y];
    if (!isDragging) {
      if (Math.hypot(byX, byY) <= PDF_DRAG_TOLERANCE_PX) return;
      isDragging = true;
      element.dataset.dragging = "";
      element.setPointerCapture(event.pointerId);
      window.getSelection()?.removeAllRanges();
    }
    element.scrollBy({ left: -byX, top: -byY, behavior: "instant" });
    last = { ...last, x: event.clientX, y: event.clientY };
  };
  const end = (): void => {
    last = null;
    delete element.dataset.dragging;
    // The click of the same pointer follows and ends the gesture.
    if (isDragging) setTimeout(() => (isDragging = false));
  };
  const click = (event: MouseEvent): void => {
    if (!isDragging) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Otherwise an image or a link would be dragged instead.
  const refuse = (event: Event): void => event.preventDefault();
  element.addEventListener("pointerdown", begin);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", end);
  element.addEventListener("click", click, true);
  element.addEventListener("dragstart", refuse);
  return () => {
    element.removeEventListener("pointerdown", begin);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", end);
    element.removeEventListener("pointercancel", end);
    element.removeEventListener("click", click, true);
    element.removeEventListener("dragstart", refuse);
  };
}

function watchWheel(element: HTMLElement, onStep: (direction: 1 | -1, event: WheelEvent) => void): () => void {
  let turned = 0;
  const turn = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const by = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX;
    turned = Math.sign(turned) === Math.sign(by) ? turned + by : by;
    if (Math.abs(turned) < WHEEL_STEP_PX) return;
    turned = 0;
    onStep(by < 0 ? 1 : -1, event);
  };
  element.addEventListener("wheel", turn, { passive: false });
  return () => element.removeEventListener("wheel", turn);
}

function watchPinch(element: HTMLElement, viewNow: () => BookView): () => void {
  let start: { readonly distance: number; readonly zoomPercent: number } | null = null;
  const distanceOf = ([one, other]: TouchList): number =>
    one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0;
  const touch = (event: TouchEvent): void => {
    start =
      event.touches.length === 2 ? { distance: distanceOf(event.touches), zoomPercent: viewNow().zoomPercent } : null;
  };
  const move = (event: TouchEvent): void => {
    const [one, other] = event.touches;
    if (!start || !one || !other || start.distance === 0) return;
    event.preventDefault();
    const view = viewNow();
    const percent = nearestZoomLevel((start.zoomPercent * distanceOf(event.touches)) / start.distance);
    if (percent === view.zoomPercent) return;
    const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
    view.setZoom(percent, pointIn(element, middle));
  };
  element.addEventListener("touchstart", touch, { passive: true });
  element.addEventListener("touchend", touch, { passive: true });
  element.addEventListener("touchmove", move, { passive: false });
  return () => {
    element.removeEventListener("touchstart", touch);
    element.removeEventListener("touchend", touch);
    element.removeEventListener("touchmove", move);
  };
}
