/** The current annotation of the review queue, and its actions by button or key. */
import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useLatest } from "#ui/useLatest.ts";
import type { AcceptWay } from "./AcceptAnnotationDialog.tsx";
import { readShapeOf } from "./annotation-shape.ts";
import { type ReviewStep, reviewStepFor } from "./review-keys.ts";
import { isConfirmationSkipped, skipConfirmation } from "./skipped-confirmations.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";

interface ReviewQueueParts {
  /** Oldest first; undefined: not loaded yet. */
  readonly annotations: readonly Annotation[] | undefined;
  /** Of all students, regardless of the selected author. */
  readonly students: readonly { readonly open: number }[] | undefined;
  readonly viewer: SlideViewer;
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
  /** The annotation shown first; null, or one that is not in the queue: the oldest. */
  readonly startId: number | null;
  /** Converts or publishes without confirmation. */
  readonly onAccept: (way: AcceptWay, annotation: Annotation) => void;
  /** Moves to another slide. @returns whether there is one. */
  readonly onLeave: (step: "next" | "back") => boolean;
}

export interface ReviewQueue {
  /** Ref for an element in the panel, where keys are handled. */
  readonly panel: RefObject<HTMLDivElement | null>;
  /** Null: no annotations to review. */
  readonly current: Annotation | null;
  /** Number reviewed since the queue was opened. */
  readonly done: number;
  /** Number reviewed plus number still open. */
  readonly all: number;
  readonly take: (step: ReviewStep) => void;
}

export function useReviewQueue(parts: ReviewQueueParts): ReviewQueue {
  const { annotations, students, viewer, board, annotator, startId, onAccept, onLeave } = parts;
  const panel = useRef<HTMLDivElement>(null);
  /** Null: not selected yet. */
  const [chosen, setAt] = useState<number | null>(null);
  const start = annotations?.findIndex(({ id }) => id === startId) ?? 0;
  const at = chosen ?? Math.max(0, start);
  const current = annotations?.[Math.min(at, annotations.length - 1)] ?? null;
  const open = students?.reduce((sum, student) => sum + student.open, 0) ?? 0;
  const [maxOpen, setMaxOpen] = useState(open);
  if (open > maxOpen) setMaxOpen(open);
  useFilterForReview(board);
  useWayToCurrent(current, viewer, board, panel);
  useEffect(
    () =>
      viewer.on("select", (id) => {
        const selected = annotations?.findIndex((annotation) => annotation.id === id) ?? -1;
        if (selected >= 0) setAt(selected);
      }),
    [viewer, annotations],
  );

  // A reviewed annotation leaves the list, so the next one has its index.
  const stay = () => setAt(at);
  function decide(action: AcceptWay | "decline", annotation: Annotation): void {
    if (action !== "decline" && isConfirmationSkipped(action)) {
      onAccept(action, annotation);
      return;
    }
    const question = { action, annotation: { ...annotation, saveState: "saved" } } as const;
    if (action === "decline" || annotations?.length === 1) board.showDialog(question);
    else board.showDialog({ ...question, onStopAsking: () => skipConfirmation(action) });
  }
  /** Continues on another slide at either end of the queue; wraps around if there is none. */
  function move(by: 1 | -1): void {
    const count = annotations?.length ?? 0;
    const next = Math.min(at, count - 1) + by;
    if ((next < 0 || next >= count) && onLeave(by === 1 ? "next" : "back")) return;
    if (count > 0) setAt((next + count) % count);
  }
  const take = (step: ReviewStep): void => {
    if (step === "next") move(1);
    else if (step === "back") move(-1);
    else if (current) {
      stay();
      decide(step, current);
    }
  };
  useReviewKeys(viewer, panel, take, board.dialog === null && annotator.state.mode === "off");
  return { panel, current, done: maxOpen - open, all: maxOpen, take };
}

/** Shows student annotations while the queue is open, then restores the previous filter. */
function useFilterForReview({ filter, setFilter, setVisible, select }: AnnotationBoard): void {
  const before = useRef(filter);
  useEffect(() => {
    const filterBefore = before.current;
    setVisible(true);
    if (filterBefore !== "all") setFilter("student");
    return () => {
      select(null);
      setFilter(filterBefore);
    };
  }, [setFilter, setVisible, select]);
}

function useWayToCurrent(
  current: Annotation | null,
  viewer: SlideViewer,
  { select }: AnnotationBoard,
  panel: RefObject<HTMLElement | null>,
): void {
  const { id = null, geometry = "", zoom = null } = current ?? {};
  useEffect(() => {
    select(id);
    const read = id === null ? null : readShapeOf(geometry);
    if (read) viewer.showShape(read.shape, { isAnimated: true, zoom, coveredLeftPx: coveredLeftPx(panel) });
  }, [viewer, select, id, geometry, zoom, panel]);
}

/** Width of the slide's left part that the panel covers, CSS px; 0 if the panel is a sheet below the slide. */
function coveredLeftPx({ current }: RefObject<HTMLElement | null>): number {
  const panel = current?.closest<HTMLElement>("aside");
  if (!panel || getComputedStyle(panel).position !== "absolute") return 0;
  return panel.offsetLeft + panel.offsetWidth;
}

const TYPING = "input, textarea, select";

/** Handled if the focus is on the slide or in the panel, before the page's own shortcuts. */
function useReviewKeys(
  viewer: SlideViewer,
  panel: RefObject<HTMLElement | null>,
  take: (step: ReviewStep) => void,
  isActive: boolean,
): void {
  const latest = useLatest({ take, isActive });
  useEffect(() => {
    viewer.focus();
    const handleKeyDown = (event: KeyboardEvent): void => {
      const { target } = event;
      if (!latest.current.isActive || !(target instanceof Element) || target.closest(TYPING)) return;
      const isHere = target.closest(".slide-viewer") !== null || panel.current?.closest("aside")?.contains(target);
      const step = isHere ? reviewStepFor(event) : null;
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current.take(step);
    };
    window.addEventListener("keydown", handleKeyDown, { capture: true });
    return () => window.removeEventListener("keydown", handleKeyDown, { capture: true });
  }, [viewer, panel]);
}
