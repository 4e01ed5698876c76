/** Actions on items in any list. */
import { retryJob } from "@parfocal/core/job/job.contract.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { contentKeys } from "./content-keys.ts";

export function useRetryJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(retryJob, { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contentKeys.all }),
  });
}
