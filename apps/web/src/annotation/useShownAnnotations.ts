/** Keeps list and slide in step: what is shown, hovered and chosen, both ways. */
import { annotationTypeOf } from "@parfocal/core/annotation/annotation-types.ts";
import type { ShownAnnotation } from "@parfocal/viewer/annotation/annotation-layer.ts";
import type { AnnotationId } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useMemo } from "react";
import { annotationKindOf, type ListedAnnotation } from "./annotation-outbox.ts";
import type { AnnotatorState } from "./annotator-state.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";

interface DrawnDraft {
  readonly wkt: string;
  readonly state: Pick<AnnotatorState, "annotationId" | "typeName">;
}

function shownOf(annotation: ListedAnnotation, index: number): ShownAnnotation {
  return {
    id: annotation.id,
    wkt: annotation.geometry,
    typeName: annotationTypeOf(annotation.typeId)?.name ?? "polygon",
    kind: annotationKindOf(annotation),
    title: annotation.title,
    order: index + 1,
    isDraft: annotation.saveState === "waiting",
  };
}

/** This page's ids are numbers. */
const numberOf = (id: AnnotationId | null): number | null => (typeof id === "number" ? id : null);

/** @param draft drawn and not saved; null: none. */
export function useShownAnnotations(
  viewer: SlideViewer | null,
  board: AnnotationBoard,
  draft: DrawnDraft | null,
): void {
  const { annotations, hoveredId, selected, hover, select } = board;
  const { wkt, state } = draft ?? {};
  const { annotationId, typeName } = state ?? {};
  const shown = useMemo(() => {
    const listed = annotations.map(shownOf);
    if (wkt === undefined || annotationId === undefined || typeName === undefined) return listed;
    const drawn = { id: annotationId, wkt, typeName, kind: "own", title: "", order: null, isDraft: true } as const;
    return [...listed.filter(({ id }) => id !== annotationId), drawn];
  }, [annotations, wkt, annotationId, typeName]);

  useEffect(() => {
    viewer?.annotations.show(shown);
  }, [viewer, shown]);
  useEffect(() => viewer?.annotations.setSelected(selected?.id ?? null), [viewer, selected?.id]);
  useEffect(() => viewer?.annotations.setHovered(hoveredId), [viewer, hoveredId]);
  useEffect(() => {
    if (!viewer) return;
    const stops = [viewer.on("hover", (id) => hover(numberOf(id))), viewer.on("select", (id) => select(numberOf(id)))];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer, hover, select]);
}
