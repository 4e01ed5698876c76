/** Synchronizes list and slide in both directions: visible, hovered and selected annotations. */
import { annotationTypeOf } from "@parfocal/core/annotation/annotation-types.ts";
import type { ShownAnnotation } from "@parfocal/viewer/annotation/annotation-layer.ts";
import type { AnnotationId } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useMemo } from "react";
import { annotationKindOf, type ListedAnnotation, numberOfListed } from "./annotation-outbox.ts";
import { readShapeOf } from "./annotation-shape.ts";
import type { AnnotatorState, QuickAnnotation } from "./annotator-state.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";

interface DrawnDraft {
  readonly wkt: string;
  readonly state: Pick<AnnotatorState, "annotationId" | "typeName">;
}

function shownOf(annotation: ListedAnnotation, number: number): ShownAnnotation {
  const read = readShapeOf(annotation.geometry);
  return {
    ...(read ? { shape: read.shape } : { wkt: annotation.geometry }),
    id: annotation.id,
    typeName: annotationTypeOf(annotation.typeId)?.name ?? "polygon",
    kind: annotationKindOf(annotation),
    title: annotation.title,
    order: number,
    isDraft: annotation.saveState === "waiting",
  };
}

function shownOfQuick({ key, wkt, typeName, title }: QuickAnnotation): ShownAnnotation {
  return { id: `quick ${key}`, wkt, typeName, kind: "own", title, order: null, isDraft: true };
}

/** Annotation IDs of this page are numbers. */
const numberOf = (id: AnnotationId | null): number | null => (typeof id === "number" ? id : null);

/** @param draft unsaved drawing; null: none. @param quick titled, unsaved quick annotations. */
export function useShownAnnotations(
  viewer: SlideViewer | null,
  board: AnnotationBoard,
  draft: DrawnDraft | null,
  quick: readonly QuickAnnotation[],
): void {
  const { annotations, isWhole, isVisible, hoveredId, selected, selectedIds, hover, select, toggleSelected } = board;
  const drawnIds = isVisible ? null : selectedIds;
  const { wkt, state } = draft ?? {};
  const { annotationId, typeName } = state ?? {};
  const shown = useMemo(() => {
    const listed = annotations.flatMap((annotation, index) =>
      drawnIds === null || drawnIds.has(annotation.id)
        ? [shownOf(annotation, numberOfListed(annotation, index, isWhole))]
        : [],
    );
    const unsaved = quick.map(shownOfQuick);
    if (wkt === undefined || annotationId === undefined || typeName === undefined) return [...listed, ...unsaved];
    const drawn = { id: annotationId, wkt, typeName, kind: "own", title: "", order: null, isDraft: true } as const;
    return [...listed.filter(({ id }) => id !== annotationId), ...unsaved, drawn];
  }, [annotations, drawnIds, isWhole, quick, wkt, annotationId, typeName]);

  // Before the list is updated, so that an annotation with a new ID is not treated as deleted while selected.
  useEffect(() => viewer?.annotations.setSelected(selected?.id ?? null), [viewer, selected?.id]);
  useEffect(() => {
    viewer?.annotations.show(shown);
  }, [viewer, shown]);
  useEffect(() => viewer?.annotations.setSelectedToo([...selectedIds]), [viewer, selectedIds]);
  useEffect(() => viewer?.annotations.setHovered(hoveredId), [viewer, hoveredId]);
  useEffect(() => {
    if (!viewer) return;
    const stops = [
      viewer.on("hover", (id) => hover(numberOf(id))),
      viewer.on("select", (id) => select(numberOf(id))),
      viewer.on("toggle", (id) => typeof id === "number" && toggleSelected(id)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer, hover, select, toggleSelected]);
}
