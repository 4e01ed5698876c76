/** What is asked about content boxes. */
import { type BoxTab, getBox, saveBox } from "@parfocal/core/box/box.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";

const boxKey = (id: number, kind: ItemKind) => ["box", kind, id] as const;

export function useBox(id: number, kind: ItemKind) {
  return useQuery({
    queryKey: boxKey(id, kind),
    queryFn: ({ signal }) => call(getBox, { params: { id: String(id), type: kind } }, { signal }),
  });
}

/** Of an image. */
export const useImageBox = (imageId: number) => useBox(imageId, "image");

/** Saves the boxes as a whole; resolves once they are as the server keeps them. */
export function useSaveBox(id: number, kind: ItemKind) {
  const queryClient = useQueryClient();
  return async (tabs: readonly BoxTab[]): Promise<void> => {
    const kept = await call(saveBox, { params: { id: String(id), type: kind }, body: { tabs: [...tabs] } });
    queryClient.setQueryData(boxKey(id, kind), kept);
  };
}
