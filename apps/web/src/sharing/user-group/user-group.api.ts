/** Queries and changes of the user groups of an item. Every change may affect access to content. */

import {
  addGroupUser,
  assignResource,
  createAssignment,
  listResourceAssignments,
  removeGroupUser,
  searchAssignments,
  unassignResource,
  updateAssignment,
} from "@parfocal/core/assignment/assignment.contract.ts";
import {
  ASSIGNMENT_SEARCH_MIN_CHARACTERS,
  GROUPS_PER_PLACE_MAX,
  USER_GROUPS_PER_PAGE,
} from "@parfocal/core/assignment/assignment-limits.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import type { AppError } from "@parfocal/core/errors.ts";
import { searchUsers } from "@parfocal/core/user/user-search.contract.ts";
import { USER_SEARCH_MIN_CHARACTERS } from "@parfocal/core/user/user-search-limits.ts";
import { listUserGroups } from "@parfocal/core/user-group/user-group.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { contentKeys } from "#item/content-keys.ts";
import { allPages } from "#platform/all-pages.ts";
import { call } from "#platform/call.ts";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";

export const userGroupKeys = {
  all: ["user-groups"] as const,
  list: ["user-groups", "list"] as const,
  of: (resourceId: number) => ["user-groups", "resource", resourceId] as const,
  ofUser: (userId: number) => ["user-groups", "user", userId] as const,
  groupSearch: (q: string) => ["user-groups", "search", q] as const,
  userSearch: (q: string) => ["user-search", q] as const,
};

/** The specified texts for groups that cannot be removed. */
export function useShowRemovalProblem() {
  const { t } = useTranslation();
  return ({ kind }: AppError) => {
    if (kind === "forbidden") showProblem(t("userGroup.removeForbidden"));
    else showProblem(t(kind === "inUse" ? "userGroup.removeUsed" : "userGroup.removeFailed"));
  };
}

export function useResourceAssignments(resourceId: number) {
  return useQuery({
    queryKey: userGroupKeys.of(resourceId),
    queryFn: ({ signal }) => call(listResourceAssignments, { params: { resourceId } }, { signal }),
  });
}

/** All groups of the site, by title. */
export function useUserGroups() {
  return useQuery({
    queryKey: userGroupKeys.list,
    queryFn: ({ signal }) =>
      allPages(USER_GROUPS_PER_PAGE, (page) => call(listUserGroups, { query: { page } }, { signal })),
  });
}

/** Nothing is requested for fewer characters. */
export function useFoundGroups(q: string) {
  return useQuery({
    queryKey: userGroupKeys.groupSearch(q),
    queryFn: ({ signal }) => call(searchAssignments, { query: { q } }, { signal }),
    enabled: q.length >= ASSIGNMENT_SEARCH_MIN_CHARACTERS,
  });
}

/** Nothing is requested for fewer characters. */
export function useFoundUsers(q: string) {
  return useQuery({
    queryKey: userGroupKeys.userSearch(q),
    queryFn: ({ signal }) => call(searchUsers, { body: { q } }, { signal }),
    enabled: q.length >= USER_SEARCH_MIN_CHARACTERS,
    retry: false,
  });
}

/** Any change to a group may affect access to content. */
export function useRefreshGroups() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: userGroupKeys.all }),
      queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    ]);
}

/** Assigns groups to an item and removes them. */
export function useAssigning(resourceId: number) {
  const { t } = useTranslation();
  const showRemovalProblem = useShowRemovalProblem();
  const keys = useIdempotencyKeys();
  const onSettled = useRefreshGroups();
  const onSuccess = () => showSuccess(t("userGroup.added"));
  const reasonOf = ({ codes, message }: AppError) => {
    if (codes.includes("titleTaken")) return t("userGroup.exists");
    return codes.includes("tooManyGroups") ? t("userGroup.tooMany", { count: GROUPS_PER_PLACE_MAX }) : message;
  };
  return {
    make: useMutation({
      mutationFn: (title: string) =>
        call(createAssignment, { params: { id: resourceId }, body: { title } }, { idempotencyKey: keys.of(title) }),
      onSuccess(_answer, title) {
        keys.forget(title);
        onSuccess();
      },
      onError: (error: AppError) => showProblem(reasonOf(error)),
      onSettled,
      meta: { saysItsFailures: true },
    }),
    assign: useMutation({
      mutationFn: (id: number) => call(assignResource, { params: { id, resourceId } }),
      onSuccess,
      onError: (error: AppError) => showProblem(reasonOf(error)),
      onSettled,
      meta: { saysItsFailures: true },
    }),
    remove: useMutation({
      mutationFn: (id: number) => call(unassignResource, { params: { id, resourceId } }),
      onSuccess: () => showSuccess(t("userGroup.removed")),
      onError: showRemovalProblem,
      onSettled,
      meta: { saysItsFailures: true },
    }),
  };
}

export type GroupChanges = BodyFor<typeof updateAssignment>;

/** Changes to a group itself. */
export function useGroupActions(id: number) {
  const onSettled = useRefreshGroups();
  const { t } = useTranslation();
  return {
    /** @throws AppError */
    async change(body: GroupChanges): Promise<void> {
      await call(updateAssignment, { params: { id }, body });
      await onSettled();
    },
    add: useMutation({
      mutationFn: (userId: number) => call(addGroupUser, { params: { id, userId } }),
      onSettled,
    }),
    takeOut: useMutation({
      mutationFn: (userId: number) => call(removeGroupUser, { params: { id, userId } }),
      onError: () => showProblem(t("userGroup.removeFailed")),
      onSettled,
      meta: { saysItsFailures: true },
    }),
  };
}
