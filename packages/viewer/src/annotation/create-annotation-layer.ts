/**
 * Shows annotations and reports hovering and selection. The edit session, which draws and edits them, is loaded later.
 */
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
import type { EditSession } from "./edit-session.ts";
import { listenToPointer, type PointedPlace } from "./pointer-actions.ts";
import { isInside } from "./shape-distance.ts";
import { pathsOf } from "./shape-paths.ts";
import { createTitleTip } from "./title-tip.ts";

/** The layer with the functions that only the viewer itself uses. */
export interface ConnectedAnnotationLayer extends AnnotationLayer {
  /** Escape: cancels or undoes the work in progress; if there is none, clears the selection. */
  cancel(): void;
  /** Enter key: finishes the work in progress. */
  finish(): void;
  readonly startWork: StartWork;
  destroy(): void;
}

/** After this time a session module that failed to load is requested again, ms. */
const SESSION_RETRY_MS = 2000;

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

/** The edit session once it is loaded; earlier requests are queued in order. */
function connectSession(create: (module: typeof import("./edit-session.ts")) => EditSession) {
  let session: EditSession | null = null;
  let isFetching = false;
  let isGone = false;
  const waiting: ((session: EditSession) => void)[] = [];
  const fetchSession = (): void => {
    if (session || isFetching || isGone) return;
    isFetching = true;
    import("./edit-session.ts").then(
      (module) => {
        if (isGone) return;
        session = create(module);
        for (const ask of waiting.splice(0)) ask(session);
      },
      () => {
        isFetching = false;
        setTimeout(fetchSession, SESSION_RETRY_MS);
      },
    );
  };
  return {
    now: () => session,
    fetchSession,
    ask(action: (session: EditSession) => void): void {
      if (session) {
        action(session);
        return;
      }
      waiting.push(action);
      fetchSession();
    },
    destroy() {
      isGone = true;
      session?.destroy();
    },
  };
}

type SessionConnection = ReturnType<typeof connectSession>;
type Renderer = ReturnType<typeof createCanvasAnnotationRenderer>;

export function createAnnotationLayer(parts: AnnotationLayerParts, spaceBar: SpaceBar): ConnectedAnnotationLayer {
  const { map, emitter, view } = parts;
  const renderer = createCanvasAnnotationRenderer(map);
  const marks = createMarks(parts, renderer);
  const connection = connectSession(({ createEditSession }) =>
    createEditSession({ ...parts, onOmit: (ids) => renderer.setOmitted(ids), onBegin: () => marks.hover(null) }),
  );
  const frame = () => ({ turnDeg: view.turnDeg(), resolution: view.resolution() });
  const isActive = (): boolean => connection.now()?.isActive() ?? false;
  const stopFetching = emitter.on("firstTile", connection.fetchSession);
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
    startWork: (started) => startInSession(connection, started),
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

/** Tracks the selected annotations and the hovered one, with the tip that shows its title. */
function createMarks({ element, emitter }: AnnotationLayerParts, renderer: Renderer) {
  let selected: AnnotationId | null = null;
  let selectedToo: readonly AnnotationId[] = [];
  let hovered: AnnotationId | null = null;
  const tip = createTitleTip(element);
  // After the view has moved, the pointer is over another annotation.
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
    /** Only these annotations are still shown. */
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
      // The page reports the hovered annotation back: its title is already shown beside the pointer.
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

function drawingCalls({ ask, now }: SessionConnection): DrawingCalls {
  return {
    startDrawing: (typeName, { isFreehand = false, isBrush = false, vertices = [] } = {}) =>
      ask((session) => session.startDrawing(typeName, { isFreehand, isBrush, vertices })),
    sketchedVertices: () => now()?.sketchedVertices() ?? [],
    cancelDrawing: () => ask((session) => session.cancel("drawing")),
    finishDrawing: () => now()?.finishDrawing() ?? false,
    addVertexAtCenter: () => ask((session) => session.addVertexAtCenter()),
    drawPointAtCenter: () =>
      ask((session) => {
        const typeName = session.typeName() === "text" ? "text" : "point";
        session.startDrawing(typeName, { isFreehand: false, isBrush: false, vertices: [] });
        session.addVertexAtCenter();
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

function editingCalls({ ask, now }: SessionConnection, renderer: Renderer): EditingCalls {
  return {
    startEditing(id) {
      if (!renderer.annotation(id)) return false;
      ask((session) => {
        const annotation = renderer.annotation(id);
        if (annotation) session.startEditing(annotation);
      });
      return true;
    },
    startEditingTogether: (ids) =>
      ask((session) => session.startEditingTogether(ids.flatMap((id) => renderer.annotation(id) ?? []))),
    finishEditing: () => now()?.finishEditing(),
    cancelEditing: () => ask((session) => session.cancel("editing")),
    setEditingTool: (tool) => ask((session) => session.setEditingTool(tool)),
    setBrushRadius: (radiusPx) => ask((session) => session.setBrushRadius(radiusPx)),
    changeEdited: (change) => now()?.changeEdited(change),
    suggestEdited: (change) => now()?.suggestEdited(change),
    deleteVertex: () => now()?.deleteVertex(),
  };
}

/** Starts the work of another tool as soon as the session is loaded, unless it was stopped before. */
function startInSession({ ask }: SessionConnection, started: ToolWork): ToolWorkHandle {
  let handle: ToolWorkHandle | null = null;
  let isStopped = false;
  ask((session) => {
    if (!isStopped) handle = session.startForeign(started);
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
