/**
 * Loads the annotations around the view if a slide has too many to load all: cell by cell, cached, and aborted when the
 * view has moved away. A cell with too many annotations returns their density.
 */
import { listAnnotationsInView } from "@parfocal/core/annotation/annotation.contract.ts";
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { AnnotationKind } from "@parfocal/viewer/annotation/annotation-layer.ts";
import { createDensitySquares, type DensitySquares } from "@parfocal/viewer/annotation/create-density-squares.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useInsertionEffect, useMemo, useRef, useState } from "react";
import { call } from "#platform/call.ts";
import { linkQuery, useSharedLink } from "#platform/shared-link.ts";
import { type AnnotationsInView, annotationKeys } from "./annotation.api.ts";
import { boundsOfCell, cellsInView, type SeenPart } from "./annotation-cells.ts";
import { type AnnotationChoice, questionOf } from "./annotation-choice.ts";
import type { LoadedAnnotation } from "./annotation-outbox.ts";
import {
  annotationsOfCells,
  type CellAnswer,
  countInSquares,
  type DensitySquare,
  NOTHING_SEEN,
  squaresOfCells,
} from "./annotations-seen.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import { fetchWholeShapes } from "./whole-shapes.ts";

/** Requests start when the view has been still for this long. */
const VIEW_PAUSE_MS = 150;
/** Cached data is fresh for this long; own changes refetch immediately. */
const FRESH_MS = 5 * 60 * 1000;

const KIND_OF_FILTER: Partial<Record<AnnotationFilter, AnnotationKind>> = {
  student: "student",
  mine: "own",
  workgroup: "workgroup",
};

type SeenSlide = Pick<Image, "id"> & { readonly slideInformation: { readonly width: number; readonly height: number } };

/** The visible part, updated when the view settles, and the density layer while it is needed. */
function useSeenPart(viewer: SlideViewer, isNeeded: boolean) {
  const [squares, setSquares] = useState<DensitySquares | null>(null);
  const [part, setPart] = useState<SeenPart | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    const created = viewer.use(createDensitySquares);
    setSquares(created);
    setPart(created.seenPart());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = viewer.on("view", () => {
      clearTimeout(timer);
      timer = setTimeout(() => setPart(created.seenPart()), VIEW_PAUSE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
      created.destroy();
      setSquares(null);
      setPart(null);
    };
  }, [viewer, isNeeded]);
  return { squares, part };
}

/** Original shapes of selected annotations that were loaded simplified. */
function useWholeShapes(imageId: number, choice: AnnotationChoice, simplified: readonly LoadedAnnotation[]) {
  const query = linkQuery(useSharedLink());
  const ids = simplified.map(({ id }) => id).join(" ");
  const { data } = useQuery({
    queryKey: annotationKeys.part(imageId, choice, { shapesOf: ids }),
    queryFn: ({ signal }) =>
      fetchWholeShapes(simplified, (part) => {
        const body = { ...questionOf(choice), ...part };
        return call(listAnnotationsInView, { params: { id: String(imageId) }, query, body }, { signal });
      }),
    enabled: simplified.length > 0,
    staleTime: FRESH_MS,
  });
  return data?.annotations;
}

/** @param viewer viewer of the slide, which also shows the density squares. */
export function useManyAnnotations(viewer: SlideViewer, image: SeenSlide, board: AnnotationBoard): void {
  const { filter, choice, clearedBy, isWhole, isVisible, selectedIds, takeSeen } = board;
  const isNeeded = !isWhole && clearedBy === null;
  const { squares, part } = useSeenPart(viewer, isNeeded);
  const { width, height } = image.slideInformation;
  const query = linkQuery(useSharedLink());
  const cells = useMemo(() => (part ? cellsInView(part, { width, height }) : []), [part, width, height]);
  const { loaded, isLoading, hasFailed } = useQueries({
    queries: cells.map((cell) => ({
      queryKey: annotationKeys.part(image.id, choice, cell),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
        const body = { ...questionOf(choice), bounds: boundsOfCell(cell), resolution: cell.resolution };
        return call(listAnnotationsInView, { params: { id: String(image.id) }, query, body }, { signal });
      },
      staleTime: FRESH_MS,
    })),
    combine: useCallback(
      (answers: readonly UseQueryResult<AnnotationsInView>[]) => ({
        loaded: answers.flatMap(({ data }, index): CellAnswer[] => {
          const cell = cells[index];
          return data && cell ? [{ cell, part: data }] : [];
        }),
        isLoading: answers.some(({ isPending, isError }) => isPending && !isError),
        hasFailed: answers.some(({ isError }) => isError),
      }),
      [cells],
    ),
  });
  const shown = useRef<ShownParts>(NOTHING_SHOWN);
  const next = useMemo(() => {
    const before = shown.current.choice === choice ? shown.current : NOTHING_SHOWN;
    return shownParts(before, loaded, isLoading, selectedIds);
  }, [choice, loaded, isLoading, selectedIds]);
  useInsertionEffect(() => {
    shown.current = { ...next, choice };
  });
  const simplified = useMemo(
    () => next.annotations.filter(({ id, isSimplified }) => isSimplified && selectedIds.has(id)),
    [next, selectedIds],
  );
  const whole = useWholeShapes(image.id, choice, simplified);

  useEffect(() => {
    if (!isNeeded) return;
    const wholeOf = new Map(whole?.map((annotation) => [annotation.id, annotation]));
    const annotations = next.annotations.map((known) => wholeOf.get(known.id) ?? known);
    const bounds = part?.bounds ?? null;
    const inSquares = bounds ? countInSquares(next.squares, bounds) : 0;
    takeSeen({ annotations, bounds, inSquares, isLoading: isLoading || part === null, hasFailed });
  }, [isNeeded, whole, next, part, isLoading, hasFailed, takeSeen]);
  useEffect(() => (isNeeded ? () => takeSeen(NOTHING_SEEN) : undefined), [isNeeded, takeSeen]);
  useEffect(
    () => squares?.show(isVisible ? next.squares : [], KIND_OF_FILTER[filter] ?? "expert"),
    [squares, isVisible, next.squares, filter],
  );
}

interface ShownParts {
  readonly annotations: readonly LoadedAnnotation[];
  readonly squares: readonly DensitySquare[];
  readonly choice: AnnotationChoice | null;
}

const NOTHING_SHOWN: ShownParts = { annotations: [], squares: [], choice: null };

/** Displayed annotations: while cells are loading, previous content stays beside the new. Selected annotations stay. */
function shownParts(
  before: ShownParts,
  loaded: readonly CellAnswer[],
  isLoading: boolean,
  selectedIds: ReadonlySet<number>,
): Omit<ShownParts, "choice"> {
  const come = annotationsOfCells(loaded);
  const ids = new Set(come.map(({ id }) => id));
  const retained = before.annotations.filter(({ id }) => !ids.has(id) && (isLoading || selectedIds.has(id)));
  return {
    annotations: retained.length === 0 ? come : [...come, ...retained].sort((one, other) => one.order - other.order),
    squares: isLoading ? before.squares : squaresOfCells(loaded),
  };
}
