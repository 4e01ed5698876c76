/**
 * Converts the map's pointer events to actions on the slide, and prevents the map from moving while a drawing handles
 * them.
 */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import Interaction from "ol/interaction/Interaction.js";
import type OpenLayersMap from "ol/Map.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { SpaceBar } from "../slide-work/space-bar.ts";
import type { PointerAction } from "../slide-work/work.ts";
import { slideOfWorld } from "../world/world.ts";

/** Time after a double click that finished a drawing in which a double click does not zoom, ms. */
const ZOOM_AFTER_WORK_MS = 500;
/** Time after a double click that finished a drawing in which its second click does not select anything, ms. */
const CHOOSE_AFTER_WORK_MS = 250;
/** Maximum distance between the two clicks of a double click, CSS px. */
const DOUBLE_CLICK_REACH_PX = 16;
/** Maximum time between the two presses of a double click, ms. */
const DOUBLE_CLICK_WITHIN_MS = 500;

export interface PointedPlace {
  readonly point: SlidePoint;
  /** Position from the top left corner of the map, CSS px. */
  readonly pixel: readonly [x: number, y: number];
}

const ACTION_OF_EVENT: Readonly<Record<string, PointerAction["kind"]>> = {
  pointerdown: "down",
  pointerdrag: "drag",
  pointerup: "up",
  pointermove: "move",
  click: "click",
  dblclick: "doubleClick",
};

export interface PointerListener {
  frame(): DrawingFrame;
  isActive(): boolean;
  /** While held, a press moves the slide, even during a drawing. */
  readonly spaceBar: SpaceBar;
  /** @returns whether the action was handled; otherwise it moves the slide. */
  handle(action: PointerAction): boolean;
  /** Called only while nothing is being drawn, and not for touch; null: the pointer has left or is dragging. */
  onHover(place: PointedPlace | null): void;
  onClick(point: SlidePoint, isShift: boolean): void;
}

/** Browsers coalesce pointer moves on a busy page; without the individual moves a fast stroke would lose its curves. */
function placesPassed(map: OpenLayersMap, event: PointerEvent): SlidePoint[] {
  const moves = event.getCoalescedEvents?.() ?? [];
  return moves.slice(0, -1).map((move) => slideOfWorld(map.getEventCoordinate(move)));
}

/** @returns a function that removes the listeners. */
export function listenToPointer(map: OpenLayersMap, listener: PointerListener): () => void {
  /** In event time, since a busy page handles events late. */
  let lastWork = Number.NEGATIVE_INFINITY;
  let hoverFrame: number | null = null;
  /** Whether the last press moves the slide, even during a drawing. */
  let isPan = false;
  /** undefined: no new position since the last one was handled. */
  let nextHover: PointedPlace | null | undefined;
  let lastClicks: readonly { readonly x: number; readonly y: number; readonly atMs: number }[] = [];

  /** Handled immediately, so that the result is painted with the next frame; at most once per frame. */
  const hover = (place: PointedPlace | null): void => {
    if (hoverFrame !== null) {
      nextHover = place;
      return;
    }
    hoverFrame = requestAnimationFrame(() => {
      hoverFrame = null;
      const next = nextHover;
      nextHover = undefined;
      if (next !== undefined) hover(next);
    });
    listener.onHover(place);
  };
  const areLastClicksTogether = (): boolean => {
    const [first, last] = lastClicks;
    if (!first || !last) return true;
    return (
      Math.hypot(first.x - last.x, first.y - last.y) <= DOUBLE_CLICK_REACH_PX &&
      last.atMs - first.atMs <= DOUBLE_CLICK_WITHIN_MS
    );
  };
  const handleWork = (kind: PointerAction["kind"], event: MapBrowserEvent, original: PointerEvent): boolean => {
    lastWork = original.timeStamp;
    const point = slideOfWorld(event.coordinate);
    return listener.handle({
      kind,
      point,
      ...(kind === "drag" ? { way: [...placesPassed(map, original), point] } : {}),
      frame: listener.frame(),
      pointerCount: event.activePointers?.length ?? 1,
      isTouch: original.pointerType === "touch",
      isShift: original.shiftKey,
      isAlt: original.altKey,
    });
  };
  const handleEvent = (event: MapBrowserEvent): boolean => {
    const kind = ACTION_OF_EVENT[event.type];
    if (!kind || !(event.originalEvent instanceof MouseEvent)) return true;
    const original = event.originalEvent as PointerEvent;
    if (kind === "down") {
      const isOtherButton = original.pointerType === "mouse" && original.button !== 0;
      isPan = isOtherButton || (listener.spaceBar.isPressed() && listener.isActive());
      if (isPan && !isOtherButton) listener.spaceBar.usePan();
    }
    if (isPan && kind !== "move") return kind !== "click" && kind !== "doubleClick";
    if (kind === "click")
      lastClicks = [...lastClicks.slice(-1), { x: original.clientX, y: original.clientY, atMs: original.timeStamp }];
    // For the map, two clicks that it handles within a short time are a double click, regardless of their positions and
    // times.
    if (kind === "doubleClick" && !areLastClicksTogether()) return false;
    if (listener.isActive()) return !handleWork(kind, event, original);
    if (kind === "doubleClick") return original.timeStamp - lastWork > ZOOM_AFTER_WORK_MS;
    if (kind === "click" && original.timeStamp - lastWork > CHOOSE_AFTER_WORK_MS)
      listener.onClick(slideOfWorld(event.coordinate), original.shiftKey);
    if (kind === "move") {
      const [x = 0, y = 0] = event.pixel;
      const isMeant = !event.dragging && original.pointerType !== "touch";
      hover(isMeant ? { point: slideOfWorld(event.coordinate), pixel: [x, y] } : null);
    }
    return true;
  };

  const interaction = new Interaction({ handleEvent });
  map.addInteraction(interaction);
  const viewport = map.getViewport();
  const handleLeave = (): void => hover(null);
  viewport?.addEventListener("pointerleave", handleLeave);
  return () => {
    if (hoverFrame !== null) cancelAnimationFrame(hoverFrame);
    viewport?.removeEventListener("pointerleave", handleLeave);
    map.removeInteraction(interaction);
  };
}
