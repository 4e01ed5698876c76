/** Editing existing shapes in one of the modes; each step can be undone. */
import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { AnnotationId } from "../events/viewer-events.ts";
import type { DrawingFrame } from "../slide-work/drawing-frame.ts";
import type { Work } from "../slide-work/work.ts";
import type { EditingToolName } from "./annotation-layer.ts";
import { createBoxHand } from "./box-hand.ts";
import { createBrushHand } from "./brush-hand.ts";
import { createCutHand } from "./cut-hand.ts";
import type { Edited, EditingHand, EditingHost } from "./editing-hand.ts";
import { createVertexHand } from "./vertex-hand.ts";

export interface EditingOptions {
  /** The annotation that the shape belongs to; null: none of the shown ones. */
  readonly editedId: AnnotationId | null;
  /** The edited shapes: one, several (by their box), or none yet (by brush). */
  readonly edited: readonly Edited[];
  /** Type of a new shape. */
  readonly typeName: AnnotationTypeName;
  readonly tool: EditingToolName;
  readonly slide: EditingHost["slide"];
  /** As of `pixelAspectOf`. */
  readonly pixelAspect: number;
  /** Current radius, CSS px. */
  readonly brushRadiusPx: () => number;
  /** The display must be repainted. */
  readonly onDraw: () => void;
  /** A step was made, undone or redone. */
  readonly onStep: () => void;
}

export interface EditingWork extends Work {
  setTool(tool: EditingToolName): void;
  /** Current shapes; empty: no shape yet. */
  now(): readonly Edited[];
  /** Applies the change as one step. */
  change(next: readonly Edited[]): void;
  /** Shows a preview without changing anything; null: no preview. */
  suggest(next: readonly Edited[] | null): void;
  /** Cancels the current pointer action; if there is none, restores the initial shapes as one step. */
  takeBack(): void;
}

type CreateHand = (host: EditingHost, options: EditingOptions) => EditingHand;

const HANDS: Readonly<Record<EditingToolName, CreateHand>> = {
  vertices: createVertexHand,
  box: createBoxHand,
  brush: (host, { brushRadiusPx }) => createBrushHand(host, { radiusPx: brushRadiusPx, isErasing: false }),
  eraser: (host, { brushRadiusPx }) => createBrushHand(host, { radiusPx: brushRadiusPx, isErasing: true }),
  cutOut: createCutHand,
};

export function createEditing(options: EditingOptions): EditingWork {
  const { editedId, slide, pixelAspect, onDraw, onStep } = options;
  const done: (readonly Edited[])[] = [];
  const undone: (readonly Edited[])[] = [];
  let current = options.edited;
  /** State after the last step; a pointer action changes only `current`. */
  let committed = current;
  let { tool } = options;
  let suggested: readonly Edited[] | null = null;

  const host: EditingHost = {
    now: () => current,
    preview(next) {
      current = next;
      onDraw();
    },
    keep(before) {
      done.push(before);
      undone.length = 0;
      committed = current;
      suggested = null;
      onDraw();
      onStep();
    },
    draw: onDraw,
    slide,
    pixelAspect,
  };
  let hand = HANDS[tool](host, options);
  const stepBack = (from: (readonly Edited[])[], to: (readonly Edited[])[]): void => {
    const next = from.pop();
    if (!next) return;
    to.push(current);
    current = next;
    committed = next;
    suggested = null;
    hand.forget();
    onDraw();
    onStep();
  };

  return {
    editedId,
    get typeName() {
      return current[0]?.typeName ?? options.typeName;
    },
    isFreehand: false,
    handle: (action) => hand.handle(action),
    content(frame: DrawingFrame) {
      const [first, ...others] = suggested ?? current;
      return {
        shape: first?.shape ?? null,
        typeName: first?.typeName ?? options.typeName,
        others: others.map(({ shape, typeName }) => ({ shape, typeName })),
        handles: [],
        activeHandle: null,
        label: null,
        labelAt: null,
        ...(suggested ? {} : hand.content(frame)),
      };
    },
    cursor: () => hand.cursor(),
    canUndo: () => done.length > 0,
    canRedo: () => undone.length > 0,
    undo: () => stepBack(done, undone),
    redo: () => stepBack(undone, done),
    deleteVertex: () => hand.deleteVertex(),
    addVertex: (point, frame) => hand.addVertex(point, frame),
    chooseHandle: (step, frame) => hand.chooseHandle(step, frame),
    finishPart: (frame) => hand.finishPart(frame),
    result: () => (done.length > 0 ? (current[0]?.shape ?? null) : null),
    setTool(next) {
      tool = next;
      hand = HANDS[tool](host, options);
      onDraw();
    },
    now: () => current,
    change(next) {
      const before = current;
      current = next;
      hand.forget();
      host.keep(before);
    },
    suggest(next) {
      suggested = next;
      onDraw();
    },
    takeBack() {
      hand = HANDS[tool](host, options);
      suggested = null;
      const before = committed;
      current = current === committed ? (done[0] ?? committed) : committed;
      if (current === before) onDraw();
      else host.keep(before);
    },
  };
}
