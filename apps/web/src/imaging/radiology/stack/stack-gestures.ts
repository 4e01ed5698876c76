/** Mouse, wheel and touch gestures on a stack. */
import { draggedWindow, type PixelWindow } from "@parfocal/core/radiology/pixel-window.ts";
import type { ScreenPoint, Stack } from "./stack.ts";
import type { StackTool } from "./stack-tools.ts";

/** Drag distance per image. */
const MIN_PX_PER_PICTURE = 3;
const MAX_PX_PER_PICTURE = 24;
/** A wheel notch is larger than this; a touch pad sends small, frequent deltas. */
const NOTCH_PX = 50;
const TOUCH_PAD_PX = 30;
const ZOOM_PER_DRAGGED_PX = 0.008;
const ZOOM_PER_WHEEL_PX = 0.003;
const MIDDLE_BUTTON = 1;
const RIGHT_BUTTON = 2;

interface GestureOptions {
  readonly stack: Stack;
  readonly tool: () => StackTool;
  /** A line is being drawn between two points; `isDone`: the pointer was released. */
  readonly onLine: (from: ScreenPoint, to: ScreenPoint, isDone: boolean) => void;
  /** The drag has become another gesture. */
  readonly onLineGivenUp: () => void;
}

interface Drag {
  readonly tool: StackTool;
  readonly from: ScreenPoint;
  readonly index: number;
  readonly window: PixelWindow | null;
}

/** Number of images for a wheel movement, and the remainder for the next one. */
export function wheelSteps(deltaPx: number, restPx: number): { readonly steps: number; readonly restPx: number } {
  if (Math.abs(deltaPx) >= NOTCH_PX) return { steps: Math.sign(deltaPx), restPx: 0 };
  const sum = Math.sign(restPx) === -Math.sign(deltaPx) ? deltaPx : restPx + deltaPx;
  const steps = Math.trunc(sum / TOUCH_PAD_PX) || 0;
  return { steps, restPx: sum - steps * TOUCH_PAD_PX };
}

/** Drag distance per image: the full height for all of them, within limits. */
export function pxPerPicture(heightPx: number, count: number): number {
  return Math.min(MAX_PX_PER_PICTURE, Math.max(MIN_PX_PER_PICTURE, heightPx / Math.max(1, count)));
}

/** @returns a function that detaches them. */
export function attachGestures(element: HTMLElement, options: GestureOptions): () => void {
  const { stack, tool, onLine, onLineGivenUp } = options;
  const pointers = new Map<number, ScreenPoint>();
  let drag: Drag | null = null;
  let restPx = 0;

  const placeOf = (event: MouseEvent): ScreenPoint => {
    const { left, top } = element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };

  function handleDown(event: PointerEvent): void {
    // Controls over the image have their own gestures; React would receive their events too late to prevent these.
    if (event.target instanceof Element && event.target.closest('button, [role="button"]')) return;
    const at = placeOf(event);
    pointers.set(event.pointerId, at);
    element.setPointerCapture(event.pointerId);
    if (drag?.tool === "measure") onLineGivenUp();
    const { index, window } = stack.look();
    const requestedTool = event.button === MIDDLE_BUTTON ? "pan" : event.button === RIGHT_BUTTON ? "zoom" : tool();
    drag = pointers.size === 1 ? { tool: requestedTool, from: at, index, window } : null;
    // The middle button would scroll the page.
    if (event.button === MIDDLE_BUTTON) event.preventDefault();
  }

  function handleMove(event: PointerEvent): void {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const at = placeOf(event);
    if (drag) followDrag(drag, before, at);
    else if (pointers.size === 2) pinch(event.pointerId, before, at);
    pointers.set(event.pointerId, at);
  }

  function followDrag({ tool: dragged, from, index, window }: Drag, before: ScreenPoint, at: ScreenPoint): void {
    const { clientWidth, clientHeight } = element;
    const down = at[1] - from[1];
    if (dragged === "scroll") {
      void stack.goTo(index + Math.round(down / pxPerPicture(clientHeight, stack.look().count)));
    } else if (dragged === "window" && window) {
      stack.setWindow(draggedWindow(window, (at[0] - from[0]) / clientWidth, down / clientHeight));
    } else if (dragged === "pan") stack.panBy(at[0] - before[0], at[1] - before[1]);
    else if (dragged === "zoom") stack.zoomBy(Math.exp((before[1] - at[1]) * ZOOM_PER_DRAGGED_PX), from);
    else if (dragged === "measure") onLine(from, at, false);
  }

  function pinch(pointerId: number, before: ScreenPoint, at: ScreenPoint): void {
    const [other] = [...pointers].filter(([id]) => id !== pointerId).map(([, place]) => place);
    if (!other) return;
    const spread = (place: ScreenPoint) => Math.max(1, Math.hypot(place[0] - other[0], place[1] - other[1]));
    const middle: ScreenPoint = [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2];
    stack.panBy((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    stack.zoomBy(spread(at) / spread(before), middle);
  }

  function handleUp(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    if (drag?.tool === "measure") {
      if (event.type === "pointerup") onLine(drag.from, placeOf(event), true);
      else onLineGivenUp();
    }
    drag = null;
  }

  function handleWheel(event: WheelEvent): void {
    const isZoom = event.ctrlKey || event.metaKey;
    // With a single image the wheel scrolls the page.
    if (!isZoom && stack.look().count < 2) return;
    event.preventDefault();
    const deltaPx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * NOTCH_PX;
    if (isZoom) {
      stack.zoomBy(Math.exp(-deltaPx * ZOOM_PER_WHEEL_PX), placeOf(event));
      return;
    }
    const turned = wheelSteps(deltaPx, restPx);
    restPx = turned.restPx;
    if (turned.steps !== 0) void stack.goTo(stack.look().index + turned.steps);
  }

  const stay = (event: Event): void => event.preventDefault();
  element.addEventListener("pointerdown", handleDown);
  element.addEventListener("pointermove", handleMove);
  element.addEventListener("pointerup", handleUp);
  element.addEventListener("pointercancel", handleUp);
  element.addEventListener("wheel", handleWheel, { passive: false });
  element.addEventListener("contextmenu", stay);
  return () => {
    element.removeEventListener("pointerdown", handleDown);
    element.removeEventListener("pointermove", handleMove);
    element.removeEventListener("pointerup", handleUp);
    element.removeEventListener("pointercancel", handleUp);
    element.removeEventListener("wheel", handleWheel);
    element.removeEventListener("contextmenu", stay);
  };
}
