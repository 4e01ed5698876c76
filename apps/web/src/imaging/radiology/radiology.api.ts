/** Queries and mutations of radiology items. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { retryJob } from "@parfocal/core/job/job.contract.ts";
import {
  getRadiology,
  getRadiologySeries,
  getRadiologyStorageStatus,
  type Radiology,
  updateRadiology,
} from "@parfocal/core/radiology/radiology.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "#editor/send-change.ts";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { linkQuery, useSharedLink } from "#platform/shared-link.ts";

const radiologyKeys = {
  all: ["radiology"] as const,
  one: (id: number, parentId: number | null) => ["radiology", id, parentId] as const,
  /** @param state another state has other series. */
  series: (id: number, state: Radiology["state"]) => ["radiology", id, "series", state] as const,
  space: ["radiology", "space"] as const,
};

/** Polling interval of an item that is being checked. */
const CHECKING_MS = 1500;

/** @param parentId the parent in which it is opened; null: any. */
export function useRadiology(id: number, parentId: number | null) {
  const link = useSharedLink();
  return useQuery({
    queryKey: radiologyKeys.one(id, parentId),
    queryFn: ({ signal }) =>
      call(
        getRadiology,
        {
          params: { id: String(id) },
          query: { ...(parentId === null ? {} : { parent: String(parentId) }), ...linkQuery(link) },
        },
        { signal },
      ),
    refetchInterval: ({ state: { data } }) => (data?.state === "checking" ? CHECKING_MS : false),
  });
}

export function useRadiologySeries({ id, state }: Pick<Radiology, "id" | "state">) {
  const link = useSharedLink();
  return useQuery({
    queryKey: radiologyKeys.series(id, state),
    queryFn: ({ signal }) =>
      call(getRadiologySeries, { params: { id: String(id) }, query: linkQuery(link) }, { signal }),
    // Keeps the previous data while its state changes, so that a form does not disappear during editing.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  });
}

export function useRadiologySpace() {
  return useQuery({
    queryKey: radiologyKeys.space,
    queryFn: ({ signal }) => call(getRadiologyStorageStatus, {}, { signal }),
    staleTime: 0,
  });
}

function useIsStale() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: radiologyKeys.all }),
      queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    ]);
}

/** Resolves after the invalidated queries are refetched. */
export function useUpdateRadiology() {
  const isStale = useIsStale();
  return async (id: number, body: BodyFor<typeof updateRadiology>): Promise<void> => {
    await sendChange(() => call(updateRadiology, { params: { id: String(id) }, body }), isStale);
  };
}

/** Restarts a check that failed because of the server. */
export function useRetryCheck() {
  const isStale = useIsStale();
  return useMutation({
    mutationFn: (jobId: number) => call(retryJob, { params: { id: jobId } }),
    onSettled: isStale,
  });
}
