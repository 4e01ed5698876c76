/** Experts' reviews of student annotations. */
import {
  type Annotation,
  convertAnnotation,
  declineAnnotation,
  listAnnotationReviews,
  publishAnnotation,
  reopenAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import type { AnswerOf } from "@parfocal/core/call.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { reviewInboxKeys } from "#review/review.api.ts";
import { putAnnotation } from "./annotation-delivery.ts";
import type { AnnotationViewer } from "./annotation-outbox.ts";
import { showUndo } from "./undo-toast.tsx";

type ReviewAnswer = AnswerOf<typeof listAnnotationReviews>;

const reviewKeys = {
  ofImage: (imageId: number) => ["annotation-reviews", imageId] as const,
  of: (imageId: number, userId: number | null) => ["annotation-reviews", imageId, userId] as const,
};

/** @param userId null: of everyone. */
export function useAnnotationReviews(imageId: number, userId: number | null, isEnabled: boolean) {
  return useQuery({
    queryKey: reviewKeys.of(imageId, userId),
    queryFn: ({ signal }) => {
      const query = userId === null ? {} : { userId };
      return call(listAnnotationReviews, { params: { itemId: String(imageId) }, query }, { signal });
    },
    enabled: isEnabled,
  });
}

/** Accepts (converts or publishes), declines, or undoes a decline; all lists are updated. */
export function useReviewActions(imageId: number, viewer: AnnotationViewer) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const put = (answer: Annotation): void => {
    putAnnotation(queryClient, imageId, { subjectId: answer.id, answer }, viewer);
    // Removes the reviewed annotation from the queue immediately, so that the next one is shown.
    queryClient.setQueriesData<ReviewAnswer>(
      { queryKey: reviewKeys.ofImage(imageId) },
      (queue) => queue && { ...queue, annotations: queue.annotations.filter(({ id }) => id !== answer.id) },
    );
    void queryClient.invalidateQueries({ queryKey: reviewKeys.ofImage(imageId) });
    void queryClient.invalidateQueries({ queryKey: reviewInboxKeys.all });
  };
  const convert = useMutation({
    mutationFn: (id: number) => call(convertAnnotation, { params: { id: String(id) } }),
    onSuccess: (converted) => {
      put(converted);
      showSuccess(t("annotation.convertedToast"));
    },
  });
  const publish = useMutation({
    mutationFn: (id: number) => call(publishAnnotation, { params: { id: String(id) } }),
    onSuccess: ({ marked, published }) => {
      put(marked);
      put(published);
      showSuccess(t("annotation.publishedToast"));
    },
  });
  const reopen = useMutation({
    mutationFn: (id: number) => call(reopenAnnotation, { params: { id: String(id) } }),
    onSuccess: put,
  });
  const decline = useMutation({
    mutationFn: ({ id, comment }: { readonly id: number; readonly comment: string }) =>
      call(declineAnnotation, { params: { id: String(id) }, body: { comment } }),
    onSuccess: (declined) => {
      put(declined);
      showUndo(t("annotation.declinedToast"), () => reopen.mutate(declined.id));
    },
  });
  return { convert, publish, decline };
}
