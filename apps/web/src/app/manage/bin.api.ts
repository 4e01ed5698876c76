/** Queries of the bin, and what restoring invalidates. */
import { listBin, restoreRemoved } from "@parfocal/core/structure/structure.contract.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { showFailure, showProblem } from "#platform/failure-toast.ts";

const BIN_KEY = "structure-bin";

export function useBin(q: string, page: number) {
  return useQuery({
    queryKey: [BIN_KEY, q, page],
    queryFn: ({ signal }) => call(listBin, { query: { q, page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

export function useRestore() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(restoreRemoved, { params: { id }, body: {} }),
    meta: { saysItsFailures: true },
    onError: (error) => {
      if ("kind" in error && error.kind === "conflict") showProblem(error.message);
      else showFailure(error);
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [BIN_KEY] }),
        queryClient.invalidateQueries({ queryKey: contentKeys.all }),
      ]),
  });
}
