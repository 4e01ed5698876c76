/**
 * Interface of a viewer for synchronization: reports each frame as it is drawn, and immediately shows a view at any
 * angle.
 */
import type { PlacedView } from "@parfocal/core/geometry/registration-views.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type MapEvent from "ol/MapEvent.js";
import { createPart } from "../panel.ts";
import { degreesOf } from "../rotation/rotation.ts";
import type { SlideDescription } from "../slide-description.ts";
import type { ViewReach } from "../slide-map.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";
import { screenOfSlide, slideToScreenOf } from "../world/slide-to-screen.ts";
import { slideOfWorld } from "../world/world.ts";

export interface ViewLink extends ViewerPart {
  readonly slide: SlideDescription;
  placed(): PlacedView;
  /** Applied in this frame, within the limits of the map. */
  follow(view: PlacedView): void;
  /** @param reach null: the slide's own limits. */
  setReach(reach: ViewReach | null): void;
  /** Position of another slide's pointer on this one; null: not on the slide. */
  showCursor(point: SlidePoint | null): void;
}

export interface ViewLinkListener {
  /** Called within each frame with the view that it shows. */
  onFrame(view: PlacedView): void;
  /** null: the pointer has left. */
  onPointer(point: SlidePoint | null): void;
}

export function createViewLink(context: ViewerContext, listener: ViewLinkListener): ViewLink {
  const { map, view, slide, element, emitter } = context;
  const cursor = createPart("div", "slide-viewer-other-cursor", { "aria-hidden": "true" });
  cursor.hidden = true;
  element.append(cursor);
  let cursorPlace: SlidePoint | null = null;
  let isGone = false;

  const placeCursor = (worldToScreen: readonly number[]): void => {
    cursor.hidden = cursorPlace === null;
    if (cursorPlace === null) return;
    const [x, y] = screenOfSlide(slideToScreenOf(worldToScreen), cursorPlace);
    cursor.style.transform = `translate(${x}px, ${y}px)`;
  };
  const handleFrame = ({ frameState }: MapEvent): void => {
    if (!frameState) return;
    placeCursor(frameState.coordinateToPixelTransform);
    const { center, resolution, rotation } = frameState.viewState;
    listener.onFrame({ center: slideOfWorld(center), resolution, rotationDeg: degreesOf(rotation) });
  };
  map.on("postrender", handleFrame);
  const stopPointer = emitter.on("pointer", (place) => listener.onPointer(place?.point ?? null));

  return {
    slide,
    placed: () => view.placed(),
    follow(next) {
      if (isGone) return;
      view.follow(next);
      map.renderSync();
    },
    setReach(reach) {
      if (!isGone) view.setReach(reach);
    },
    showCursor(point) {
      if (isGone || (point === null && cursorPlace === null)) return;
      cursorPlace = point;
      map.render();
    },
    destroy() {
      isGone = true;
      stopPointer();
      map.un("postrender", handleFrame);
      cursor.remove();
    },
  };
}
