/** What is asked about annotations, and how changes are sent: all through the outbox. */

import {
  type Annotation,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { isInAnnotationFilter } from "@parfocal/core/annotation/annotation-access.ts";
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { OutboxEvent, Sender } from "#platform/outbox/outbox.ts";
import { type AnnotationViewer, fieldsOf } from "./annotation-outbox.ts";

export const annotationKeys = {
  ofImage: (imageId: number) => ["annotations", imageId] as const,
  list: (imageId: number, filter: AnnotationFilter) => ["annotations", imageId, filter] as const,
};

/** `none` asks nothing: its list is empty. */
export function useAnnotations(imageId: number, filter: AnnotationFilter, isEnabled: boolean) {
  return useQuery({
    queryKey: annotationKeys.list(imageId, filter),
    queryFn: ({ signal }) =>
      call(listAnnotations, { params: { itemId: String(imageId) }, query: { query: filter } }, { signal }),
    enabled: isEnabled && filter !== "none",
  });
}

/** Takes the annotation entries of the outbox to the server. */
export const sendAnnotation: Sender = async (entry, signal) => {
  const fields = fieldsOf(entry);
  switch (entry.action) {
    case "create": {
      const body = { ...fields, slideId: fields.imageId };
      const answer = await call(createAnnotation, { body }, { idempotencyKey: entry.key, signal });
      return { id: answer.id, answer };
    }
    case "update": {
      const { imageId: _imageId, ...body } = fields;
      const params = { id: String(entry.subjectId) };
      const answer = await call(updateAnnotation, { params, body: { ...body, id: entry.subjectId } }, { signal });
      return { id: answer.id, answer };
    }
    case "remove":
      await removeAnnotation(entry.subjectId, signal);
      return { id: entry.subjectId, answer: null };
  }
};

/** One that is not there any more is removed already, perhaps by an attempt whose answer was lost. */
async function removeAnnotation(id: number, signal: AbortSignal): Promise<void> {
  try {
    await call(deleteAnnotation, { params: { id: String(id) } }, { signal });
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== "notFound") throw error;
  }
}

/** Puts what the server confirmed into every list that is kept, before the outbox lets go of it; then asks anew. */
export function noteDelivered(
  queryClient: QueryClient,
  { entry, delivery }: Extract<OutboxEvent, { kind: "saved" }>,
  viewer: AnnotationViewer,
): void {
  const imageId = entry.action === "remove" ? Number(entry.scope.split(":")[1]) : fieldsOf(entry).imageId;
  const kept = queryClient.getQueriesData<Annotation[]>({ queryKey: annotationKeys.ofImage(imageId) });
  for (const [queryKey, list] of kept) {
    if (!list) continue;
    const filter = queryKey[2] as AnnotationFilter;
    queryClient.setQueryData(queryKey, withDelivered(list, filter, viewer, entry.subjectId, delivery.answer));
  }
  void queryClient.invalidateQueries({ queryKey: annotationKeys.ofImage(imageId) });
}

function withDelivered(
  list: readonly Annotation[],
  filter: AnnotationFilter,
  viewer: AnnotationViewer,
  subjectId: number,
  answer: unknown,
): Annotation[] {
  if (answer === null) return list.filter(({ id }) => id !== subjectId);
  const saved = answer as Annotation;
  if (list.some(({ id }) => id === saved.id)) return list.map((known) => (known.id === saved.id ? saved : known));
  const facts = { authorId: saved.isUserOwner ? viewer.id : 0, isStudent: saved.isStudent };
  return isInAnnotationFilter(filter, viewer, facts) ? [...list, saved] : [...list];
}
