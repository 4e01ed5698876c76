/** Queries and changes of the caller's work groups. Changes invalidate the groups and their contents. */
import type { AppError } from "@parfocal/core/errors.ts";
import {
  addToWorkGroup,
  createWorkGroup,
  deleteWorkGroup,
  getWorkGroup,
  kickFromWorkGroup,
  listAllWorkGroups,
  listWorkGroups,
  restoreWorkGroup,
  updateWorkGroup,
} from "@parfocal/core/work-group/work-group.contract.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { showFailure, showProblem, showSuccess } from "#platform/failure-toast.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import { limitText } from "./limit-text.ts";
import { workGroupKeys } from "./work-group-keys.ts";

/** Sorted by title. */
export function useWorkGroups() {
  return useQuery({
    queryKey: workGroupKeys.own,
    queryFn: ({ signal }) => call(listWorkGroups, {}, { signal }),
  });
}

/** A page of all work groups of the site; for administrators. */
export function useAllWorkGroups({ q, page }: { readonly q: string; readonly page: number }) {
  return useQuery({
    queryKey: workGroupKeys.page(q, page),
    queryFn: ({ signal }) => call(listAllWorkGroups, { query: { q, page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** A work group with its members. @param id null: nothing is loaded. */
export function useWorkGroup(id: number | null) {
  return useQuery({
    queryKey: workGroupKeys.one(id ?? 0),
    queryFn: ({ signal }) => call(getWorkGroup, { params: { id: String(id) } }, { signal }),
    enabled: id !== null,
  });
}

/** For status 400 and too many attempts the server's message is shown; for limits, a text in the reader's language. */
function failureHandler(text: string) {
  return (error: unknown): void => {
    const { kind, message, codes } = error as AppError;
    const limit = limitText(codes);
    if (kind === "invalid") showFailure(error);
    else if (limit) showProblem(i18next.t(limit.key, { most: limit.most }));
    else showProblem(kind === "tooManyRequests" || kind === "conflict" ? message : text);
  };
}

export function useWorkGroupActions() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const keys = useIdempotencyKeys();
  const onSettled = (_result: unknown, error: unknown) => {
    const reloaded = queryClient.invalidateQueries({ queryKey: workGroupKeys.all });
    // A form is busy until its change is visible; after a failure it can be sent again immediately.
    return error ? undefined : reloaded;
  };
  // Each failure has its own text.
  const meta = { saysItsFailures: true };
  const sayUpdated = () => showSuccess(t("workGroup.updated"));
  return {
    create: useMutation({
      mutationFn: (title: string) => call(createWorkGroup, { body: { title } }, { idempotencyKey: keys.of(title) }),
      onSuccess: (_group, title) => keys.forget(title),
      onError: failureHandler(t("workGroup.createFailed")),
      onSettled,
      meta,
    }),
    rename: useMutation({
      mutationFn: ({ id, title }: { id: number; title: string }) =>
        call(updateWorkGroup, { params: { id: String(id) }, body: { title } }),
      onSuccess: sayUpdated,
      onError: failureHandler(t("workGroup.updateFailed")),
      onSettled,
      meta,
    }),
    add: useMutation({
      mutationFn: (body: { groupId: number; email: string }) => call(addToWorkGroup, { body }),
      onSuccess: sayUpdated,
      onError: (error: AppError) =>
        failureHandler(t(error.codes.includes("userNotFound") ? "workGroup.userNotFound" : "workGroup.failed"))(error),
      onSettled,
      meta,
    }),
    /** @property userId if it is the user's own ID, the user leaves. */
    takeOut: useMutation({
      mutationFn: ({ id, userId }: { id: number; userId: number }) =>
        call(kickFromWorkGroup, { params: { id: String(id), userId: String(userId) } }),
      onSuccess: sayUpdated,
      onError: failureHandler(t("workGroup.failed")),
      onSettled,
      meta,
    }),
    remove: useMutation({
      mutationFn: (id: number) => call(deleteWorkGroup, { params: { id: String(id) } }),
      onError: failureHandler(t("workGroup.deleteFailed")),
      onSettled,
      meta,
    }),
    restore: useMutation({
      mutationFn: (id: number) => call(restoreWorkGroup, { params: { id: String(id) } }),
      onSuccess: sayUpdated,
      onError: failureHandler(t("workGroup.failed")),
      onSettled,
      meta,
    }),
  };
}
