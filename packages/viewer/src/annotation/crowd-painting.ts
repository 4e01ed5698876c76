/** Paints very many annotations together: all lines of one colour, or density squares. */
import { boundsInView, type ScreenPoint, scaleOf, screenOfSlide } from "../world/slide-to-screen.ts";
import {
  type AnnotationFrame,
  badgeOnScreen,
  paintBadge,
  paintMarks,
  paintTitle,
  snapped,
} from "./annotation-painting.ts";
import type { DrawableAnnotation } from "./annotation-renderer.ts";
import { DOT_RADIUS_PX, isPointShape, KIND_LOOKS, KIND_ORDER } from "./annotation-rendering.ts";
import type { PaintFrame } from "./canvas-layer.ts";
import { type DensityLevels, visitSquares } from "./density-levels.ts";
import { paintPath, traceMark } from "./mark-painting.ts";
import { pathsOf } from "./shape-paths.ts";
import { longerSideOf, type ShapeStore } from "./shape-store.ts";
import { traceShape } from "./shape-tracing.ts";

const CROWD_LINE_WIDTH_PX = 2;
/** A single path for all blocks the browser (measured at 100,000); one path per shape is slow. */
const SHAPES_PER_PATH = 64;
/** While the view moves, vertices closer together than this are merged, CSS px. */
const MOVING_STEP_PX = 2.5;
/** Among many annotations, at most one number and one title are shown per square of this width, CSS px. */
const LABEL_SPACING_PX = 26;

/** Among many annotations, shapes shorter than this show no number, since it would hide them, CSS px. */
export const MIN_NUMBERED_IN_CROWD_PX = 60;

export interface CrowdMember {
  readonly index: number;
  readonly annotation: DrawableAnnotation;
}

function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += SHAPES_PER_PATH) yield items.slice(start, start + SHAPES_PER_PATH);
}

function paintCrowdLines(
  context: CanvasRenderingContext2D,
  members: readonly CrowdMember[],
  store: ShapeStore,
  frame: AnnotationFrame,
): void {
  const first = members[0];
  if (!first) return;
  const { color, lineDash, opacity } = frame.lookOf(first.annotation);
  context.globalAlpha = opacity;
  context.strokeStyle = color;
  context.lineWidth = CROWD_LINE_WIDTH_PX;
  context.lineJoin = "bevel";
  context.lineCap = "square";
  context.setLineDash([...lineDash]);
  const minStepPx = frame.isMoving ? MOVING_STEP_PX : undefined;
  for (const chunk of chunksOf(members)) {
    context.beginPath();
    for (const { index } of chunk) traceShape(context, store, index, frame, minStepPx);
    context.stroke();
  }
  context.globalAlpha = 1;
}

function paintCrowdDots(
  context: CanvasRenderingContext2D,
  members: readonly CrowdMember[],
  frame: AnnotationFrame,
): void {
  const first = members[0];
  if (!first) return;
  const { color, mark, opacity } = frame.lookOf(first.annotation);
  context.globalAlpha = opacity;
  const isDraft = first.annotation.isDraft ?? false;
  for (const chunk of chunksOf(members)) {
    context.beginPath();
    for (const { annotation } of chunk) {
      for (const { points } of pathsOf(annotation.shape)) {
        for (const point of points) {
          traceMark(context, mark, snapped(screenOfSlide(frame.toScreen, point), frame), DOT_RADIUS_PX);
        }
      }
    }
    paintPath(context, { fill: isDraft ? "#fff" : color, stroke: isDraft ? color : "#fff", strokeWidth: 1.75 });
  }
  context.globalAlpha = 1;
}

/** Annotations whose numbers or titles do not overlap; of several that overlap, the last, which is on top. */
export function withRoom(
  places: readonly { readonly member: CrowdMember; readonly place: ScreenPoint }[],
): readonly { readonly member: CrowdMember; readonly place: ScreenPoint }[] {
  const bySquare = new Map<string, (typeof places)[number]>();
  for (const entry of places) {
    const square = entry.place.map((value) => Math.floor(value / LABEL_SPACING_PX)).join();
    bySquare.set(square, entry);
  }
  return [...bySquare.values()];
}

/** @param scale CSS px per slide pixel. */
export function isNumberedInCrowd({ index, annotation }: CrowdMember, store: ShapeStore, scale: number): boolean {
  if (annotation.order === null) return false;
  return isPointShape(annotation.shape) || longerSideOf(store, index) * scale >= MIN_NUMBERED_IN_CROWD_PX;
}

/** Paints only colour and line, and numbers and titles of texts where there is space. */
export function paintCrowd(
  context: CanvasRenderingContext2D,
  members: readonly CrowdMember[],
  store: ShapeStore,
  frame: AnnotationFrame,
): void {
  const points = members.filter(({ annotation }) => isPointShape(annotation.shape));
  const lines = members.filter(({ annotation }) => !isPointShape(annotation.shape));
  // Grouped by appearance, kind by kind, so that they overlap in a fixed order.
  const byLook = Map.groupBy(lines, ({ annotation }) => frame.lookOf(annotation).color);
  for (const kind of KIND_ORDER) {
    for (const group of byLook.values()) {
      paintCrowdLines(
        context,
        group.filter(({ annotation }) => annotation.kind === kind),
        store,
        frame,
      );
    }
  }
  for (const { annotation } of lines) {
    if (annotation.typeName === "arrow") paintMarks(context, annotation, "none", frame);
  }
  const keyOfDot = ({ annotation }: CrowdMember): string =>
    `${annotation.kind} ${annotation.isDraft} ${frame.lookOf(annotation).color}`;
  for (const group of Map.groupBy(points, keyOfDot).values()) {
    paintCrowdDots(context, group, frame);
  }
  const places = members.flatMap((member) => {
    if (!isNumberedInCrowd(member, store, scaleOf(frame.toScreen))) return [];
    return [{ member, place: snapped(badgeOnScreen(member.annotation, frame), frame) }];
  });
  for (const { member, place } of withRoom(places)) paintBadge(context, member.annotation, "none", place, frame);
  const texts = points.filter(({ annotation }) => annotation.typeName === "text");
  const titles = texts.map((member) => ({ member, place: badgeOnScreen(member.annotation, frame) }));
  for (const { member } of withRoom(titles)) paintTitle(context, member.annotation, "none", frame);
}

/** Opacity of a square with one shape and of the square with the most shapes, of 255. */
const DENSITY_OPACITY = { min: 76, max: 225 } as const;

/** Logarithmic, as brightness is perceived. @returns 0 to 255. */
export function densityOpacity(shapes: number, maxShapes: number): number {
  const share = maxShapes <= 1 ? 1 : Math.log(shapes) / Math.log(maxShapes);
  return Math.round(DENSITY_OPACITY.min + (DENSITY_OPACITY.max - DENSITY_OPACITY.min) * share);
}

const KIND_RGB = KIND_ORDER.map((kind) => {
  const value = Number.parseInt(KIND_LOOKS[kind].color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255] as const;
});

/**
 * Paints squares in the kind's colour, more opaque with more shapes: an enlarged image with one pixel per square, whose
 * cost does not depend on the number of shapes.
 *
 * @param picture a canvas used for drawing; its content is lost.
 */
export function paintDensity(
  context: CanvasRenderingContext2D,
  levels: DensityLevels,
  frame: PaintFrame,
  picture: HTMLCanvasElement,
): void {
  const { a, b, c, d, e, f } = frame.toScreen;
  const level = levels.level(scaleOf(frame.toScreen));
  const view = boundsInView(frame.toScreen, frame, 0);
  const firstColumn = Math.floor(view.minX / level.sidePx);
  const firstRow = Math.floor(view.minY / level.sidePx);
  picture.width = Math.floor(view.maxX / level.sidePx) - firstColumn + 1;
  picture.height = Math.floor(view.maxY / level.sidePx) - firstRow + 1;
  const pictureContext = picture.getContext("2d");
  if (!pictureContext) return;
  const pixels = pictureContext.createImageData(picture.width, picture.height);
  visitSquares(level, view, (number) => {
    const column = (level.columns[number] as number) - firstColumn;
    const row = (level.rows[number] as number) - firstRow;
    const opacity = densityOpacity(level.shapes[number] as number, level.maxShapes);
    const rgb = KIND_RGB[level.kinds[number] as number] ?? [0, 0, 0];
    pixels.data.set([...rgb, opacity], (row * picture.width + column) * 4);
  });
  pictureContext.putImageData(pixels, 0, 0);
  context.save();
  context.transform(a, b, c, d, e, f);
  context.imageSmoothingEnabled = false;
  const { sidePx } = level;
  const [x, y] = [firstColumn * sidePx, firstRow * sidePx];
  context.drawImage(picture, x, y, picture.width * sidePx, picture.height * sidePx);
  context.restore();
}
