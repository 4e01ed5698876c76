/** Queries and changes of invite codes, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  addToGroupByCode,
  deactivateInvite,
  generateInvite,
  listInvites,
  listInvitesLog,
} from "@parfocal/core/invite/invite.contract.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";

const inviteKeys = {
  all: ["invites"] as const,
  of: (groupId: number) => ["invites", "group", groupId] as const,
  log: (q: string, page: number) => ["invites", "log", q, page] as const,
};

export function useInvites(groupId: number) {
  return useQuery({
    queryKey: inviteKeys.of(groupId),
    queryFn: ({ signal }) => call(listInvites, { params: { id: groupId } }, { signal }),
  });
}

/** @param page from 1. */
export function useInvitesLog(q: string, page: number) {
  return useQuery({
    queryKey: inviteKeys.log(q, page),
    queryFn: ({ signal }) => call(listInvitesLog, { query: { q, page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useGenerateInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyFor<typeof generateInvite>) => call(generateInvite, { body }),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: inviteKeys.all }),
  });
}

export function useDeactivateInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deactivateInvite, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: inviteKeys.all }),
  });
}

export function useJoinByCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyFor<typeof addToGroupByCode>) => call(addToGroupByCode, { body }),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contentKeys.all }),
  });
}
