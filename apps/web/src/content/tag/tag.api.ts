/** Requests for the tags of several items. */
import { countTags, setTag, TAGGED_ITEMS_MAX } from "@parfocal/core/tag/tag.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { showFailure } from "#platform/failure-toast.ts";
import { inParts } from "#platform/in-parts.ts";

export function useCountedTags(itemIds: readonly number[]) {
  return useQuery({
    queryKey: ["tags", "counted", itemIds],
    queryFn: ({ signal }) => countTagsOf(itemIds, signal),
  });
}

/** Most frequent first. */
async function countTagsOf(itemIds: readonly number[], signal: AbortSignal) {
  const counts = new Map<string, number>();
  for (const some of inParts(itemIds, TAGGED_ITEMS_MAX))
    for (const { tag, count } of await call(countTags, { body: { itemIds: [...some] } }, { signal }))
      counts.set(tag, (counts.get(tag) ?? 0) + count);
  return [...counts].map(([tag, count]) => ({ tag, count })).toSorted((one, other) => other.count - one.count);
}

export interface TagAction {
  readonly itemIds: readonly number[];
  readonly tag: string;
  readonly isOn: boolean;
}

/** Changes made before a failure are kept and returned, so that they can be undone. */
async function setTagOf({ itemIds, ...tag }: TagAction): Promise<readonly number[]> {
  const changedIds: number[] = [];
  for (const [index, some] of inParts(itemIds, TAGGED_ITEMS_MAX).entries()) {
    try {
      changedIds.push(...(await call(setTag, { body: { itemIds: [...some], ...tag } })).changedIds);
    } catch (error) {
      if (index === 0) throw error;
      showFailure(error);
      break;
    }
  }
  return changedIds;
}

/** Resolves to the IDs of the changed items. Tags are shown in every list and editor, so all of these are refetched. */
export function useSetTag() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: setTagOf,
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
