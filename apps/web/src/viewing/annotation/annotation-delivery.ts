/** Applies the server's response about one annotation to all cached lists. */
import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import type { QueryClient } from "@tanstack/react-query";
import type { OutboxEvent } from "#platform/outbox/outbox.ts";
import { type AnnotationsInView, annotationKeys } from "./annotation.api.ts";
import { type AnnotationCell, boundsOfCell, doBoundsMeet } from "./annotation-cells.ts";
import { type AnnotationChoice, isInChoice } from "./annotation-choice.ts";
import { type AnnotationViewer, fieldsOf, isMoreWaiting } from "./annotation-outbox.ts";
import { readShapeOf } from "./annotation-shape.ts";

interface Delivered {
  /** ID used by the page until now. */
  readonly subjectId: number;
  /** Null: deleted. */
  readonly answer: Annotation | null;
}

/** Called before the outbox drops the confirmed entry. When no more responses are expected, all lists are refetched. */
export function noteAnswered(queryClient: QueryClient, event: OutboxEvent, viewer: AnnotationViewer): void {
  const { entry, others } = event;
  const imageId = entry.action === "remove" ? Number(entry.scope.split(":")[1]) : fieldsOf(entry).imageId;
  if (event.kind === "saved") {
    const answer = event.delivery.answer as Annotation | null;
    keepAnnotation(queryClient, imageId, { subjectId: entry.subjectId, answer }, viewer);
  }
  if (isMoreWaiting(others, entry)) return;
  fetchAgain(queryClient, imageId);
}

export function putAnnotation(
  queryClient: QueryClient,
  imageId: number,
  delivered: Delivered,
  viewer: AnnotationViewer,
): void {
  keepAnnotation(queryClient, imageId, delivered, viewer);
  fetchAgain(queryClient, imageId);
}

/**
 * Refetches the annotations of a slide and its bin, which may have been loaded before a deletion was confirmed. A list
 * in its first fetch is cancelled before, since invalidation restarts only the fetches of existing lists.
 */
function fetchAgain(queryClient: QueryClient, imageId: number): void {
  for (const queryKey of [annotationKeys.ofImage(imageId), annotationKeys.deleted(imageId)]) {
    void queryClient.cancelQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey });
  }
}

function keepAnnotation(
  queryClient: QueryClient,
  imageId: number,
  delivered: Delivered,
  viewer: AnnotationViewer,
): void {
  const queryKey = annotationKeys.ofImage(imageId);
  for (const [key, part] of queryClient.getQueriesData<AnnotationsInView>({ queryKey })) {
    if (part) queryClient.setQueryData(key, withDelivered(part, key, delivered, viewer));
  }
}

/** @param key of the list: choice and part of the slide. */
export function withDelivered(
  part: AnnotationsInView,
  key: readonly unknown[],
  { subjectId, answer }: Delivered,
  viewer: AnnotationViewer,
): AnnotationsInView {
  const choice = key[2] as AnnotationChoice;
  const cell = key[3] as AnnotationCell | undefined;
  const others = part.annotations.filter(({ id }) => id !== subjectId && id !== answer?.id);
  const wasThere = others.length < part.annotations.length;
  const facts = answer && {
    authorId: answer.isUserOwner ? viewer.id : 0,
    isStudent: answer.isStudent,
    workGroupId: answer.workGroupId,
  };
  const isHere =
    answer !== null &&
    facts !== null &&
    part.isComplete &&
    isInChoice(choice, viewer, facts) &&
    (wasThere || !cell || isInCell(answer, cell));
  if (!isHere) return wasThere ? { ...part, total: part.total - 1, annotations: others } : part;
  if (!wasThere) return { ...part, total: part.total + 1, annotations: [...others, answer] };
  const annotations = part.annotations.map((known) =>
    known.id === subjectId || known.id === answer.id ? answer : known,
  );
  return { ...part, annotations };
}

function isInCell({ geometry }: Annotation, cell: AnnotationCell): boolean {
  const read = readShapeOf(geometry);
  return read !== null && doBoundsMeet(read.bounds, boundsOfCell(cell));
}
