/** Paints very many annotations at once: lines of one colour together, or squares that tell how many lie there. */
import { boundsInView, type ScreenPoint, scaleOf, screenOfSlide } from "../world/slide-to-screen.ts";
import { DOT_RADIUS_PX, isPointShape, KIND_LOOKS, KIND_ORDER } from "./annotation-looks.ts";
import { badgeOnScreen, paintBadge, paintMarks, paintTitle, snapped } from "./annotation-painting.ts";
import type { DrawableAnnotation } from "./annotation-renderer.ts";
import type { PaintFrame } from "./canvas-layer.ts";
import { type DensityLevels, visitSquares } from "./density-levels.ts";
import { paintPath, traceMark } from "./mark-painting.ts";
import { pathsOf } from "./shape-paths.ts";
import type { ShapeStore } from "./shape-store.ts";
import { traceShape } from "./shape-tracing.ts";

const CROWD_LINE_WIDTH_PX = 2;
/** One path for all brings the browser to a halt (measured at 100,000); one for each is slow. */
const SHAPES_PER_PATH = 64;
/** In a crowd only one number and one title is shown in each square of this width, CSS px. */
const LABEL_SPACING_PX = 26;

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
  frame: PaintFrame,
): void {
  const first = members[0];
  if (!first) return;
  const { color, lineDash } = KIND_LOOKS[first.annotation.kind];
  context.strokeStyle = color;
  context.lineWidth = CROWD_LINE_WIDTH_PX;
  context.lineJoin = "round";
  context.lineCap = "round";
  context.setLineDash([...lineDash]);
  for (const chunk of chunksOf(members)) {
    context.beginPath();
    for (const { index } of chunk) traceShape(context, store, index, frame);
    context.stroke();
  }
}

function paintCrowdDots(context: CanvasRenderingContext2D, members: readonly CrowdMember[], frame: PaintFrame): void {
  const first = members[0];
  if (!first) return;
  const { color, mark } = KIND_LOOKS[first.annotation.kind];
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
}

/** Those whose numbers or titles do not stand on one another; of several the last, which lies above. */
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

/** Colour and line alone, numbers and the titles of texts where there is room. */
export function paintCrowd(
  context: CanvasRenderingContext2D,
  members: readonly CrowdMember[],
  store: ShapeStore,
  frame: PaintFrame,
): void {
  const points = members.filter(({ annotation }) => isPointShape(annotation.shape));
  const lines = members.filter(({ annotation }) => !isPointShape(annotation.shape));
  for (const kind of KIND_ORDER) {
    const ofKind = ({ annotation }: CrowdMember): boolean => annotation.kind === kind;
    paintCrowdLines(context, lines.filter(ofKind), store, frame);
  }
  for (const { annotation } of lines) {
    if (annotation.typeName === "arrow") paintMarks(context, annotation, "none", frame);
  }
  for (const group of Map.groupBy(points, ({ annotation: { kind, isDraft } }) => `${kind} ${isDraft}`).values()) {
    paintCrowdDots(context, group, frame);
  }
  const places = members.flatMap((member) => {
    if (member.annotation.order === null) return [];
    return [{ member, place: snapped(badgeOnScreen(member.annotation, frame), frame) }];
  });
  for (const { member, place } of withRoom(places)) paintBadge(context, member.annotation, "none", place);
  const texts = points.filter(({ annotation }) => annotation.typeName === "text");
  const titles = texts.map((member) => ({ member, place: badgeOnScreen(member.annotation, frame) }));
  for (const { member } of withRoom(titles)) paintTitle(context, member.annotation, "none", frame);
}

/** Opacity of a square with one shape and of the fullest one, per cent. */
const DENSITY_OPACITY = { least: 30, most: 88 } as const;
/** Between neighbouring squares and at their border, CSS px. */
const DENSITY_GAP_PX = 1;
const DENSITY_STEPS = 8;

/** From 0 for one shape to DENSITY_STEPS for the most: by orders of magnitude, as the eye sees it. */
export function densityStep(shapes: number, mostShapes: number): number {
  return mostShapes <= 1 ? DENSITY_STEPS : Math.round((Math.log(shapes) / Math.log(mostShapes)) * DENSITY_STEPS);
}

/** Squares of the kind's colour, the stronger the more shapes lie there. */
export function paintDensity(context: CanvasRenderingContext2D, levels: DensityLevels, frame: PaintFrame): void {
  const { a, b, c, d, e, f } = frame.toScreen;
  const scale = scaleOf(frame.toScreen);
  const level = levels.level(scale);
  const palette = KIND_ORDER.map((kind) =>
    Array.from({ length: DENSITY_STEPS + 1 }, (_unused, step) => {
      const { least, most } = DENSITY_OPACITY;
      const opacity = Math.round((least + ((most - least) * step) / DENSITY_STEPS) * 2.55);
      return KIND_LOOKS[kind].color + opacity.toString(16).padStart(2, "0");
    }),
  );
  const gap = DENSITY_GAP_PX / scale;
  context.save();
  context.transform(a, b, c, d, e, f);
  visitSquares(level, boundsInView(frame.toScreen, frame, 0), (number) => {
    const step = densityStep(level.shapes[number] as number, level.mostShapes);
    context.fillStyle = palette[level.kinds[number] as number]?.[step] ?? "";
    const [x, y] = [(level.columns[number] as number) * level.sidePx, (level.rows[number] as number) * level.sidePx];
    context.fillRect(x + gap / 2, y + gap / 2, level.sidePx - gap, level.sidePx - gap);
  });
  context.restore();
}
