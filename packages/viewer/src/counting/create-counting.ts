/** Counting on a slide: the frame and the marks on a separate canvas, and pointer input during counting. */
import type { FrameSettings } from "@parfocal/core/counting/counting-frame.ts";
import type { Standing } from "@parfocal/core/counting/frame-edges.ts";
import { bearingDeg } from "@parfocal/core/counting/frame-place.ts";
import { markAt, type TallyForm } from "@parfocal/core/counting/tally.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { createCanvasLayer, type PaintFrame } from "../annotation/canvas-layer.ts";
import type { ToolWorkHandle } from "../slide-work/tool-work.ts";
import type { PointerAction } from "../slide-work/work.ts";
import type { ViewerContext, ViewerPart } from "../viewer-part.ts";
import { boundsInView, screenOfSlide } from "../world/slide-to-screen.ts";
import { MARK_REACH_PX, paintCountMark, paintFrame, paintHandle, paintWhyNot } from "./counting-painting.ts";
import { countingPicture, type FrameHandleName } from "./counting-picture.ts";
import { createCountingWork } from "./counting-work.ts";

/** Above annotations, drawings and measurements. */
const Z_INDEX = 4;
const HANDLE_REACH_PX = 14;
const HANDLE_REACH_TOUCH_PX = 24;
/** Margin around the view whose marks extend into it. */
const MARGIN_PX = 12;
/** Rotation step when dragging; exact angles are typed. */
const TURN_STEP_DEG = 1;

export interface ShownMark {
  readonly id: number;
  readonly categoryId: number;
  readonly at: SlidePoint;
  readonly color: string;
  readonly form: TallyForm;
  readonly standing: Standing;
}

export interface ShownCount {
  readonly frame: FrameSettings;
  readonly marks: readonly ShownMark[];
}

type FramePosition = Pick<FrameSettings, "center" | "turnDeg">;

export interface CountingActions {
  /** A mark was set: by a click, a tap, or the space bar in the middle of the view. */
  onPut(at: SlidePoint): void;
  /** Delete key. */
  onRemove(): void;
  onUndo(): void;
  onRedo(): void;
  /** The frame was moved or rotated by dragging. */
  onFrame(change: FramePosition): void;
  /** Another tool took the pointer, or Escape was pressed; not called after `stop`. */
  onEnd(): void;
}

/** Labels of marks that do not count, by reason. */
type StandingTexts = Readonly<Record<Exclude<Standing, "counted">, string>>;

export interface Counting extends ViewerPart {
  /** null: shows nothing. Nothing is shown on a slide without a pixel size. */
  show(count: ShownCount | null): void;
  /** Takes the pointer. */
  start(actions: CountingActions): void;
  stop(): void;
  /**
   * Position for marks set by key: under the pointer; in the middle of the view after moving it by keys, or without a
   * pointer.
   */
  place(): SlidePoint;
  /** Converts CSS px to slide pixels at the current zoom. */
  reach(px: number): number;
  /** Sets the labels of marks that do not count. */
  setTexts(texts: StandingTexts): void;
}

const VIEW_KEYS = /^(Arrow|Page|Home$|[-+=0rR]$)/;

export function createCounting({ map, element, slide, view, startWork }: ViewerContext): Counting {
  const { pixelSizeUm } = slide;
  let shown: ShownCount | null = null;
  let toolWork: ToolWorkHandle | null = null;
  let pointer: SlidePoint | null = null;
  let dragged: FramePosition | null = null;
  let whyNot: StandingTexts = { edge: "", outside: "" };
  let painted: PaintFrame | null = null;
  let isDestroyed = false;

  const frameNow = (): FrameSettings | null => shown && { ...shown.frame, ...dragged };
  const reach = (px: number): number => px * view.resolution();
  const layer = createCanvasLayer(map, Z_INDEX, {
    isEmpty: () => shown === null || pixelSizeUm === null,
    paint(context, frame) {
      painted = frame;
      const settings = frameNow();
      const picture = settings && pictureOf(settings, frame, pixelSizeUm);
      if (!shown || !picture) return;
      paintFrame(context, picture);
      paintMarks(context, shown.marks, frame);
      const meant =
        toolWork && pointer && !frame.isMoving ? markAt(shown.marks, pointer, reach(MARK_REACH_PX)) : undefined;
      paintReason(context, shown.marks, meant?.id, whyNot, frame);
      if (toolWork) for (const handle of picture.handles) paintHandle(context, handle);
    },
  });

  const handleAt = ({ point, isTouch }: PointerAction): FrameHandleName | null => {
    const frame = frameNow();
    const picture = frame && painted && pictureOf(frame, painted, pixelSizeUm);
    if (!picture || !painted) return null;
    const [x, y] = screenOfSlide(painted.toScreen, point);
    const reachPx = isTouch ? HANDLE_REACH_TOUCH_PX : HANDLE_REACH_PX;
    return picture.handles.find(({ at }) => Math.hypot(at[0] - x, at[1] - y) <= reachPx)?.name ?? null;
  };
  const setPointer = (next: SlidePoint | null): void => {
    pointer = next;
    if (shown?.marks.some(({ standing }) => standing !== "counted")) layer.repaint();
  };
  const ignorePointerLoss = onPointerLoss(element, () => setPointer(null));

  const counting: Counting = {
    show(count) {
      shown = count;
      layer.repaint();
    },
    start(actions) {
      counting.stop();
      if (!pixelSizeUm) return;
      const work = createCountingWork({
        ...actions,
        onPointer: setPointer,
        handleAt,
        onCursor: () => toolWork?.draw(),
        onDrag(handle, from, to, isDone) {
          dragged = shown && pixelSizeUm && draggedFrame(shown.frame, { handle, from, to }, pixelSizeUm);
          const done = isDone ? dragged : null;
          if (isDone) dragged = null;
          layer.repaint();
          if (done) actions.onFrame(done);
        },
      });
      toolWork = startWork({
        work,
        onFinish: () => undefined,
        onEnd() {
          toolWork = null;
          layer.repaint();
          actions.onEnd();
        },
      });
      layer.repaint();
    },
    stop() {
      const { stop } = toolWork ?? {};
      toolWork = null;
      dragged = null;
      layer.repaint();
      stop?.();
    },
    place: () => pointer ?? view.state().center,
    reach,
    setTexts(texts) {
      whyNot = texts;
      layer.repaint();
    },
    destroy() {
      if (isDestroyed) return;
      isDestroyed = true;
      counting.stop();
      ignorePointerLoss();
      layer.destroy();
    },
  };
  return counting;
}

/** Calls `handleLoss` when the pointer leaves, or when keys move the view. @returns a function that unsubscribes. */
function onPointerLoss(element: HTMLElement, handleLoss: () => void): () => void {
  const handleKeyDown = ({ key }: KeyboardEvent): void => {
    if (VIEW_KEYS.test(key)) handleLoss();
  };
  element.addEventListener("keydown", handleKeyDown, { capture: true });
  element.addEventListener("pointerleave", handleLoss);
  return () => {
    element.removeEventListener("keydown", handleKeyDown, { capture: true });
    element.removeEventListener("pointerleave", handleLoss);
  };
}

/** The frame on the screen; null without a pixel size. */
function pictureOf(frame: FrameSettings, { toScreen, width, height }: PaintFrame, pixelSizeUm: PixelSizeUm | null) {
  const { minX, minY, maxX, maxY } = boundsInView(toScreen, { width, height }, 0);
  return pixelSizeUm && countingPicture(frame, [(minX + maxX) / 2, (minY + maxY) / 2], pixelSizeUm, toScreen);
}

function paintMarks(context: CanvasRenderingContext2D, marks: readonly ShownMark[], frame: PaintFrame): void {
  const { minX, minY, maxX, maxY } = boundsInView(frame.toScreen, frame, MARGIN_PX);
  for (const mark of marks) {
    const [x, y] = mark.at;
    if (x < minX || x > maxX || y < minY || y > maxY) continue;
    paintCountMark(context, mark, screenOfSlide(frame.toScreen, mark.at));
  }
}

/** Paints why a mark does not count; nothing if it counts. */
function paintReason(
  context: CanvasRenderingContext2D,
  marks: readonly ShownMark[],
  id: number | undefined,
  texts: StandingTexts,
  frame: PaintFrame,
): void {
  const mark = marks.find((one) => one.id === id);
  if (mark && mark.standing !== "counted")
    paintWhyNot(context, texts[mark.standing], screenOfSlide(frame.toScreen, mark.at), frame.width);
}

interface FrameDrag {
  readonly handle: FrameHandleName;
  readonly from: SlidePoint;
  readonly to: SlidePoint;
}

/** Position of a frame after a drag of one of its handles; null: it follows the view and cannot be dragged. */
function draggedFrame(
  { center, turnDeg }: FramePosition,
  { handle, from, to }: FrameDrag,
  pixelSizeUm: PixelSizeUm,
): FramePosition | null {
  if (!center) return null;
  if (handle === "move") return { center: [center[0] + to[0] - from[0], center[1] + to[1] - from[1]], turnDeg };
  const place = { center, turnDeg: 0, pixelSizeUm };
  const turned = turnDeg + bearingDeg(place, to) - bearingDeg(place, from);
  return { center, turnDeg: Math.round(turned / TURN_STEP_DEG) * TURN_STEP_DEG };
}
