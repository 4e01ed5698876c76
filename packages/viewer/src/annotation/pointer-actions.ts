/** Turns the map's pointer events into actions on the slide, and keeps the map still while they are meant for a drawing. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import Interaction from "ol/interaction/Interaction.js";
import type OpenLayersMap from "ol/Map.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { SpaceBar } from "../slide-work/space-bar.ts";
import type { PointerAction } from "../slide-work/work.ts";
import { slideOfWorld } from "../world/world.ts";

/** A double click that ended a drawing does not zoom as well: for so long after it, ms. */
const ZOOM_AFTER_WORK_MS = 500;
/** The second click of a double click that ended a drawing chooses nothing: for so long after it, ms. */
const CHOOSE_AFTER_WORK_MS = 250;
/** Two clicks farther apart, one soon after the other, are two clicks, CSS px. */
const DOUBLE_CLICK_REACH_PX = 16;
/** Two presses farther apart in time are two clicks, ms. */
const DOUBLE_CLICK_WITHIN_MS = 500;

export interface PointedPlace {
  readonly point: SlidePoint;
  /** From the left top corner of the map, CSS px. */
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
  /** Held, a press moves the slide, whatever is drawn. */
  readonly spaceBar: SpaceBar;
  /** @returns whether the action is taken; else it moves the slide. */
  handle(action: PointerAction): boolean;
  /** Only while nothing is drawn, and not of a finger; null: the pointer has left or drags. */
  onHover(place: PointedPlace | null): void;
  onClick(point: SlidePoint, isShift: boolean): void;
}

/** Browsers coalesce pointer moves on a busy page; without the single moves a fast stroke would lose its bends. */
function placesPassed(map: OpenLayersMap, event: PointerEvent): SlidePoint[] {
  const moves = event.getCoalescedEvents?.() ?? [];
  return moves.slice(0, -1).map((move) => slideOfWorld(map.getEventCoordinate(move)));
}

/** @returns a function that ends the listening. */
export function listenToPointer(map: OpenLayersMap, listener: PointerListener): () => void {
  /** On the clock of events: a busy page handles them late. */
  let lastWork = Number.NEGATIVE_INFINITY;
  let hoverFrame: number | null = null;
  /** Whether what was pressed last moves the slide, whatever is drawn. */
  let isPan = false;
  /** undefined: no other has come since the last was answered. */
  let nextHover: PointedPlace | null | undefined;
  let lastClicks: readonly { readonly x: number; readonly y: number; readonly atMs: number }[] = [];

  /** At once, so that the answer is painted with the next frame; at most once a frame. */
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
      isPan = isOtherButton || (listener.spaceBar.isHeld() && listener.isActive());
      if (isPan && !isOtherButton) listener.spaceBar.usePan();
    }
    if (isPan && kind !== "move") return kind !== "click" && kind !== "doubleClick";
    if (kind === "click")
      lastClicks = [...lastClicks.slice(-1), { x: original.clientX, y: original.clientY, atMs: original.timeStamp }];
    // The map calls two clicks a double one that it handles in a short time, wherever they are and whenever they were.
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
