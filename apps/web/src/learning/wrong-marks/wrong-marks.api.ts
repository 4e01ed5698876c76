import { getWrongMarks } from "@parfocal/core/wrong-marks/wrong-marks.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { resultKeys } from "#quiz-results/quiz-results.api.ts";

export interface WrongMarksQuery {
  readonly quizId: number;
  readonly questionId: number;
  /** Null: the question does not have several slides or cases. */
  readonly itemId: number | null;
}

/** Refetched each time it is opened, because more learners submit and regions change. */
export function useWrongMarks({ quizId, questionId, itemId }: WrongMarksQuery) {
  return useQuery({
    queryKey: [...resultKeys.of(quizId), "wrongMarks", questionId, itemId],
    queryFn: ({ signal }) =>
      call(
        getWrongMarks,
        { params: { id: questionId }, query: itemId === null ? {} : { itemId: String(itemId) } },
        { signal },
      ),
    staleTime: 0,
  });
}
