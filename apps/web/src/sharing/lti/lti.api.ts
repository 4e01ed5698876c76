/** The learning platforms of the site. */
import { listUnsentGrades, sendGradesAgain } from "@parfocal/core/lti/lti-grade.contract.ts";
import {
  changeLtiPlatform,
  createLtiPlatform,
  deleteLtiPlatform,
  type LtiPlatformSettings,
  listLtiPlatforms,
} from "@parfocal/core/lti/lti-platform.contract.ts";
import { decideLtiDeployment, makeLtiRegistration } from "@parfocal/core/lti/lti-registration.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

const PLATFORMS_KEY = ["ltiPlatforms"] as const;

export function useLtiPlatforms() {
  return useQuery({ queryKey: PLATFORMS_KEY, queryFn: ({ signal }) => call(listLtiPlatforms, {}, { signal }) });
}

interface Saved {
  /** Null: a new one. */
  readonly id: number | null;
  readonly body: LtiPlatformSettings;
  /** The same request is not carried out twice. */
  readonly idempotencyKey: string;
}

/** Resolves once the list shows it. */
export function useSaveLtiPlatform() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body, idempotencyKey }: Saved) =>
      id === null
        ? call(createLtiPlatform, { body }, { idempotencyKey })
        : call(changeLtiPlatform, { params: { id }, body }),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: PLATFORMS_KEY }),
  });
}

export function useDeleteLtiPlatform() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteLtiPlatform, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: PLATFORMS_KEY }),
  });
}

/** The URL is shown only once; a new one replaces it. */
export function useMakeLtiRegistration() {
  return useMutation({ mutationFn: () => call(makeLtiRegistration, {}), meta: { saysItsFailures: true } });
}

interface Decision {
  readonly id: number;
  readonly deploymentId: string;
  readonly isAccepted: boolean;
}

/** The list is also reloaded after an error, because another administrator may have decided. */
export function useDecideLtiDeployment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Decision) => call(decideLtiDeployment, { params: { id }, body }),
    meta: { saysItsFailures: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: PLATFORMS_KEY }),
  });
}

const GRADES_KEY = ["ltiUnsentGrades"] as const;

export function useUnsentGrades() {
  return useQuery({ queryKey: GRADES_KEY, queryFn: ({ signal }) => call(listUnsentGrades, {}, { signal }) });
}

/** The list is also reloaded after a failure: a missing entry has been sent. */
export function useSendGradesAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly number[]) => call(sendGradesAgain, { body: { ids: [...ids] } }),
    meta: { saysItsFailures: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: GRADES_KEY }),
  });
}
