/** Turns the map's pointer events into deeds on the slide, and keeps the map still while they are meant for a drawing. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import Interaction from "ol/interaction/Interaction.js";
import type OpenLayersMap from "ol/Map.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import { slideOfWorld } from "../world/world.ts";
import type { DrawingFrame } from "./drawing-tools.ts";
import type { PointerDeed } from "./work.ts";

/** A double click that ended a drawing does not zoom as well: for so long after it, ms. */
const ZOOM_AFTER_WORK_MS = 500;
/** The second click of a double click that ended a drawing chooses nothing: for so long after it, ms. */
const CHOOSE_AFTER_WORK_MS = 250;

const DEED_OF_EVENT: Readonly<Record<string, PointerDeed["kind"]>> = {
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
  /** @returns whether the deed is taken; else it moves the slide. */
  handle(deed: PointerDeed): boolean;
  /** Only while nothing is drawn; null: the pointer has left or drags. */
  onHover(point: SlidePoint | null): void;
  onClick(point: SlidePoint): void;
}

/** @returns a function that ends the listening. */
export function listenToPointer(map: OpenLayersMap, listener: PointerListener): () => void {
  let lastWork = Number.NEGATIVE_INFINITY;
  let hoverFrame = 0;

  const hoverSoon = (point: SlidePoint | null): void => {
    cancelAnimationFrame(hoverFrame);
    hoverFrame = requestAnimationFrame(() => listener.onHover(point));
  };
  const handleWork = (kind: PointerDeed["kind"], event: MapBrowserEvent, original: PointerEvent): boolean => {
    lastWork = performance.now();
    return listener.handle({
      kind,
      point: slideOfWorld(event.coordinate),
      frame: listener.frame(),
      pointerCount: event.activePointers?.length ?? 1,
      isTouch: original.pointerType === "touch",
      isShift: original.shiftKey,
      isAlt: original.altKey,
    });
  };
  const handleEvent = (event: MapBrowserEvent): boolean => {
    const kind = DEED_OF_EVENT[event.type];
    if (!kind || !(event.originalEvent instanceof MouseEvent)) return true;
    const original = event.originalEvent as PointerEvent;
    if (kind === "down" && original.pointerType === "mouse" && original.button !== 0) return true;
    if (listener.isActive()) return !handleWork(kind, event, original);
    if (kind === "doubleClick") return performance.now() - lastWork > ZOOM_AFTER_WORK_MS;
    if (kind === "click" && performance.now() - lastWork > CHOOSE_AFTER_WORK_MS)
      listener.onClick(slideOfWorld(event.coordinate));
    if (kind === "move") hoverSoon(event.dragging ? null : slideOfWorld(event.coordinate));
    return true;
  };

  const interaction = new Interaction({ handleEvent });
  map.addInteraction(interaction);
  const viewport = map.getViewport();
  const handleLeave = (): void => hoverSoon(null);
  viewport?.addEventListener("pointerleave", handleLeave);
  return () => {
    cancelAnimationFrame(hoverFrame);
    viewport?.removeEventListener("pointerleave", handleLeave);
    map.removeInteraction(interaction);
  };
}
