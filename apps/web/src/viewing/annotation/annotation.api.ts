/** Queries of annotations; changes are sent through the outbox. */

import {
  type Annotation,
  createAnnotation,
  deleteAnnotation,
  listAnnotationsInView,
  listAnnotationTypes,
  restoreAnnotation,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { DRAWN_TYPE_NAMES, type DrawnTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { AnswerOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Sender } from "#platform/outbox/outbox.ts";
import { linkQuery, useSharedLink } from "#platform/shared-link.ts";
import { type AnnotationChoice, isEmptyChoice, questionOf } from "./annotation-choice.ts";
import { changesOf, fieldsOf, isAsRequested } from "./annotation-outbox.ts";

/** Cached form of every list of annotations, of the whole slide or a part. */
export type AnnotationsInView = AnswerOf<typeof listAnnotationsInView>;

/** Image, choice, part of the slide; `annotation-delivery.ts` reads them by index. */
export const annotationKeys = {
  ofImage: (imageId: number) => ["annotations", imageId] as const,
  list: (imageId: number, choice: AnnotationChoice) => ["annotations", imageId, choice] as const,
  part: (imageId: number, choice: AnnotationChoice, part: object) => ["annotations", imageId, choice, part] as const,
  deleted: (imageId: number) => ["deleted-annotations", imageId] as const,
  versions: (annotationId: number) => ["annotation-versions", annotationId] as const,
};

/** All annotations, or only their number if there are too many. An empty choice sends no request. */
export function useAnnotations(imageId: number, choice: AnnotationChoice, isEnabled: boolean) {
  const link = useSharedLink();
  return useQuery({
    queryKey: annotationKeys.list(imageId, choice),
    queryFn: ({ signal }) =>
      call(
        listAnnotationsInView,
        { params: { id: String(imageId) }, query: linkQuery(link), body: questionOf(choice) },
        { signal },
      ),
    enabled: isEnabled && !isEmptyChoice(choice),
  });
}

/**
 * Drawable types in tool order: those known to this page and to the server. All of them until the server has responded,
 * so that tools are available immediately.
 *
 * @param isEnabled false: no request, as before drawing.
 */
export function useDrawnTypes(isEnabled: boolean): readonly DrawnTypeName[] {
  const link = useSharedLink();
  const { data } = useQuery({
    queryKey: ["annotation-types"],
    queryFn: ({ signal }) => call(listAnnotationTypes, { query: linkQuery(link) }, { signal }),
    select: drawnTypesOf,
    enabled: isEnabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? DRAWN_TYPE_NAMES;
}

const drawnTypesOf = (types: AnswerOf<typeof listAnnotationTypes>): readonly DrawnTypeName[] =>
  DRAWN_TYPE_NAMES.filter((drawn) => types.some(({ name }) => name === drawn));

/** Sends the annotation entries of the outbox to the server. */
export const sendAnnotation: Sender = async (entry, signal) => {
  const fields = fieldsOf(entry);
  switch (entry.action) {
    case "create": {
      const body = { ...fields, slideId: fields.imageId };
      const answer = await call(createAnnotation, { body }, { idempotencyKey: entry.key, signal });
      return { id: answer.id, answer };
    }
    case "update": {
      const { imageId: _imageId, workGroupId: _workGroupId, restores, ...changes } = changesOf(entry);
      const { geometry: _geometry, ...texts } = changes;
      // The annotation in the bin has the shape as it was drawn.
      const body = restores?.isSimplified ? texts : changes;
      const params = { id: String(entry.subjectId) };
      const restored = restores === undefined ? null : await bringBack(entry.subjectId, signal);
      if (restored && isAsRequested(restored, body)) return { id: restored.id, answer: restored };
      const answer = await call(updateAnnotation, { params, body: { ...body, id: entry.subjectId } }, { signal });
      return { id: answer.id, answer };
    }
    case "remove":
      await removeAnnotation(entry.subjectId, signal);
      return { id: entry.subjectId, answer: null };
  }
};

/** Null: not in the bin, possibly because an earlier attempt restored it and its response was lost. */
async function bringBack(id: number, signal: AbortSignal): Promise<Annotation | null> {
  try {
    return await call(restoreAnnotation, { params: { id: String(id) } }, { signal });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "notFound") throw error;
    return null;
  }
}

/** It no longer exists, possibly because an earlier attempt deleted it and its response was lost. */
async function removeAnnotation(id: number, signal: AbortSignal): Promise<void> {
  try {
    await call(deleteAnnotation, { params: { id: String(id) } }, { signal });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "notFound") throw error;
  }
}
