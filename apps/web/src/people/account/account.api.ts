/** What is asked about one's own account, and what becomes stale. */
import {
  changePassword,
  changeProfile,
  endOtherSessions,
  getProfile,
  type Profile,
} from "@parfocal/core/account/account.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { setRequestIdentity } from "#platform/request-identity.ts";
import { SESSION_KEY } from "#platform/session.tsx";

const PROFILE_KEY = ["profile"] as const;

export function useProfile() {
  return useQuery({ queryKey: PROFILE_KEY, queryFn: ({ signal }) => call(getProfile, {}, { signal }) });
}

/** Resolves once the header shows the new name too. */
export function useChangeProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyFor<typeof changeProfile>) => call(changeProfile, { body }),
    meta: { saysItsFailures: true },
    onSuccess: (profile) => {
      queryClient.setQueryData<Profile>(PROFILE_KEY, profile);
      return queryClient.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof changePassword>) => call(changePassword, { body }),
    meta: { saysItsFailures: true },
    // The session that asked has ended; what is asked until the page is loaded again belongs to the new one.
    onSuccess: ({ nonce }) => setRequestIdentity({ nonce }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: PROFILE_KEY }),
  });
}
