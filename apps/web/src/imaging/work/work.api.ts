/** Queries of slide processing, their polling, and their invalidation. */
import { retryJob } from "@parfocal/core/job/job.contract.ts";
import { listWork, type SiteWork } from "@parfocal/core/work/work.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";

const WORK_KEY = ["work"] as const;

/** Polling intervals with and without running jobs. A hidden page does not poll. */
const BUSY_INTERVAL_MS = 2_000;
const CALM_INTERVAL_MS = 15_000;

function pollIntervalMs(work: SiteWork | undefined): number {
  return work && work.openCount > 0 ? BUSY_INTERVAL_MS : CALM_INTERVAL_MS;
}

export function useWork() {
  return useQuery({
    queryKey: WORK_KEY,
    queryFn: ({ signal }) => call(listWork, {}, { signal }),
    refetchInterval: ({ state }) => pollIntervalMs(state.data),
    refetchIntervalInBackground: false,
  });
}

export function useRetryWork() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(retryJob, { params: { id } }),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: WORK_KEY }),
        queryClient.invalidateQueries({ queryKey: contentKeys.all }),
      ]),
  });
}
