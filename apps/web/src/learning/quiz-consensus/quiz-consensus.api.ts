/** Queries of the consensus of a class, and the requests that save its area as an annotation. */
import { createAnnotation, deleteAnnotation } from "@parfocal/core/annotation/annotation.contract.ts";
import { ANNOTATION_TYPE_POLYGON_ID } from "@parfocal/core/annotation/annotation-types.ts";
import { getConsensus } from "@parfocal/core/quiz-consensus/quiz-consensus.contract.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import { resultKeys } from "#quiz-results/quiz-results.api.ts";

/**
 * Refetched each time it is opened, because more learners submit. @param itemId null: the question has at most one
 * slide or case.
 */
export function useConsensus(quizId: number, questionId: number, itemId: number | null) {
  return useQuery({
    queryKey: [...resultKeys.of(quizId), "consensus", questionId, itemId],
    queryFn: ({ signal }) =>
      call(
        getConsensus,
        { params: { id: questionId }, query: itemId === null ? {} : { itemId: String(itemId) } },
        { signal },
      ),
    staleTime: 0,
  });
}

interface NewArea {
  readonly imageId: number;
  readonly title: string;
  /** WKT in slide pixels. */
  readonly geometry: string;
}

/** @returns a mutation that adds an annotation of the caller, once even if the request is repeated. */
export function useKeepArea() {
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: async (area: NewArea) => {
      const body = { ...area, typeId: ANNOTATION_TYPE_POLYGON_ID };
      const { id } = await call(createAnnotation, { body }, { idempotencyKey: keys.of(body) });
      keys.forget(body);
      return id;
    },
    meta: { saysItsFailures: true },
  });
}

export const useDropArea = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteAnnotation, { params: { id } }),
    meta: { saysItsFailures: true },
  });
