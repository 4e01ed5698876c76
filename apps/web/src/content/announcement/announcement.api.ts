/** Requests for the announcements of a site, for administrators. */
import {
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  restoreAnnouncement,
  updateAnnouncement,
} from "@parfocal/core/announcement/announcement.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { SHOWN_ANNOUNCEMENTS_KEY } from "./useShownAnnouncements.ts";

type AnnouncementInput = BodyFor<typeof createAnnouncement>;

const ALL_KEY = ["announcements"] as const;

export function useAnnouncements() {
  return useQuery({
    queryKey: ALL_KEY,
    queryFn: async ({ signal }) => (await call(listAnnouncements, {}, { signal })).announcements,
  });
}

function useAnnouncementMutation<Input, Answer>(send: (input: Input) => Promise<Answer>, saysItsFailures: boolean) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    meta: { saysItsFailures },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ALL_KEY }),
        queryClient.invalidateQueries({ queryKey: SHOWN_ANNOUNCEMENTS_KEY }),
      ]),
  });
}

export const useCreateAnnouncement = () =>
  useAnnouncementMutation(
    ({ body, idempotencyKey }: { readonly body: AnnouncementInput; readonly idempotencyKey: string }) =>
      call(createAnnouncement, { body }, { idempotencyKey }),
    true,
  );

export const useUpdateAnnouncement = () =>
  useAnnouncementMutation(
    ({ id, body }: { readonly id: number; readonly body: BodyFor<typeof updateAnnouncement> }) =>
      call(updateAnnouncement, { params: { id }, body }),
    true,
  );

export const useDeleteAnnouncement = () =>
  useAnnouncementMutation((id: number) => call(deleteAnnouncement, { params: { id } }), false);

export const useRestoreAnnouncement = () =>
  useAnnouncementMutation((id: number) => call(restoreAnnouncement, { params: { id } }), false);
