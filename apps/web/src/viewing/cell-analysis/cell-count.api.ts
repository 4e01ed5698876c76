/** Results that learners count first, and the counts of the class. */
import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import { getClassCounts, saveCellCount, setCountFirst } from "@parfocal/core/cell-analysis/cell-count.contract.ts";
import type { CountByHand } from "@parfocal/core/cell-analysis/count-by-hand.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { showFailure } from "#platform/failure-toast.ts";
import { putAnalysis } from "./cell-analysis.api.ts";

const classCountsKey = (id: number) => ["cellAnalysisCounts", id] as const;

export function useClassCounts(id: number) {
  return useQuery({
    queryKey: classCountsKey(id),
    queryFn: ({ signal }) => call(getClassCounts, { params: { id: String(id) } }, { signal }),
  });
}

export function useCountFirstChanges({ id }: Pick<CellAnalysis, "id">) {
  const queryClient = useQueryClient();
  const params = { id: String(id) };
  const onSuccess = (analysis: CellAnalysis): void => {
    putAnalysis(queryClient, analysis);
    void queryClient.invalidateQueries({ queryKey: classCountsKey(id) });
  };
  return {
    setCountFirst: useMutation({
      mutationFn: (isCountFirst: boolean) => call(setCountFirst, { params, body: { isCountFirst } }),
      onSuccess,
      onError: showFailure,
    }),
    saveCount: useMutation({
      mutationFn: (count: CountByHand) => call(saveCellCount, { params, body: { ...count } }),
      onSuccess,
      onError: showFailure,
    }),
  };
}
