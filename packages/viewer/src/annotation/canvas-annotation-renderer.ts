/**
 * Paints annotations on separate canvases: with all details if few are in view, with fewer details if there are many,
 * and as density squares if they could not be distinguished.
 */
import { DEFAULT_ANNOTATION_STYLE } from "@parfocal/core/annotation/annotation-style.ts";
import type OpenLayersMap from "ol/Map.js";
import type { AnnotationId } from "../events/viewer-events.ts";
import { boundsInView, scaleOf } from "../world/slide-to-screen.ts";
import {
  type AnnotationFrame,
  badgeOnScreen,
  type EmphasisName,
  paintBadge,
  paintLines,
  paintMarks,
  paintTitle,
  snapped,
} from "./annotation-painting.ts";
import type { AnnotationRenderer, DrawableAnnotation } from "./annotation-renderer.ts";
import { KIND_ORDER, looksFor } from "./annotation-rendering.ts";
import { annotationUnderPointer, type PointedAt } from "./annotation-under-pointer.ts";
import { createBoxGrid } from "./box-grid.ts";
import { createCanvasLayer, type PaintFrame } from "./canvas-layer.ts";
import {
  type CrowdMember,
  isNumberedInCrowd,
  MIN_NUMBERED_IN_CROWD_PX,
  paintCrowd,
  paintDensity,
} from "./crowd-painting.ts";
import { createDensityLevels, type DensityLevels } from "./density-levels.ts";
import { createMovingPicture } from "./moving-picture.ts";
import { isBoxWithin, storeShapes } from "./shape-store.ts";

/**
 * With more than this many in view, each is drawn with fewer details; with more than the second number, if the slide
 * has more than the first in total.
 */
const CROWD_ABOVE = 500;
const CROWD_OF_MANY_ABOVE = 60;
/** Above this number in view, density squares are drawn. */
const DENSITY_ABOVE = 3_000;
/** Parts of an annotation may extend this far beyond its box, CSS px: mark and number, or the title of a text. */
const MARK_REACH_PX = 36;
const TITLE_REACH_PX = 560;
/** Z-index above the tiles and below the shape being drawn. */
const Z_INDEX = 1;

interface Shown extends PointedAt {
  readonly levels: DensityLevels;
  readonly numberOf: ReadonlyMap<AnnotationId, number>;
  /** Texts show their titles, which extend far. */
  readonly hasTexts: boolean;
}

function prepare(annotations: readonly DrawableAnnotation[]): Shown {
  const store = storeShapes(annotations.map(({ shape }) => shape));
  const kinds = Uint8Array.from(annotations, ({ kind }) => KIND_ORDER.indexOf(kind));
  return {
    annotations,
    store,
    grid: createBoxGrid(store.boxes),
    levels: createDensityLevels(store.boxes, kinds),
    numberOf: new Map(annotations.map(({ id }, index) => [id, index])),
    hasTexts: annotations.some(({ typeName }) => typeName === "text"),
  };
}

/** Indices of the annotations with a visible part, lowest first; null: too many. */
function inView({ annotations, store, grid, hasTexts }: Shown, frame: PaintFrame): readonly number[] | null {
  const scale = scaleOf(frame.toScreen);
  const view = boundsInView(frame.toScreen, frame, -frame.marginPx);
  const painted = boundsInView(frame.toScreen, frame, 0);
  const found: number[] = [];
  let count = 0;
  grid.search(boundsInView(frame.toScreen, frame, hasTexts ? TITLE_REACH_PX : MARK_REACH_PX), (index) => {
    const isText = annotations[index]?.typeName === "text";
    if (isBoxWithin(store, index, painted, (isText ? TITLE_REACH_PX : MARK_REACH_PX) / scale)) found.push(index);
    if (isBoxWithin(store, index, view, 0)) count += 1;
    return count <= DENSITY_ABOVE;
  });
  return count > DENSITY_ABOVE ? null : found.sort((a, b) => a - b);
}

function paintWhole(
  context: CanvasRenderingContext2D,
  members: readonly CrowdMember[],
  emphasis: EmphasisName,
  { store }: Shown,
  frame: AnnotationFrame,
): void {
  for (const member of members) paintLines(context, { ...member, store }, emphasis, frame);
  for (const member of members) {
    const { annotation } = member;
    paintMarks(context, annotation, emphasis, frame);
    // If many are selected together, their numbers would hide the shapes.
    if (emphasis === "selectedTogether" && !isNumberedInCrowd(member, store, scaleOf(frame.toScreen))) continue;
    paintBadge(context, annotation, emphasis, snapped(badgeOnScreen(annotation, frame), frame), frame);
  }
  for (const { annotation } of members) paintTitle(context, annotation, emphasis, frame);
}

type SpecialAnnotations = Record<"selected" | "hovered" | "omitted", ReadonlySet<AnnotationId>>;

function membersOf(shown: Shown, special: SpecialAnnotations, name: "selected" | "hovered"): CrowdMember[] {
  return [...special[name]].flatMap((id) => {
    const index = special.omitted.has(id) ? undefined : shown.numberOf.get(id);
    const annotation = index === undefined ? undefined : shown.annotations[index];
    return index === undefined || !annotation ? [] : [{ index, annotation }];
  });
}

/** @param omitted sets of annotations that are not painted here. */
function membersAt(
  { annotations }: Shown,
  indexes: readonly number[],
  omitted: readonly ReadonlySet<AnnotationId>[],
): CrowdMember[] {
  return indexes.flatMap((index) => {
    const annotation = annotations[index];
    return annotation && !omitted.some((ids) => ids.has(annotation.id)) ? [{ index, annotation }] : [];
  });
}

/** Paints hovered annotations, and above them the selected ones. */
function paintEmphasized(
  context: CanvasRenderingContext2D,
  shown: Shown,
  special: SpecialAnnotations,
  hoverEmphasis: EmphasisName,
  frame: AnnotationFrame,
): void {
  const hovered = membersOf(shown, special, "hovered").filter(({ annotation }) => !special.selected.has(annotation.id));
  paintWhole(context, hovered, hoverEmphasis, shown, frame);
  const emphasis = special.selected.size > 1 ? "selectedTogether" : "selected";
  paintWhole(context, membersOf(shown, special, "selected"), emphasis, shown, frame);
}

export function createCanvasAnnotationRenderer(map: OpenLayersMap): AnnotationRenderer {
  let shown = prepare([]);
  /** Emphasized annotations are painted again on a canvas above, so that a hover does not repaint all others. */
  const special: SpecialAnnotations = {
    selected: new Set(),
    hovered: new Set(),
    omitted: new Set(),
  };
  let hoverEmphasis: EmphasisName = "hovered";
  let lookOf = looksFor(DEFAULT_ANNOTATION_STYLE);
  let detail: "whole" | "crowd" | "density" = "whole";

  const densityPicture = document.createElement("canvas");

  const paintBase = (context: CanvasRenderingContext2D, frame: PaintFrame): void => {
    const indexes = inView(shown, frame);
    if (indexes === null) {
      detail = "density";
      paintDensity(context, shown.levels, frame, densityPicture);
      return;
    }
    detail =
      indexes.length > (shown.annotations.length > CROWD_ABOVE ? CROWD_OF_MANY_ABOVE : CROWD_ABOVE) ? "crowd" : "whole";
    const members = membersAt(shown, indexes, detail === "crowd" ? [special.omitted] : Object.values(special));
    if (detail === "crowd") paintCrowd(context, members, shown.store, { ...frame, lookOf });
    else paintWhole(context, members, "none", shown, { ...frame, lookOf });
  };
  const movingPicture = createMovingPicture(() => performance.now());
  const base = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => shown.annotations.length === 0,
    paint(context, frame) {
      if (frame.isMoving && detail === "crowd") {
        movingPicture.show(context, frame, paintBase);
        return;
      }
      movingPicture.forget();
      paintBase(context, frame);
    },
  });
  const outstanding = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => membersOf(shown, special, "selected").length + membersOf(shown, special, "hovered").length === 0,
    paint(context, frame) {
      paintEmphasized(context, shown, special, hoverEmphasis, { ...frame, lookOf });
    },
  });
  const change = (name: keyof typeof special, ids: readonly AnnotationId[]): void => {
    const next = new Set(ids);
    if (special[name].size === next.size && ids.every((id) => special[name].has(id))) return;
    special[name] = next;
    if (detail === "whole" || name === "omitted") {
      movingPicture.forget();
      base.repaint();
    }
    outstanding.repaint();
  };

  return {
    setAnnotations(annotations) {
      shown = prepare(annotations);
      movingPicture.forget();
      base.repaint();
      outstanding.repaint();
    },
    annotation(id) {
      const index = shown.numberOf.get(id);
      return index === undefined ? undefined : shown.annotations[index];
    },
    shown: () => shown.annotations,
    setLooks(next) {
      lookOf = next;
      movingPicture.forget();
      base.repaint();
      outstanding.repaint();
    },
    setSelected: (ids) => change("selected", ids),
    setHovered(id, { isTitled }) {
      hoverEmphasis = isTitled ? "hovered" : "pointed";
      change("hovered", id === null ? [] : [id]);
    },
    setOmitted: (ids) => change("omitted", ids),
    isVisible: () => base.isVisible(),
    setVisible(isVisible) {
      base.setVisible(isVisible);
      outstanding.setVisible(isVisible);
    },
    annotationAt(place, frame) {
      if (!base.isVisible()) return null;
      const { omitted } = special;
      const [first] = shown.annotations;
      const areNumbersShown = detail !== "density" && first !== undefined && lookOf(first).isNumberShown;
      const minNumberedPx = detail === "crowd" ? MIN_NUMBERED_IN_CROWD_PX : 0;
      return annotationUnderPointer(shown, place, { ...frame, omitted, areNumbersShown, minNumberedPx });
    },
    destroy() {
      base.destroy();
      outstanding.destroy();
    },
  };
}
