/** Tags of several things: what they have, given to all of them and taken from all of them. */
import { countTags, setTag } from "@parfocal/core/tag/tag.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

export function useCountedTags(itemIds: readonly number[]) {
  return useQuery({
    queryKey: ["tags", "counted", itemIds],
    queryFn: ({ signal }) => call(countTags, { body: { itemIds: [...itemIds] } }, { signal }),
  });
}

export interface TagDeed {
  readonly itemIds: readonly number[];
  readonly tag: string;
  readonly isOn: boolean;
}

/** Resolves to the ids of what has changed. Tags show in every list and editor: all of it is asked for again. */
export function useSetTag() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ itemIds, ...tag }: TagDeed) =>
      (await call(setTag, { body: { itemIds: [...itemIds], ...tag } })).changedIds,
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
