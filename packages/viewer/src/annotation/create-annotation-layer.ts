/** Shows annotations and tells which is meant; what draws and changes them is fetched once it is wanted. */
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import type { AnnotationId } from "../events/viewer-events.ts";
import type { ForeignWorkHandle, StartWork } from "../slide-work/foreign-work.ts";
import type { SpaceBar } from "../slide-work/space-bar.ts";
import type { AnnotationFacts, AnnotationLayer, ShownAnnotation } from "./annotation-layer.ts";
import type { AnnotationLayerParts } from "./annotation-layer-parts.ts";
import type { DrawableAnnotation } from "./annotation-renderer.ts";
import { looksFor } from "./annotation-rendering.ts";
import { createCanvasAnnotationRenderer } from "./canvas-annotation-renderer.ts";
import { listenToPointer } from "./pointer-actions.ts";
import { isInside } from "./shape-distance.ts";
import { pathsOf } from "./shape-paths.ts";
import { createTitleTip } from "./title-tip.ts";
import type { WorkBench } from "./work-bench.ts";

/** The layer with what only the viewer itself needs of it. */
export interface ConnectedAnnotationLayer extends AnnotationLayer {
  /** Escape: stops what is going on, or takes back what was changed; else takes the selection back. */
  cancel(): void;
  /** Enter. */
  finish(): void;
  readonly startWork: StartWork;
  destroy(): void;
}

/** The bench is asked for again so long after it could not be fetched, ms. */
const BENCH_RETRY_MS = 2000;

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

/** The bench once it is there; what is asked of it before waits in its order. */
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

export function createAnnotationLayer(parts: AnnotationLayerParts, spaceBar: SpaceBar): ConnectedAnnotationLayer {
  const { map, element, emitter, view } = parts;
  const renderer = createCanvasAnnotationRenderer(map);
  let selected: AnnotationId | null = null;
  let selectedToo: readonly AnnotationId[] = [];
  let hovered: AnnotationId | null = null;

  const tip = createTitleTip(element);

  const frame = () => ({ turnDeg: view.turnDeg(), resolution: view.resolution() });
  const showSelected = (): void => renderer.setSelected([...selectedToo, ...(selected === null ? [] : [selected])]);
  const hover = (id: AnnotationId | null): void => {
    if (hovered === id) return;
    hovered = id;
    renderer.setHovered(id, { isTitled: false });
    if (id === null) tip.hide();
    element.classList.toggle("is-hovering", id !== null);
    emitter.emit("hover", id);
  };
  const select = (id: AnnotationId | null): void => {
    if (selected === id && selectedToo.length === 0) return;
    selected = id;
    selectedToo = [];
    showSelected();
    emitter.emit("select", id);
  };
  const connection = connectBench(({ createWorkBench }) =>
    createWorkBench({ ...parts, onOmit: (ids) => renderer.setOmitted(ids), onBegin: () => hover(null) }),
  );
  const { ask } = connection;
  const isActive = (): boolean => connection.now()?.isActive() ?? false;
  const stopFetching = emitter.on("firstTile", connection.fetchBench);

  // What is under the pointer is another item then.
  const stopMoves = emitter.on("view", tip.hide);
  const stopPointer = listenToPointer(map, {
    ...{ frame, spaceBar },
    handle: (action) => connection.now()?.handle(action) ?? false,
    isActive,
    onHover(place) {
      const id = place && !isActive() ? renderer.annotationAt(place.point, frame()) : null;
      hover(id);
      const pointed = id === null ? undefined : renderer.annotation(id);
      // A text shows its words itself.
      if (place && pointed && pointed.typeName !== "text") tip.show(pointed.title, place.pixel);
      else tip.hide();
    },
    onClick(point, isShift) {
      const id = renderer.annotationAt(point, frame());
      if (!isShift) select(id);
      else if (id !== null) emitter.emit("toggle", id);
    },
  });

  const layer: ConnectedAnnotationLayer = {
    show(annotations) {
      const { parsed, failed } = readShapes(annotations);
      renderer.setAnnotations(parsed);
      const ids = new Set(parsed.map(({ id }) => id));
      const editedId = connection.now()?.editedId() ?? null;
      if (editedId !== null && !ids.has(editedId)) connection.now()?.cancel("editing");
      if (hovered !== null && !ids.has(hovered)) hover(null);
      if (selected !== null && !ids.has(selected)) select(null);
      return failed;
    },
    setSelected(id) {
      selected = id;
      showSelected();
    },
    setSelectedToo(ids) {
      selectedToo = ids;
      showSelected();
    },
    setHovered(id) {
      // What the pointer means is told by the page again: its title stands beside the pointer.
      if (hovered === id) return;
      hovered = id;
      tip.hide();
      renderer.setHovered(id, { isTitled: true });
    },
    setVisible: (isVisible) => renderer.setVisible(isVisible),
    setStyle: (style) => renderer.setLooks(looksFor(style)),
    within(corners) {
      const area = { kind: "polygon", rings: [corners] } as const;
      const isWithin = ({ shape }: DrawableAnnotation): boolean =>
        pathsOf(shape).every(({ points }) => points.every((point) => isInside(point, area)));
      return renderer.isVisible()
        ? renderer
            .shown()
            .filter(isWithin)
            .map(({ id }) => id)
        : [];
    },
    at: (point) => renderer.annotationAt(point, frame()),
    startDrawing: (typeName, { isFreehand = false, isBrush = false, vertices = [] } = {}) =>
      ask((bench) => bench.startDrawing(typeName, { isFreehand, isBrush, vertices })),
    sketchedVertices: () => connection.now()?.sketchedVertices() ?? [],
    cancelDrawing: () => ask((bench) => bench.cancel("drawing")),
    startWork(started) {
      let handle: ForeignWorkHandle | null = null;
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
    },
    finishDrawing: () => connection.now()?.finishDrawing() ?? false,
    addVertexAtCenter: () => ask((bench) => bench.addVertexAtCenter()),
    drawPointAtCenter: () =>
      ask((bench) => {
        bench.startDrawing(bench.typeName() === "text" ? "text" : "point", {
          isFreehand: false,
          isBrush: false,
          vertices: [],
        });
        bench.addVertexAtCenter();
      }),
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
    finishEditing: () => connection.now()?.finishEditing(),
    cancelEditing: () => ask((bench) => bench.cancel("editing")),
    setEditingTool: (tool) => ask((bench) => bench.setEditingTool(tool)),
    setBrushRadius: (radiusPx) => ask((bench) => bench.setBrushRadius(radiusPx)),
    changeEdited: (change) => connection.now()?.changeEdited(change),
    suggestEdited: (change) => connection.now()?.suggestEdited(change),
    chooseHandle: (step) => connection.now()?.chooseHandle(step),
    undo: () => connection.now()?.undo(),
    redo: () => connection.now()?.redo(),
    deleteVertex: () => connection.now()?.deleteVertex(),
    isActive,
    cancel() {
      if (isActive()) connection.now()?.cancel();
      else select(null);
    },
    finish: () => connection.now()?.finish(),
    destroy() {
      stopFetching();
      stopPointer();
      stopMoves();
      renderer.destroy();
      tip.destroy();
      connection.destroy();
    },
  };
  return layer;
}
