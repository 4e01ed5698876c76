/** The user's own second factor, and what changes to it invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  resetSecondFactor,
  startSecondFactor,
} from "@parfocal/core/second-factor/second-factor.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { SESSION_KEY } from "#platform/session.tsx";

const FACTOR_KEY = ["secondFactor"] as const;
const meta = { saysItsFailures: true };

export function useSecondFactor() {
  return useQuery({ queryKey: FACTOR_KEY, queryFn: ({ signal }) => call(getSecondFactor, {}, { signal }) });
}

export function useStartSecondFactor() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof startSecondFactor>) => call(startSecondFactor, { body }),
    meta,
  });
}

export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof confirmSecondFactor>) => call(confirmSecondFactor, { body }),
    meta,
  });
}

export function useEndSecondFactor() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof endSecondFactor>) => call(endSecondFactor, { body }),
    meta,
  });
}

/** Call once the displayed codes may disappear, because they are shown only once. */
export function useRefreshSecondFactor() {
  const queryClient = useQueryClient();
  return () => Promise.all([FACTOR_KEY, SESSION_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export function useResetSecondFactor(id: number) {
  return useMutation({
    mutationFn: () => call(resetSecondFactor, { params: { id } }),
    meta,
  });
}
