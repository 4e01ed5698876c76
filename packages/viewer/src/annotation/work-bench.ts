/**
 * Where annotations are drawn and changed: the work under way, its picture, and what is told of it. Fetched after the
 * slide's first tiles: to look at annotations needs none of it.
 */
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import { measure } from "@parfocal/core/geometry/measurement.ts";
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import { type Shape, verticesOf } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotationId, DrawingState } from "../events/viewer-events.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { ForeignWork, ForeignWorkHandle } from "../slide-work/foreign-work.ts";
import type { PointerAction, Work } from "../slide-work/work.ts";
import type { ChangeShape, DrawingStart, EditingToolName } from "./annotation-layer.ts";
import type { AnnotationLayerParts } from "./annotation-layer-parts.ts";
import type { DrawableAnnotation } from "./annotation-renderer.ts";
import { createDrawing } from "./drawing.ts";
import { canBeFreehand } from "./drawing-tools.ts";
import { createEditing, type EditingWork } from "./editing.ts";
import { formatMeasurement } from "./measurement-text.ts";
import { translateShape, translationOnSlide } from "./shape-editing.ts";
import { pointOnSlide, tidyShape } from "./shape-paths.ts";
import { areOnSlide, pixelAspectOf } from "./shape-transform.ts";
import { createWorkPicture } from "./work-picture.ts";

/** A crossing is looked for with every movement of the pointer up to so many vertices, and after each step in any case. */
const CROSSING_LIVE_MAX_VERTICES = 300;
export const DEFAULT_BRUSH_RADIUS_PX = 20;

export interface WorkBench {
  isActive(): boolean;
  /** @returns whether the action is taken; else it moves the slide. */
  handle(action: PointerAction): boolean;
  startDrawing(typeName: DrawnTypeName, start: DrawingStart): void;
  sketchedVertices(): readonly SlidePoint[];
  startEditing(annotation: DrawableAnnotation): void;
  startEditingTogether(annotations: readonly DrawableAnnotation[]): void;
  startForeign(foreign: ForeignWork): ForeignWorkHandle;
  /** Which annotation is changed; null: none. */
  editedId(): AnnotationId | null;
  typeName(): Work["typeName"] | null;
  setEditingTool(tool: EditingToolName): void;
  setBrushRadius(radiusPx: number): void;
  changeEdited(change: ChangeShape): void;
  suggestEdited(change: ChangeShape | null): void;
  chooseHandle(step: 1 | -1): void;
  /** @returns whether what is drawn makes a shape. */
  finishDrawing(): boolean;
  finishEditing(): void;
  /** Enter: a part of the work if one is begun, else all of it. */
  finish(): void;
  /**
   * Throws away what is under way.
   *
   * @param what only if it is that. Without it (Escape) the change of one shape is taken back, and goes on.
   */
  cancel(what?: "drawing" | "editing"): void;
  addVertexAtCenter(): void;
  undo(): void;
  redo(): void;
  deleteVertex(): void;
  destroy(): void;
}

export interface WorkBenchOptions extends AnnotationLayerParts {
  /** Left out of the picture of annotations, as they are painted here. */
  readonly onOmit: (ids: readonly AnnotationId[]) => void;
  /** Something has begun: the pointer hovers over nothing now. */
  readonly onBegin: () => void;
}

export function createWorkBench(options: WorkBenchOptions): WorkBench {
  const { map, element, slide, emitter, view, getLocale, onOmit, onBegin } = options;
  const picture = createWorkPicture(map);
  const pixelAspect = pixelAspectOf(slide.pixelSizeUm);
  let work: Work | null = null;
  /** The same work, if it changes what was there or paints. */
  let editing: EditingWork | null = null;
  /** Whose shapes are changed together, in their order. */
  let together: readonly DrawableAnnotation[] = [];
  /** Whose work it is, if it makes no annotation. */
  let foreign: ForeignWork | null = null;
  let editingTool: EditingToolName = "vertices";
  let brushRadiusPx = DEFAULT_BRUSH_RADIUS_PX;
  let toldState = "";
  /** Of what is changed, after the last step. */
  let crossesAt: ReturnType<typeof crossingOf> = null;

  const frame = (): DrawingFrame => ({ turnDeg: view.turnDeg(), resolution: view.resolution() });
  const measurementOf = (shape: Shape) => slide.pixelSizeUm && measure(shape, slide.pixelSizeUm);
  const crossingOf = (shape: Shape) => findSelfCrossing(shape)?.crossesAt ?? null;
  const outcome = (shape: Shape) => ({ shape, wkt: formatWkt(shape), measurement: measurementOf(shape) });

  const tellState = (): void => {
    const own = foreign ? null : work;
    const isChanging = own !== null && (own.editedId !== null || together.length > 0);
    const state: DrawingState = {
      isDrawing: own !== null && !isChanging,
      editedId: own?.editedId ?? null,
      isFreehand: own?.isFreehand ?? false,
      typeName: own?.typeName ?? null,
      canUndo: own?.canUndo() ?? false,
      canRedo: own?.canRedo() ?? false,
      canFinish: own !== null && (isChanging || own.result(frame()) !== null),
    };
    const key = JSON.stringify(state);
    if (key === toldState) return;
    toldState = key;
    emitter.emit("drawingState", state);
  };
  const draw = (): void => {
    const content = work?.content(frame()) ?? null;
    const shape = content?.shape ?? null;
    const measured = shape && !content?.others?.length ? measurementOf(shape) : null;
    const isSmall = shape !== null && verticesOf(shape).length <= CROSSING_LIVE_MAX_VERTICES;
    const crossing = foreign ? null : isSmall ? crossingOf(shape) : crossesAt;
    const label = measured && formatMeasurement(measured, getLocale());
    picture.show(content && { ...content, label, crossesAt: crossing });
    element.classList.toggle("is-drawing", work?.cursor() === "drawing");
    element.classList.toggle("is-over-handle", work?.cursor() === "handle");
    tellState();
  };
  const tellShape = (): void => {
    const [only, ...others] = editing?.now() ?? [];
    const isOne = only !== undefined && others.length === 0 && editing?.editedId !== null;
    crossesAt = isOne ? crossingOf(only.shape) : null;
    emitter.emit("shapeNow", isOne ? { ...only, vertexCount: verticesOf(only.shape).length, crossesAt } : null);
  };
  /** Called after each step, so that no step is lost when the page or the slide is closed. */
  const tellEdited = (): void => {
    const [only] = editing?.now() ?? [];
    const id = editing?.editedId ?? null;
    if (only && id !== null)
      emitter.emit("edited", { ...outcome(tidyShape(only.shape, slide)), id, typeName: only.typeName });
  };
  const setWork = (next: Work | null, nextForeign: ForeignWork | null = null): void => {
    const replaced = foreign;
    const wasEditing = editing !== null;
    work = next;
    foreign = nextForeign;
    editing = null;
    together = [];
    crossesAt = null;
    onOmit(next?.editedId == null ? [] : [next.editedId]);
    if (next) onBegin();
    if (wasEditing) tellShape();
    draw();
    replaced?.onEnd();
  };
  const setEditing = (next: EditingWork, annotations: readonly DrawableAnnotation[] = []): void => {
    setWork(next);
    editing = next;
    together = annotations;
    if (annotations.length > 0) onOmit(annotations.map(({ id }) => id));
    tellShape();
    draw();
  };
  const onStep = (): void => {
    // What the brush painted first is a drawing that is done; the brush goes on when it is changed.
    if (editing && editing.editedId === null && together.length === 0) bench.finishDrawing();
    else {
      tellShape();
      draw();
      tellEdited();
    }
  };
  const editingOptions = {
    slide,
    pixelAspect,
    brushRadiusPx: () => brushRadiusPx,
    onDraw: draw,
    onStep,
  };
  const finishForeign = (held: ForeignWork): boolean => {
    const shape = held.work.result(frame());
    if (shape) held.onFinish(shape);
    return shape !== null;
  };
  const finishTogether = (): void => {
    const before = together;
    const after = editing?.now() ?? [];
    setWork(null);
    const changed = before.flatMap(({ id, shape, typeName }, index) => {
      const now = after[index]?.shape;
      return now && now !== shape ? [{ ...outcome(tidyShape(now, slide)), id, typeName }] : [];
    });
    if (changed.length > 0) emitter.emit("editedTogether", changed);
  };

  const bench: WorkBench = {
    isActive: () => work !== null,
    handle: (action) => work?.handle({ ...action, point: pointOnSlide(action.point, slide) }) ?? false,
    startDrawing(typeName, { isFreehand, isBrush, vertices }) {
      if (isBrush) {
        setEditing(
          createEditing({ ...editingOptions, editedId: null, edited: [], typeName: "polygon", tool: "brush" }),
        );
        return;
      }
      const onDone = () => void bench.finishDrawing();
      setWork(createDrawing(typeName, isFreehand && canBeFreehand(typeName), { onChange: draw, onDone }, vertices));
    },
    sketchedVertices: () => work?.sketched?.() ?? [],
    startEditing({ id, shape, typeName }) {
      const edited = [{ shape, typeName }];
      setEditing(createEditing({ ...editingOptions, editedId: id, edited, typeName, tool: editingTool }));
    },
    startEditingTogether(annotations) {
      const [first] = annotations;
      if (!first) return;
      const edited = annotations.map(({ shape, typeName }) => ({ shape, typeName }));
      const { typeName } = first;
      setEditing(createEditing({ ...editingOptions, editedId: null, edited, typeName, tool: "box" }), annotations);
    },
    startForeign(started) {
      setWork(started.work, started);
      const isHeld = (): boolean => foreign === started;
      return {
        draw() {
          if (isHeld()) draw();
        },
        finish: () => isHeld() && finishForeign(started),
        stop() {
          if (!isHeld()) return;
          foreign = null;
          setWork(null);
        },
      };
    },
    editedId: () => work?.editedId ?? null,
    typeName: () => work?.typeName ?? null,
    setEditingTool(tool) {
      editingTool = tool;
      if (editing && editing.editedId !== null) editing.setTool(tool);
    },
    setBrushRadius(radiusPx) {
      brushRadiusPx = radiusPx;
      draw();
    },
    changeEdited(change) {
      const [edited, ...others] = editing?.now() ?? [];
      const next = edited && others.length === 0 ? change(edited, pixelAspect) : null;
      if (!next || next === edited) return;
      // What would reach over the slide's edge is moved back; what is too large for the slide is left as it is.
      const shape = translateShape(next.shape, ...translationOnSlide(next.shape, [0, 0], slide));
      if (areOnSlide([shape], slide)) editing?.change([{ typeName: next.typeName, shape: tidyShape(shape, slide) }]);
    },
    suggestEdited(change) {
      const [edited] = editing?.now() ?? [];
      const next = edited && change?.(edited, pixelAspect);
      editing?.suggest(next ? [next] : null);
    },
    chooseHandle: (step) => work?.chooseHandle?.(step, frame()),
    finishDrawing() {
      if (foreign) return finishForeign(foreign);
      const drawn = work?.editedId === null && together.length === 0 ? work.result(frame()) : null;
      const shape = drawn && tidyShape(drawn, slide);
      if (!shape || !work) return false;
      const typeName = work.typeName as DrawnTypeName;
      setWork(null);
      emitter.emit("drawn", { ...outcome(shape), typeName, isNew: true });
      return true;
    },
    finishEditing() {
      if (together.length > 0) finishTogether();
      else if (editing && editing.editedId !== null) setWork(null);
    },
    finish() {
      if (work?.finishPart?.(frame())) return;
      if (work?.editedId === null && together.length === 0) bench.finishDrawing();
      else bench.finishEditing();
    },
    cancel(what) {
      if (what === undefined && editing && editing.editedId !== null) {
        editing.takeBack();
        return;
      }
      const isChanging = work !== null && (work.editedId !== null || together.length > 0);
      const isMeant = what === undefined || (!foreign && (what === "editing") === isChanging);
      if (work && isMeant) setWork(null);
    },
    addVertexAtCenter: () => work?.addVertex(view.state().center, frame()),
    undo: () => work?.undo(),
    redo: () => work?.redo(),
    deleteVertex: () => work?.deleteVertex(),
    destroy: () => picture.destroy(),
  };
  return bench;
}
