/** Queries of the user group section, and what its changes invalidate. */

import { getAssignment, unassignResource } from "@parfocal/core/assignment/assignment.contract.ts";
import { MEMBERS_PER_PAGE } from "@parfocal/core/assignment/assignment-limits.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  createUserGroup,
  deleteUserGroup,
  type GroupOrder,
  listGroupEntries,
  pageUserGroups,
} from "@parfocal/core/user-group/manage-groups.contract.ts";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { allPages } from "#platform/all-pages.ts";
import { call } from "#platform/call.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { useRefreshGroups, userGroupKeys, useShowRemovalProblem } from "./user-group.api.ts";

export interface GroupQuestion {
  readonly q: string;
  readonly order: GroupOrder;
  /** Only groups that the user may change. */
  readonly isOwn: boolean;
  readonly page: number;
}

export function useGroupPage({ q, order, isOwn, page }: GroupQuestion) {
  const query = { q, order, own: isOwn ? ("true" as const) : ("false" as const), page: String(page) };
  return useQuery({
    queryKey: [...userGroupKeys.all, "page", query],
    queryFn: ({ signal }) => call(pageUserGroups, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Including all its members. @param isEnabled whether it is loaded. */
export function useGroup(id: number, isEnabled = true) {
  return useQuery({
    queryKey: [...userGroupKeys.all, "one", id],
    queryFn: async ({ signal }) => {
      const load = (page: number) => call(getAssignment, { params: { id }, query: { page } }, { signal });
      const group = await load(1);
      const users = await allPages(MEMBERS_PER_PAGE, async (page) => (page === 1 ? group : await load(page)).users);
      return { ...group, users };
    },
    enabled: isEnabled,
  });
}

export function useGroupEntries(id: number) {
  return useQuery({
    queryKey: [...userGroupKeys.all, "entries", id],
    queryFn: ({ signal }) => call(listGroupEntries, { params: { id } }, { signal }),
  });
}

export function useCreateGroup() {
  const refresh = useRefreshGroups();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: BodyFor<typeof createUserGroup>; idempotencyKey: string }) =>
      call(createUserGroup, { body }, { idempotencyKey }),
    meta: { saysItsFailures: true },
    onSuccess: refresh,
  });
}

export function useDeleteGroup() {
  const { t } = useTranslation();
  const refresh = useRefreshGroups();
  return useMutation({
    mutationFn: (id: number) => call(deleteUserGroup, { params: { id } }),
    meta: { saysItsFailures: true },
    onSuccess: () => showSuccess(t("userGroup.removed")),
    onError: useShowRemovalProblem(),
    onSettled: refresh,
  });
}

/** @param id ID of the group. */
export function useUnassign(id: number) {
  const { t } = useTranslation();
  const refresh = useRefreshGroups();
  return useMutation({
    mutationFn: (resourceId: number) => call(unassignResource, { params: { id, resourceId } }),
    meta: { saysItsFailures: true },
    onSuccess: () => showSuccess(t("userGroup.removed")),
    onError: useShowRemovalProblem(),
    onSettled: refresh,
  });
}
