/** Settings of attempts at a quiz, and a learner's permitted attempts. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  enterAccessCode,
  getQuizAccess,
  getQuizAllowance,
  grantTime,
  type QuizAccess,
  setExtraTime,
  updateQuizAccess,
} from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

/** Below the key of all quizzes, so that invalidating quizzes invalidates these too. */
const accessKeys = {
  access: (quizId: number) => ["quiz", "access", quizId] as const,
  allowance: (quizId: number) => ["quiz", "allowance", quizId] as const,
};

/** For content managers. */
export function useQuizAccess(quizId: number) {
  return useQuery({
    queryKey: accessKeys.access(quizId),
    queryFn: ({ signal }) => call(getQuizAccess, { params: { quizId } }, { signal }),
  });
}

export function useUpdateAccess(quizId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyFor<typeof updateQuizAccess>) => call(updateQuizAccess, { params: { quizId }, body }),
    meta: { saysItsFailures: true },
    onSuccess: (saved: QuizAccess) => queryClient.setQueryData(accessKeys.access(quizId), saved),
  });
}

export type ExtraTimeChange = BodyFor<typeof setExtraTime>;

export function useSetExtraTime(quizId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ExtraTimeChange) => call(setExtraTime, { params: { quizId }, body }),
    meta: { saysItsFailures: true },
    onSuccess: (saved: QuizAccess) => queryClient.setQueryData(accessKeys.access(quizId), saved),
  });
}

/** @param isEnabled whether the user is signed in. */
export function useAllowance(quizId: number, isEnabled: boolean) {
  return useQuery({
    queryKey: accessKeys.allowance(quizId),
    queryFn: ({ signal }) => call(getQuizAllowance, { params: { quizId } }, { signal }),
    enabled: isEnabled,
  });
}

/** @param code empty: none is required. @returns the part of the start request that proves it. */
export async function exchangeAccessCode(quizId: number, code: string): Promise<{ pass?: string }> {
  return code === "" ? {} : call(enterAccessCode, { params: { quizId }, body: { code } });
}

/**
 * Gives running attempts more time. @param outageFrom only attempts that were running when this outage began. @returns
 * the number of extended attempts.
 */
export async function giveTime(
  quizId: number,
  seconds: number,
  idempotencyKey: string,
  outageFrom?: string,
): Promise<number> {
  const body = outageFrom === undefined ? { seconds } : { seconds, outageFrom };
  const { attemptCount } = await call(grantTime, { params: { quizId }, body }, { idempotencyKey });
  return attemptCount;
}
