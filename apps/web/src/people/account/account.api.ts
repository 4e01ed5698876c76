/** Queries and changes of the user's own account, and what they invalidate. */
import {
  changePassword,
  changeProfile,
  endOtherSessions,
  endOwnSession,
  getProfile,
  listOwnSessions,
  type Profile,
} from "@parfocal/core/account/account.contract.ts";
import {
  confirmEmailChange,
  requestEmailChange,
  requestPasswordReset,
  resetPassword,
} from "@parfocal/core/account/recovery.contract.ts";
import { deleteUserPicture, setUserPicture } from "@parfocal/core/account/user-picture.contract.ts";
import type { AnswerOf, BodyFor } from "@parfocal/core/call.contract.ts";
import type { getSession } from "@parfocal/core/session/session.contract.ts";
import { getUser } from "@parfocal/core/user/user.contract.ts";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { setRequestIdentity } from "#platform/request-identity.ts";
import { SESSION_KEY } from "#platform/session.tsx";

/** Updates the user in the header. */
async function renewOwnUser(queryClient: QueryClient): Promise<void> {
  const user = await call(getUser);
  queryClient.setQueryData<AnswerOf<typeof getSession>>(SESSION_KEY, (session) => session && { ...session, user });
}

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
      return renewOwnUser(queryClient);
    },
  });
}

/** Resolves once the header shows the new picture too. */
export function useSetPicture() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (dataUrl: string) => call(setUserPicture, { body: { dataUrl } }),
    meta: { saysItsFailures: true },
    onSuccess: () => renewOwnUser(queryClient),
  });
}

export function useDeletePicture() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteUserPicture),
    meta: { saysItsFailures: true },
    onSuccess: () => renewOwnUser(queryClient),
  });
}

export function useChangePassword() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof changePassword>) => call(changePassword, { body }),
    meta: { saysItsFailures: true },
    // The session of the request has ended; requests until the reload belong to the new session.
    onSuccess: ({ nonce }) => setRequestIdentity({ nonce }),
  });
}

const SESSIONS_KEY = ["ownSessions"] as const;

export function useOwnSessions() {
  return useQuery({ queryKey: SESSIONS_KEY, queryFn: ({ signal }) => call(listOwnSessions, {}, { signal }) });
}

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(endOwnSession, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

export function useRequestPasswordReset() {
  return useMutation({
    mutationFn: (email: string) => call(requestPasswordReset, { body: { email } }),
    meta: { saysItsFailures: true },
  });
}

export function useResetPassword() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof resetPassword>) => call(resetPassword, { body }),
    meta: { saysItsFailures: true },
  });
}

export function useRequestEmailChange() {
  return useMutation({
    mutationFn: (body: BodyFor<typeof requestEmailChange>) => call(requestEmailChange, { body }),
    meta: { saysItsFailures: true },
  });
}

export function useConfirmEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(confirmEmailChange, { body: { token } }),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
