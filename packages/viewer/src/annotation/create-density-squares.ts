/**
 * Squares that show the density of annotations, as counted by the server: for slides with more annotations than are
 * sent to the browser. A viewer part.
 */
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { seenBounds } from "../view-state/seen-bounds.ts";
import type { CreateViewerPart, ViewerPart } from "../viewer-part.ts";
import type { AnnotationKind } from "./annotation-layer.ts";
import { KIND_ORDER } from "./annotation-rendering.ts";
import { createCanvasLayer } from "./canvas-layer.ts";
import { type CountedSquare, levelOfSquares } from "./counted-squares.ts";
import { paintDensity } from "./crowd-painting.ts";
import type { DensityLevel } from "./density-levels.ts";

export interface DensitySquares extends ViewerPart {
  /**
   * Shows exactly these squares and removes all others. @param kind of the counted annotations; determines the colour.
   */
  show(squares: readonly CountedSquare[], kind: AnnotationKind): void;
  /** The visible part of the slide: slide pixels, and slide pixels per CSS px. */
  seenPart(): { readonly bounds: Bounds; readonly resolution: number };
}

/** Above the tiles, below the annotations. */
const Z_INDEX = 0.5;

export const createDensitySquares: CreateViewerPart<DensitySquares> = ({ map, view }) => {
  let levels: readonly DensityLevel[] = [];
  const picture = document.createElement("canvas");
  const layer = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => levels.length === 0,
    paint(context, frame) {
      for (const level of levels) paintDensity(context, { level: () => level }, frame, picture);
    },
  });
  return {
    show(squares, kind) {
      const bySide = Map.groupBy(squares, ({ sidePx }) => sidePx);
      levels = [...bySide.values()].map((ofSide) => levelOfSquares(ofSide, KIND_ORDER.indexOf(kind)));
      layer.repaint();
    },
    seenPart() {
      const placed = view.placed();
      return { bounds: seenBounds(placed, view.size()), resolution: placed.resolution };
    },
    destroy() {
      layer.destroy();
      picture.width = 0;
    },
  };
};
