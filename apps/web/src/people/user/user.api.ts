/** Queries and changes of the site's accounts, and what they invalidate. */

import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { createUser, listUsers, updateUser } from "@parfocal/core/user/manage-users.contract.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { UserQuestion } from "./user-question.ts";

export const USERS_KEY = ["users"] as const;

export function useUsers(question: UserQuestion, isEnabled = true) {
  const { q, role, state, group, order, page } = question;
  const query = {
    ...{ q, order, page: String(page) },
    ...(role ? { role } : {}),
    ...(state ? { state } : {}),
    ...(group ? { group: String(group) } : {}),
  };
  return useQuery({
    queryKey: [...USERS_KEY, query],
    queryFn: ({ signal }) => call(listUsers, { query }, { signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}

export function useCreateUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: BodyFor<typeof createUser>; idempotencyKey: string }) =>
      call(createUser, { body }, { idempotencyKey }),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: USERS_KEY }),
  });
}

export function useUpdateUser(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyFor<typeof updateUser>) => call(updateUser, { params: { id }, body }),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: USERS_KEY }),
  });
}
