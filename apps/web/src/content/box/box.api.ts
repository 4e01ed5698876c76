/** Queries and changes of content boxes. */
import { type Box, type BoxTab, getBox, saveBox } from "@parfocal/core/box/box.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
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

/** Boxes to be saved. */
export interface WrittenBox {
  readonly tabs: readonly BoxTab[];
  /** Version of the tabs that they are based on. */
  readonly version?: string | undefined;
}

/**
 * Saves the boxes as a whole; resolves with the stored version. If another user has changed them in the meantime, their
 * version is fetched, so that it can be shown.
 */
export function useSaveBox(id: number, kind: ItemKind) {
  const queryClient = useQueryClient();
  const queryKey = boxKey(id, kind);
  return async ({ tabs, version }: WrittenBox): Promise<Box> => {
    try {
      const saved = await call(saveBox, { params: { id: String(id), type: kind }, body: { tabs: [...tabs], version } });
      queryClient.setQueryData(queryKey, saved);
      return saved;
    } catch (error) {
      if (error instanceof AppError && error.kind === "conflict") void queryClient.invalidateQueries({ queryKey });
      throw error;
    }
  };
}
