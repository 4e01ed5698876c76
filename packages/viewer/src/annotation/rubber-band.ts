/**
 * Selecting several annotations with a box: drawn with Shift, or without it in the touch mode for multiple selection.
 */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import Interaction from "ol/interaction/Interaction.js";
import type MapBrowserEvent from "ol/MapBrowserEvent.js";
import type { AnnotationId } from "../events/viewer-events.ts";
import { createPart } from "../panel.ts";
import type { CreateViewerPart, ViewerPart } from "../viewer-part.ts";
import { slideOfWorld } from "../world/world.ts";
import type { AnnotationLayer } from "./annotation-layer.ts";

export interface RubberBand extends ViewerPart {
  /** Whether boxes and additional clicks work without Shift, for touch. */
  setAlways(isAlways: boolean): void;
}

interface RubberBandOptions {
  readonly annotations: AnnotationLayer;
  readonly onChosen: (ids: readonly AnnotationId[]) => void;
  readonly onToggle: (id: AnnotationId) => void;
}

type Pixel = readonly [x: number, y: number];

const pixelOf = ({ pixel }: MapBrowserEvent): Pixel => [pixel[0] ?? 0, pixel[1] ?? 0];

export function createRubberBand({ annotations, onChosen, onToggle }: RubberBandOptions): CreateViewerPart<RubberBand> {
  return ({ map, element }) => {
    let from: Pixel | null = null;
    let isAlways = false;
    const box = createPart("div", "slide-viewer-rubber-band", { "aria-hidden": "true" });
    Object.assign(box.style, {
      position: "absolute",
      zIndex: "2",
      border: "1.5px dashed #fff",
      outline: "1px solid #b3155c",
      background: "rgb(200 68 122 / 14%)",
      pointerEvents: "none",
    });
    box.hidden = true;
    element.append(box);

    const show = ([x, y]: Pixel, [startX, startY]: Pixel): void => {
      box.hidden = false;
      Object.assign(box.style, {
        left: `${Math.min(x, startX)}px`,
        top: `${Math.min(y, startY)}px`,
        width: `${Math.abs(x - startX)}px`,
        height: `${Math.abs(y - startY)}px`,
      });
    };
    const end = (): void => {
      from = null;
      box.hidden = true;
    };
    const cornersOf = ([x0, y0]: Pixel, [x1, y1]: Pixel): readonly SlidePoint[] =>
      [
        [x0, y0],
        [x1, y0],
        [x1, y1],
        [x0, y1],
      ].map((pixel) => slideOfWorld(map.getCoordinateFromPixel(pixel)));
    /** @returns whether the event is passed on to the slide. */
    const handleEvent = (event: MapBrowserEvent): boolean => {
      const original = event.originalEvent;
      if (annotations.isActive() || !(original instanceof MouseEvent)) return true;
      const isMeant = isAlways || (original.shiftKey && !original.altKey);
      const isSinglePointer = (event.activePointers?.length ?? 1) <= 1;
      switch (event.type) {
        case "pointerdown":
          if (!isMeant || !isSinglePointer || original.button !== 0) {
            end();
            return true;
          }
          from = pixelOf(event);
          return false;
        case "pointerdrag":
          if (!from) return true;
          show(pixelOf(event), from);
          return false;
        case "pointerup": {
          if (!from) return true;
          const corners = box.hidden ? null : cornersOf(from, pixelOf(event));
          end();
          if (corners) onChosen(annotations.within(corners));
          return false;
        }
        case "click": {
          const id = isAlways ? annotations.at(slideOfWorld(event.coordinate)) : null;
          if (id !== null) onToggle(id);
          return !isAlways;
        }
        default:
          return true;
      }
    };
    const interaction = new Interaction({ handleEvent });
    map.addInteraction(interaction);
    return {
      setAlways(next) {
        isAlways = next;
        end();
      },
      destroy() {
        map.removeInteraction(interaction);
        box.remove();
      },
    };
  };
}
