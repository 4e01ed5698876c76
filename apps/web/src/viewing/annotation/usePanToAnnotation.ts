/** Pans to the annotation named by a URL or link, once its position is known. */
import { listAnnotationsInView } from "@parfocal/core/annotation/annotation.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { call } from "#platform/call.ts";
import { linkQuery, useSharedLink } from "#platform/shared-link.ts";
import { annotationKeys } from "./annotation.api.ts";
import { readShapeOf } from "./annotation-shape.ts";
import type { AnnotationBoard, PanTarget } from "./useAnnotationBoard.ts";

/** @param linkedId annotation in the URL; null: none. */
export function usePanToAnnotation(
  viewer: SlideViewer,
  imageId: number,
  { annotations, isWhole, panTarget }: AnnotationBoard,
  linkedId: number | null,
): void {
  const linked = useMemo(() => (linkedId === null ? null : { imageId, id: linkedId }), [imageId, linkedId]);
  const target = panTarget?.imageId === imageId ? panTarget : linked;
  const [reached, setReached] = useState<PanTarget | null>(null);
  const known = annotations.find(({ id }) => id === target?.id);
  // With partial loading, the list may not contain its position.
  const mustAsk = target !== null && target !== reached && !isWhole && known === undefined;
  const annotationId = target?.id ?? 0;
  const query = linkQuery(useSharedLink());
  const { data } = useQuery({
    queryKey: annotationKeys.part(imageId, "all", { annotationId }),
    queryFn: ({ signal }) => {
      const body = { query: "all", annotationId } as const;
      return call(listAnnotationsInView, { params: { id: String(imageId) }, query, body }, { signal });
    },
    enabled: mustAsk,
  });
  const { geometry, zoom = null } = known ?? (mustAsk ? data?.annotations[0] : undefined) ?? {};
  useEffect(() => {
    const read = geometry === undefined || target === reached ? null : readShapeOf(geometry);
    if (!read) return;
    setReached(target);
    viewer.showShape(read.shape, { isAnimated: target !== linked, zoom });
  }, [viewer, geometry, zoom, target, reached, linked]);
}
