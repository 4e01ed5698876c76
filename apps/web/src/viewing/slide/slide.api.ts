/** Queries and changes of a slide. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { deidentifyImage, getImage, type Image } from "@parfocal/core/image/image.contract.ts";
import { retryJob } from "@parfocal/core/job/job.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { linkQuery, useSharedLink } from "#platform/shared-link.ts";

/** Interval of the queries for a slide that is being prepared. */
const PROCESSING_POLL_MS = 1_500;

export const imageKeys = {
  all: ["image"] as const,
  one: (id: number, parentId: number | null) => ["image", id, parentId] as const,
};

const isBeingWorkedOn = ({ state, job }: Image): boolean =>
  state === "processing" || job?.state === "queued" || job?.state === "running";

/** @param parentId the folder or course in which it is opened; null: any. */
export function useImage(id: number, parentId: number | null) {
  const link = useSharedLink();
  return useQuery({
    queryKey: imageKeys.one(id, parentId),
    queryFn: ({ signal }) =>
      call(
        getImage,
        {
          params: { id: String(id) },
          query: { ...(parentId === null ? {} : { parent: String(parentId) }), ...linkQuery(link) },
        },
        { signal },
      ),
    refetchInterval: ({ state: { data } }) => (data && isBeingWorkedOn(data) ? PROCESSING_POLL_MS : false),
  });
}

/** Removes patient data from the stored file of a slide. */
export function useDeidentify(imageId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyFor<typeof deidentifyImage>) =>
      call(deidentifyImage, { params: { id: String(imageId) }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: imageKeys.all }),
  });
}

/** Retries the preparation of a slide after a failure. */
export function useRetryPreparation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: number) => call(retryJob, { params: { id: jobId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: imageKeys.all }),
  });
}
