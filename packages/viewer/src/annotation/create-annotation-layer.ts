/** Shows annotations and reports hovering and selection. The bench that draws and edits them is loaded later. */
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotationId } from "../events/viewer-events.ts";
import type { SpaceBar } from "../slide-work/space-bar.ts";
import type { StartWork, ToolWork, ToolWorkHandle } from "../slide-work/tool-work.ts";
import type { AnnotationFacts, AnnotationLayer, ShownAnnotation } from "./annotation-layer.ts";
import type { AnnotationLayerParts } from "./annotation-layer-parts.ts";
import type { DrawableAnnotation } from "./annotation-renderer.ts";
import { looksFor } from "./annotation-rendering.ts";
import { createCanvasAnnotationRenderer } from "./canvas-annotation-renderer.ts";
import { listenToPointer, type PointedPlace } from "./pointer-actions.ts";
import { isInside } from "./shape-distance.ts";
import { pathsOf } from "./shape-paths.ts";
import { createTitleTip } from "./title-tip.ts";
import type { WorkBench } from "./work-bench.ts";

/** The layer with the functions that only the viewer itself uses. */
export interface ConnectedAnnotationLayer extends AnnotationLayer {
  /** Escape: cancels or undoes the work in progress; without any, clears the selection. */
  cancel(): void;
  /** Enter. */
  finish(): void;
  readonly startWork: StartWork;
  destroy(): void;
}

/** After this time a bench that could not be loaded is requested again, ms. */
const BENCH_RETRY_MS = 2000;

function factsOf({ id, typeName, kind, title, order, isDraft }: AnnotationFacts): AnnotationFacts {
  return { id, typeName, kind, title, order, ...(isDraft ? { isDraft } : {}) };
}

/** Annotations with a valid shape, and the problems of the others. */
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

/** The bench once it is loaded; earlier requests wait in order. */
function connectBench(create: (module: typeof import("./work-bench.ts")) => WorkBench) {
  let bench: WorkBench | null = null;
  let isFetching = false;
  let isGone = false;
  const waiting: ((bench: WorkBench) => void)[] = [];
  const fetchBench = (): void => {
    if (bench || isFetching || isGone) return;
    isFetching = true;
    import("./work-bench.ts").then(
      (module) => {
        if (isGone) return;
        bench = create(module);
        for (const ask of waiting.splice(0)) ask(bench);
      },
      () => {
        isFetching = false;
        setTimeout(fetchBench, BENCH_RETRY_MS);
      },
    );
  };
  return {
    now: () => bench,
    fetchBench,
    ask(action: (bench: WorkBench) => void): void {
      if (bench) {
        action(bench);
        return;
      }
      waiting.push(action);
      fetchBench();
    },
    destroy() {
      isGone = true;
      bench?.destroy();
    },
  };
}

type BenchConnection = ReturnType<typeof connectBench>;
type Renderer = ReturnType<typeof createCanvasAnnotationRenderer>;

export function createAnnotationLayer(parts: AnnotationLayerParts, spaceBar: SpaceBar): ConnectedAnnotationLayer {
  const { map, emitter, view } = parts;
  const renderer = createCanvasAnnotationRenderer(map);
  const marks = createMarks(parts, renderer);
  const connection = connectBench(({ createWorkBench }) =>
    createWorkBench({ ...parts, onOmit: (ids) => renderer.setOmitted(ids), onBegin: () => marks.hover(null) }),
  );
  const frame = () => ({ turnDeg: view.turnDeg(), resolution: view.resolution() });
  const isActive = (): boolean => connection.now()?.isActive() ?? false;
  const stopFetching = emitter.on("firstTile", connection.fetchBench);
  const stopPointer = listenToPointer(map, {
    ...{ frame, spaceBar },
    handle: (action) => connection.now()?.handle(action) ?? false,
    isActive,
    onHover: (place) => marks.point(place, place && !isActive() ? renderer.annotationAt(place.point, frame()) : null),
    onClick(point, isShift) {
      const id = renderer.annotationAt(point, frame());
      if (!isShift) marks.select(id);
      else if (id !== null) emitter.emit("toggle", id);
    },
  });
  return {
    show(annotations) {
      const { parsed, failed } = readShapes(annotations);
      renderer.setAnnotations(parsed);
      const ids = new Set(parsed.map(({ id }) => id));
      const editedId = connection.now()?.editedId() ?? null;
      if (editedId !== null && !ids.has(editedId)) connection.now()?.cancel("editing");
      marks.keepOnly(ids);
      return failed;
    },
    setSelected: marks.setSelected,
    setSelectedToo: marks.setSelectedToo,
    setHovered: marks.setHovered,
    setVisible: (isVisible) => renderer.setVisible(isVisible),
    setStyle: (style) => renderer.setLooks(looksFor(style)),
    within: (corners) => annotationsWithin(renderer, corners),
    at: (point) => renderer.annotationAt(point, frame()),
    ...drawingCalls(connection),
    ...editingCalls(connection, renderer),
    startWork: (started) => startOnBench(connection, started),
    chooseHandle: (step) => connection.now()?.chooseHandle(step),
    undo: () => connection.now()?.undo(),
    redo: () => connection.now()?.redo(),
    isActive,
    cancel() {
      if (isActive()) connection.now()?.cancel();
      else marks.select(null);
    },
    finish: () => connection.now()?.finish(),
    destroy() {
      stopFetching();
      stopPointer();
      marks.stop();
      renderer.destroy();
      marks.destroy();
      connection.destroy();
    },
  };
}

/** Which annotations are selected, and which one the pointer is over, with the tip that shows its title. */
function createMarks({ element, emitter }: AnnotationLayerParts, renderer: Renderer) {
  let selected: AnnotationId | null = null;
  let selectedToo: readonly AnnotationId[] = [];
  let hovered: AnnotationId | null = null;
  const tip = createTitleTip(element);
  // After a move the pointer is over another annotation.
  const stop = emitter.on("view", tip.hide);
  const showSelected = (): void => renderer.setSelected([...selectedToo, ...(selected === null ? [] : [selected])]);

  function hover(id: AnnotationId | null): void {
    if (hovered === id) return;
    hovered = id;
    renderer.setHovered(id, { isTitled: false });
    if (id === null) tip.hide();
    element.classList.toggle("is-hovering", id !== null);
    emitter.emit("hover", id);
  }
  function select(id: AnnotationId | null): void {
    if (selected === id && selectedToo.length === 0) return;
    selected = id;
    selectedToo = [];
    showSelected();
    emitter.emit("select", id);
  }
  return {
    hover,
    select,
    /** The pointer is over an annotation. @param place null: the pointer left the slide. */
    point(place: PointedPlace | null, id: AnnotationId | null): void {
      hover(id);
      const pointed = id === null ? undefined : renderer.annotation(id);
      // A text annotation shows its text itself.
      if (place && pointed && pointed.typeName !== "text") tip.show(pointed.title, place.pixel);
      else tip.hide();
    },
    /** Only these annotations are shown now. */
    keepOnly(ids: ReadonlySet<AnnotationId>): void {
      if (hovered !== null && !ids.has(hovered)) hover(null);
      if (selected !== null && !ids.has(selected)) select(null);
    },
    setSelected(id: AnnotationId | null): void {
      selected = id;
      showSelected();
    },
    setSelectedToo(ids: readonly AnnotationId[]): void {
      selectedToo = ids;
      showSelected();
    },
    setHovered(id: AnnotationId | null): void {
      // The page repeats what the pointer is over: its title is shown beside the pointer already.
      if (hovered === id) return;
      hovered = id;
      tip.hide();
      renderer.setHovered(id, { isTitled: true });
    },
    stop,
    destroy: () => tip.destroy(),
  };
}

function annotationsWithin(renderer: Renderer, corners: readonly SlidePoint[]): AnnotationId[] {
  if (!renderer.isVisible()) return [];
  const area = { kind: "polygon", rings: [corners] } as const;
  const isWithin = ({ shape }: DrawableAnnotation): boolean =>
    pathsOf(shape).every(({ points }) => points.every((point) => isInside(point, area)));
  return renderer
    .shown()
    .filter(isWithin)
    .map(({ id }) => id);
}

type DrawingCalls = Pick<
  AnnotationLayer,
  "startDrawing" | "sketchedVertices" | "cancelDrawing" | "finishDrawing" | "addVertexAtCenter" | "drawPointAtCenter"
>;

function drawingCalls({ ask, now }: BenchConnection): DrawingCalls {
  return {
    startDrawing: (typeName, { isFreehand = false, isBrush = false, vertices = [] } = {}) =>
      ask((bench) => bench.startDrawing(typeName, { isFreehand, isBrush, vertices })),
    sketchedVertices: () => now()?.sketchedVertices() ?? [],
    cancelDrawing: () => ask((bench) => bench.cancel("drawing")),
    finishDrawing: () => now()?.finishDrawing() ?? false,
    addVertexAtCenter: () => ask((bench) => bench.addVertexAtCenter()),
    drawPointAtCenter: () =>
      ask((bench) => {
        const typeName = bench.typeName() === "text" ? "text" : "point";
        bench.startDrawing(typeName, { isFreehand: false, isBrush: false, vertices: [] });
        bench.addVertexAtCenter();
      }),
  };
}

type EditingCalls = Pick<
  AnnotationLayer,
  | "startEditing"
  | "startEditingTogether"
  | "finishEditing"
  | "cancelEditing"
  | "setEditingTool"
  | "setBrushRadius"
  | "changeEdited"
  | "suggestEdited"
  | "deleteVertex"
>;

function editingCalls({ ask, now }: BenchConnection, renderer: Renderer): EditingCalls {
  return {
    startEditing(id) {
      if (!renderer.annotation(id)) return false;
      ask((bench) => {
        const annotation = renderer.annotation(id);
        if (annotation) bench.startEditing(annotation);
      });
      return true;
    },
    startEditingTogether: (ids) =>
      ask((bench) => bench.startEditingTogether(ids.flatMap((id) => renderer.annotation(id) ?? []))),
    finishEditing: () => now()?.finishEditing(),
    cancelEditing: () => ask((bench) => bench.cancel("editing")),
    setEditingTool: (tool) => ask((bench) => bench.setEditingTool(tool)),
    setBrushRadius: (radiusPx) => ask((bench) => bench.setBrushRadius(radiusPx)),
    changeEdited: (change) => now()?.changeEdited(change),
    suggestEdited: (change) => now()?.suggestEdited(change),
    deleteVertex: () => now()?.deleteVertex(),
  };
}

/** Starts the work of another tool as soon as the bench is loaded, unless it was stopped before. */
function startOnBench({ ask }: BenchConnection, started: ToolWork): ToolWorkHandle {
  let handle: ToolWorkHandle | null = null;
  let isStopped = false;
  ask((bench) => {
    if (!isStopped) handle = bench.startForeign(started);
  });
  return {
    draw: () => handle?.draw(),
    finish: () => handle?.finish() ?? false,
    stop() {
      isStopped = true;
      handle?.stop();
    },
  };
}
