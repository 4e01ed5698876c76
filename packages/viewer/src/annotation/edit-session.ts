/**
 * Draws and edits annotations: holds the work in progress, paints it, and emits its events. Loaded after the slide's
 * first tiles, since viewing annotations does not need it.
 */
import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import { measure } from "@parfocal/core/geometry/measurement.ts";
import { findSelfCrossing } from "@parfocal/core/geometry/self-crossing.ts";
import { type Shape, verticesOf } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { formatWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotationId, DrawingState } from "../events/viewer-events.ts";
import type { SlideDescription } from "../slide-description.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { ToolWork, ToolWorkHandle } from "../slide-work/tool-work.ts";
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

/** Up to this many vertices, self-intersections are searched for at each pointer movement; always after each step. */
const CROSSING_LIVE_MAX_VERTICES = 300;
export const DEFAULT_BRUSH_RADIUS_PX = 20;

export interface EditSession {
  isActive(): boolean;
  /** @returns whether the action is handled; otherwise it moves the slide. */
  handle(action: PointerAction): boolean;
  startDrawing(typeName: DrawnTypeName, start: DrawingStart): void;
  sketchedVertices(): readonly SlidePoint[];
  startEditing(annotation: DrawableAnnotation): void;
  startEditingTogether(annotations: readonly DrawableAnnotation[]): void;
  startForeign(foreign: ToolWork): ToolWorkHandle;
  /** ID of the edited annotation; null: none. */
  editedId(): AnnotationId | null;
  typeName(): Work["typeName"] | null;
  setEditingTool(tool: EditingToolName): void;
  setBrushRadius(radiusPx: number): void;
  changeEdited(change: ChangeShape): void;
  suggestEdited(change: ChangeShape | null): void;
  chooseHandle(step: 1 | -1): void;
  /** @returns whether the drawing is a complete shape. */
  finishDrawing(): boolean;
  finishEditing(): void;
  /** Enter: finishes a part of the work if one was started, otherwise the whole work. */
  finish(): void;
  /**
   * Discards the work.
   *
   * @param what type of work to which this is restricted. If omitted (Escape), only the change of a single shape is
   *   undone, and editing can continue.
   */
  cancel(what?: "drawing" | "editing"): void;
  addVertexAtCenter(): void;
  undo(): void;
  redo(): void;
  deleteVertex(): void;
  destroy(): void;
}

export interface EditSessionOptions extends AnnotationLayerParts {
  /** Annotations to omit from the annotation layer, since they are painted here. */
  readonly onOmit: (ids: readonly AnnotationId[]) => void;
  /** Called when work has started: the pointer no longer hovers over anything. */
  readonly onBegin: () => void;
}

/** Mutable state of the session. */
interface SessionState {
  work: Work | null;
  /** The same work, if it edits annotations or paints. */
  editing: EditingWork | null;
  /** Annotations that are edited together, in order. */
  together: readonly DrawableAnnotation[];
  /** The tool that owns the work, if the work does not create an annotation. */
  foreign: ToolWork | null;
  editingTool: EditingToolName;
  brushRadiusPx: number;
  /** Self-intersection of the edited shape, after the last step. */
  crossesAt: SlidePoint | null;
}

/** Values shared by the parts of the session. */
interface SessionParts {
  readonly options: EditSessionOptions;
  readonly state: SessionState;
  readonly frame: () => DrawingFrame;
}

export function createEditSession(options: EditSessionOptions): EditSession {
  const { slide, view } = options;
  const state: SessionState = {
    work: null,
    editing: null,
    together: [],
    foreign: null,
    editingTool: "vertices",
    brushRadiusPx: DEFAULT_BRUSH_RADIUS_PX,
    crossesAt: null,
  };
  const frame = (): DrawingFrame => ({ turnDeg: view.turnDeg(), resolution: view.resolution() });
  const parts: SessionParts = { options, state, frame };
  const reports = createReports(parts);
  const place = createPlacing(parts, reports);
  const ends = createEnds(parts, place);
  return {
    isActive: () => state.work !== null,
    handle: (action) => state.work?.handle({ ...action, point: pointOnSlide(action.point, slide) }) ?? false,
    ...createStarts(parts, reports, place, ends),
    ...createChanges(parts, reports),
    ...ends,
    sketchedVertices: () => state.work?.sketched?.() ?? [],
    editedId: () => state.work?.editedId ?? null,
    typeName: () => state.work?.typeName ?? null,
    chooseHandle: (step) => state.work?.chooseHandle?.(step, frame()),
    addVertexAtCenter: () => state.work?.addVertex(view.state().center, frame()),
    undo: () => state.work?.undo(),
    redo: () => state.work?.redo(),
    deleteVertex: () => state.work?.deleteVertex(),
    destroy: reports.destroy,
  };
}

/** Whether the work edits annotations, one or several. */
const isChanging = ({ work, together }: SessionState): boolean =>
  work !== null && (work.editedId !== null || together.length > 0);

const crossingOf = (shape: Shape): SlidePoint | null => findSelfCrossing(shape)?.crossesAt ?? null;

const measurementOf = (shape: Shape, { pixelSizeUm }: SlideDescription) => pixelSizeUm && measure(shape, pixelSizeUm);

const outcomeOf = (shape: Shape, slide: SlideDescription) => ({
  shape,
  wkt: formatWkt(shape),
  measurement: measurementOf(shape, slide),
});

interface SessionReports {
  /** Paints the work and reports its state. */
  draw(): void;
  /** Reports the edited shape, or that none is edited. */
  reportShape(): void;
  /** Reports the edited annotation: after each step, so that no step is lost if the page or the slide is closed. */
  reportEdited(): void;
  destroy(): void;
}

/** Paints the work, and emits its events. */
function createReports({ options, state, frame }: SessionParts): SessionReports {
  const { map, element, slide, emitter, getLocale } = options;
  const picture = createWorkPicture(map);
  let reportedState = "";
  function reportState(): void {
    const own = state.foreign ? null : state.work;
    const isEdit = own !== null && isChanging(state);
    const now: DrawingState = {
      isDrawing: own !== null && !isEdit,
      editedId: own?.editedId ?? null,
      isFreehand: own?.isFreehand ?? false,
      typeName: own?.typeName ?? null,
      canUndo: own?.canUndo() ?? false,
      canRedo: own?.canRedo() ?? false,
      canFinish: own !== null && (isEdit || own.result(frame()) !== null),
    };
    const key = JSON.stringify(now);
    if (key === reportedState) return;
    reportedState = key;
    emitter.emit("drawingState", now);
  }
  return {
    draw() {
      const content = state.work?.content(frame()) ?? null;
      const shape = content?.shape ?? null;
      const measured = shape && !content?.others?.length ? measurementOf(shape, slide) : null;
      const isSmall = shape !== null && verticesOf(shape).length <= CROSSING_LIVE_MAX_VERTICES;
      const crossing = state.foreign ? null : isSmall ? crossingOf(shape) : state.crossesAt;
      const label = measured && formatMeasurement(measured, getLocale());
      picture.show(content && { ...content, label, crossesAt: crossing });
      element.classList.toggle("is-drawing", state.work?.cursor() === "drawing");
      element.classList.toggle("is-over-handle", state.work?.cursor() === "handle");
      reportState();
    },
    reportShape() {
      const [only, ...others] = state.editing?.now() ?? [];
      const isOne = only !== undefined && others.length === 0 && state.editing?.editedId !== null;
      const crossesAt = isOne ? crossingOf(only.shape) : null;
      state.crossesAt = crossesAt;
      emitter.emit("shapeNow", isOne ? { ...only, vertexCount: verticesOf(only.shape).length, crossesAt } : null);
    },
    reportEdited() {
      const [only] = state.editing?.now() ?? [];
      const id = state.editing?.editedId ?? null;
      if (only && id !== null)
        emitter.emit("edited", { ...outcomeOf(tidyShape(only.shape, slide), slide), id, typeName: only.typeName });
    },
    destroy: () => picture.destroy(),
  };
}

interface SessionPlacing {
  /** Replaces the work; null: ends it. */
  setWork(next: Work | null, foreign?: ToolWork | null): void;
  /** @param together the annotations, if several are edited. */
  setEditing(next: EditingWork, together?: readonly DrawableAnnotation[]): void;
}

/** Replaces the work of the session. */
function createPlacing({ options, state }: SessionParts, { draw, reportShape }: SessionReports): SessionPlacing {
  const { onOmit, onBegin } = options;
  function setWork(next: Work | null, foreign: ToolWork | null = null): void {
    const replaced = state.foreign;
    const wasEditing = state.editing !== null;
    state.work = next;
    state.foreign = foreign;
    state.editing = null;
    state.together = [];
    state.crossesAt = null;
    onOmit(next?.editedId == null ? [] : [next.editedId]);
    if (next) onBegin();
    if (wasEditing) reportShape();
    draw();
    replaced?.onEnd();
  }
  return {
    setWork,
    setEditing(next, together = []) {
      setWork(next);
      state.editing = next;
      state.together = together;
      if (together.length > 0) onOmit(together.map(({ id }) => id));
      reportShape();
      draw();
    },
  };
}

type SessionEnds = Pick<EditSession, "finishDrawing" | "finishEditing" | "finish" | "cancel">;

function createEnds({ options, state, frame }: SessionParts, { setWork }: SessionPlacing): SessionEnds {
  const { slide, emitter } = options;
  function finishDrawing(): boolean {
    if (state.foreign) return finishForeign(state.foreign, frame());
    const { work } = state;
    const drawn = work && !isChanging(state) ? work.result(frame()) : null;
    const shape = drawn && tidyShape(drawn, slide);
    if (!shape || !work) return false;
    const typeName = work.typeName as DrawnTypeName;
    setWork(null);
    emitter.emit("drawn", { ...outcomeOf(shape, slide), typeName, isNew: true });
    return true;
  }
  function finishTogether(): void {
    const before = state.together;
    const after = state.editing?.now() ?? [];
    setWork(null);
    const changed = before.flatMap(({ id, shape, typeName }, index) => {
      const now = after[index]?.shape;
      return now && now !== shape ? [{ ...outcomeOf(tidyShape(now, slide), slide), id, typeName }] : [];
    });
    if (changed.length > 0) emitter.emit("editedTogether", changed);
  }
  function finishEditing(): void {
    if (state.together.length > 0) finishTogether();
    else if (state.editing && state.editing.editedId !== null) setWork(null);
  }
  return {
    finishDrawing,
    finishEditing,
    finish() {
      const { work } = state;
      if (!work || work.finishPart?.(frame())) return;
      if (isChanging(state)) finishEditing();
      else finishDrawing();
    },
    cancel(what) {
      const { work, editing, foreign } = state;
      if (what === undefined && editing && editing.editedId !== null) {
        editing.takeBack();
        return;
      }
      const isMeant = what === undefined || (!foreign && (what === "editing") === isChanging(state));
      if (work && isMeant) setWork(null);
    },
  };
}

/** @returns whether the drawing is a complete shape. */
function finishForeign({ work, onFinish }: ToolWork, frame: DrawingFrame): boolean {
  const shape = work.result(frame);
  if (shape) onFinish(shape);
  return shape !== null;
}

type SessionStarts = Pick<EditSession, "startDrawing" | "startEditing" | "startEditingTogether" | "startForeign">;

function createStarts(
  parts: SessionParts,
  reports: SessionReports,
  place: SessionPlacing,
  ends: SessionEnds,
): SessionStarts {
  const { options, state, frame } = parts;
  const { draw, reportShape, reportEdited } = reports;
  const { setWork, setEditing } = place;
  const editingOptions = {
    slide: options.slide,
    pixelAspect: pixelAspectOf(options.slide.pixelSizeUm),
    brushRadiusPx: () => state.brushRadiusPx,
    onDraw: draw,
    onStep() {
      // The first stroke of the brush is a finished drawing; the brush continues by editing it.
      if (state.editing && !isChanging(state)) ends.finishDrawing();
      else {
        reportShape();
        draw();
        reportEdited();
      }
    },
  };
  return {
    startDrawing(typeName, { isFreehand, isBrush, vertices }) {
      if (isBrush) {
        setEditing(
          createEditing({ ...editingOptions, editedId: null, edited: [], typeName: "polygon", tool: "brush" }),
        );
        return;
      }
      const onDone = () => void ends.finishDrawing();
      setWork(createDrawing(typeName, isFreehand && canBeFreehand(typeName), { onChange: draw, onDone }, vertices));
    },
    startEditing({ id, shape, typeName }) {
      const edited = [{ shape, typeName }];
      setEditing(createEditing({ ...editingOptions, editedId: id, edited, typeName, tool: state.editingTool }));
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
      const isRunning = (): boolean => state.foreign === started;
      return {
        draw() {
          if (isRunning()) draw();
        },
        finish: () => isRunning() && finishForeign(started, frame()),
        stop() {
          if (!isRunning()) return;
          // Without its owner, which must not be notified of an end that it caused itself.
          state.foreign = null;
          setWork(null);
        },
      };
    },
  };
}

type SessionChanges = Pick<EditSession, "setEditingTool" | "setBrushRadius" | "changeEdited" | "suggestEdited">;

/** Changes requested by the page instead of the pointer. */
function createChanges({ options, state }: SessionParts, { draw }: SessionReports): SessionChanges {
  const { slide } = options;
  const pixelAspect = pixelAspectOf(slide.pixelSizeUm);
  return {
    setEditingTool(tool) {
      state.editingTool = tool;
      if (state.editing && state.editing.editedId !== null) state.editing.setTool(tool);
    },
    setBrushRadius(radiusPx) {
      state.brushRadiusPx = radiusPx;
      draw();
    },
    changeEdited(change) {
      const [edited, ...others] = state.editing?.now() ?? [];
      const next = edited && others.length === 0 ? change(edited, pixelAspect) : null;
      if (!next || next === edited) return;
      // A shape that would cross the slide's edge is moved back; one that is too large for the slide is left unchanged.
      const shape = translateShape(next.shape, ...translationOnSlide(next.shape, [0, 0], slide));
      if (areOnSlide([shape], slide))
        state.editing?.change([{ typeName: next.typeName, shape: tidyShape(shape, slide) }]);
    },
    suggestEdited(change) {
      const [edited] = state.editing?.now() ?? [];
      const next = edited && change?.(edited, pixelAspect);
      state.editing?.suggest(next ? [next] : null);
    },
  };
}
