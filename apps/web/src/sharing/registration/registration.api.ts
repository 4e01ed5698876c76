/** Requests for registration by email. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { completeRegistration, requestRegistration } from "@parfocal/core/registration/registration.contract.ts";
import { useMutation } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

export function useRequestRegistration() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof requestRegistration>) => call(requestRegistration, { body }),
    meta: { saysItsFailures: true },
  });
}

export function useCompleteRegistration() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof completeRegistration>) => call(completeRegistration, { body }),
    meta: { saysItsFailures: true },
  });
}
