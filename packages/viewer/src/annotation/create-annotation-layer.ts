import type { DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import { measure } from "@parfocal/core/geometry/measurement.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { formatWkt, parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type OpenLayersMap from "ol/Map.js";
import type { AnnotationId, DrawingState, ViewerEmitter } from "../events/viewer-events.ts";
import type { SlideDescription } from "../slide-description.ts";
import type { SlideView } from "../view-state/slide-view.ts";
import type { AnnotationFacts, AnnotationLayer, ShownAnnotation } from "./annotation-layer.ts";
import type { DrawableAnnotation } from "./annotation-renderer.ts";
import { createCanvasAnnotationRenderer } from "./canvas-annotation-renderer.ts";
import { createDrawing } from "./drawing.ts";
import { canBeFreehand, type DrawingFrame } from "./drawing-tools.ts";
import { createEditing } from "./editing.ts";
import { formatMeasurement } from "./measurement-text.ts";
import { listenToPointer } from "./pointer-deeds.ts";
import { pointOnSlide, tidyShape } from "./shape-paths.ts";
import type { Work } from "./work.ts";
import { createWorkPicture } from "./work-picture.ts";

export interface AnnotationLayerParts {
  readonly map: OpenLayersMap;
  /** Gets the classes that choose the cursor. */
  readonly element: HTMLElement;
  readonly slide: SlideDescription;
  readonly emitter: ViewerEmitter;
  readonly view: SlideView;
  readonly getLocale: () => string;
}

/** The layer with what only the viewer itself needs of it. */
export interface ConnectedAnnotationLayer extends AnnotationLayer {
  /** Whether something is being drawn or changed. */
  isActive(): boolean;
  /** Escape: stops what is going on, else takes the selection back. */
  cancel(): void;
  /** Enter. */
  finish(): void;
  destroy(): void;
}

function factsOf({ id, typeName, kind, title, order, isDraft }: AnnotationFacts): AnnotationFacts {
  return { id, typeName, kind, title, order, ...(isDraft ? { isDraft } : {}) };
}

/** Shapes of those that can be read, and why the others cannot. */
function readShapes(annotations: readonly ShownAnnotation[]) {
  const parsed: DrawableAnnotation[] = [];
  const failed: { id: AnnotationId; problem: string }[] = [];
  for (const annotation of annotations) {
    const result = "shape" in annotation ? { ok: true as const, shape: annotation.shape } : parseWkt(annotation.wkt);
    if (result.ok) parsed.push({ ...factsOf(annotation), shape: result.shape });
    else failed.push({ id: annotation.id, problem: result.problem });
  }
  return { parsed, failed };
}

export function createAnnotationLayer(parts: AnnotationLayerParts): ConnectedAnnotationLayer {
  const { map, element, slide, emitter, view, getLocale } = parts;
  const renderer = createCanvasAnnotationRenderer(map);
  const picture = createWorkPicture(map);
  let work: Work | null = null;
  let selected: AnnotationId | null = null;
  let hovered: AnnotationId | null = null;
  let toldState = "";

  const frame = (): DrawingFrame => ({ turnDeg: view.turnDeg(), resolution: view.resolution() });
  const measurementOf = (shape: Shape) => slide.pixelSizeUm && measure(shape, slide.pixelSizeUm);

  const tellState = (): void => {
    const state: DrawingState = {
      isDrawing: work !== null && work.editedId === null,
      editedId: work?.editedId ?? null,
      isFreehand: work?.isFreehand ?? false,
      typeName: work?.typeName ?? null,
      canUndo: work?.canUndo() ?? false,
      canRedo: work?.canRedo() ?? false,
      canFinish: work !== null && (work.editedId !== null || work.result(frame()) !== null),
    };
    const key = JSON.stringify(state);
    if (key === toldState) return;
    toldState = key;
    emitter.emit("drawingState", state);
  };
  const draw = (): void => {
    const content = work?.content(frame()) ?? null;
    const measured = content?.shape ? measurementOf(content.shape) : null;
    picture.show(content && { ...content, label: measured && formatMeasurement(measured, getLocale()) });
    element.classList.toggle("is-drawing", work?.cursor() === "drawing");
    element.classList.toggle("is-over-handle", work?.cursor() === "handle");
    tellState();
  };
  const setWork = (next: Work | null): void => {
    work = next;
    renderer.setOmitted(next?.editedId ?? null);
    if (next) hover(null);
    draw();
  };
  const hover = (id: AnnotationId | null): void => {
    if (hovered === id) return;
    hovered = id;
    renderer.setHovered(id);
    element.classList.toggle("is-hovering", id !== null);
    emitter.emit("hover", id);
  };
  const select = (id: AnnotationId | null): void => {
    if (selected === id) return;
    selected = id;
    renderer.setSelected(id);
    emitter.emit("select", id);
  };
  const outcome = (shape: Shape) => ({ shape, wkt: formatWkt(shape), measurement: measurementOf(shape) });
  const startDrawing = (typeName: DrawnTypeName, isFreehand: boolean): void =>
    setWork(
      createDrawing(typeName, isFreehand && canBeFreehand(typeName), {
        onChange: draw,
        onDone: () => void layer.finishDrawing(),
      }),
    );

  const stopPointer = listenToPointer(map, {
    frame,
    handle: (deed) => work?.handle({ ...deed, point: pointOnSlide(deed.point, slide) }) ?? false,
    isActive: () => work !== null,
    onHover: (point) => hover(point && !work ? renderer.annotationAt(point, frame()) : null),
    onClick: (point) => select(renderer.annotationAt(point, frame())),
  });

  const layer: ConnectedAnnotationLayer = {
    show(annotations) {
      const { parsed, failed } = readShapes(annotations);
      renderer.setAnnotations(parsed);
      const ids = new Set(parsed.map(({ id }) => id));
      if (work && work.editedId !== null && !ids.has(work.editedId)) setWork(null);
      if (hovered !== null && !ids.has(hovered)) hover(null);
      if (selected !== null && !ids.has(selected)) select(null);
      return failed;
    },
    setSelected(id) {
      selected = id;
      renderer.setSelected(id);
    },
    setHovered(id) {
      hovered = id;
      renderer.setHovered(id);
    },
    setVisible: (isVisible) => renderer.setVisible(isVisible),
    startDrawing: (typeName, { isFreehand = false } = {}) => startDrawing(typeName, isFreehand),
    cancelDrawing() {
      if (work && work.editedId === null) setWork(null);
    },
    finishDrawing() {
      const drawn = work?.editedId === null ? work.result(frame()) : null;
      const shape = drawn && tidyShape(drawn, slide);
      if (!shape || !work) return false;
      const typeName = work.typeName as DrawnTypeName;
      setWork(null);
      emitter.emit("drawn", { ...outcome(shape), typeName, isNew: true });
      return true;
    },
    addVertexAtCenter: () => work?.addVertex(view.state().center, frame()),
    drawPointAtCenter() {
      startDrawing(work?.typeName === "text" ? "text" : "point", false);
      layer.addVertexAtCenter();
    },
    startEditing(id) {
      const annotation = renderer.annotation(id);
      if (!annotation) return false;
      setWork(createEditing(annotation, slide, draw));
      return true;
    },
    finishEditing() {
      const id = work?.editedId ?? null;
      if (!work || id === null) return;
      const changed = work.result(frame());
      const { typeName } = work;
      setWork(null);
      if (changed) emitter.emit("edited", { ...outcome(tidyShape(changed, slide)), id, typeName });
    },
    cancelEditing() {
      if (work && work.editedId !== null) setWork(null);
    },
    undo: () => work?.undo(),
    redo: () => work?.redo(),
    deleteVertex: () => work?.deleteVertex(),
    isActive: () => work !== null,
    cancel() {
      if (work) setWork(null);
      else select(null);
    },
    finish() {
      if (work?.editedId === null) layer.finishDrawing();
      else layer.finishEditing();
    },
    destroy() {
      stopPointer();
      renderer.destroy();
      picture.destroy();
    },
  };
  return layer;
}
