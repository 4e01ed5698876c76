/** Queries and changes of folders, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { createFolder, getFolder, updateFolder } from "@parfocal/core/folder/folder.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "#editor/send-change.ts";
import { contentKeys } from "#item/content-keys.ts";
import { pollIntervalMs } from "#item/item-work.ts";
import { call } from "#platform/call.ts";

export function useFolder(id: number) {
  return useQuery({
    queryKey: contentKeys.folder(id),
    queryFn: ({ signal }) => call(getFolder, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => pollIntervalMs(state.data?.items ?? []),
  });
}

interface NewFolder {
  readonly body: BodyFor<typeof createFolder>;
  readonly idempotencyKey: string;
}

export function useCreateFolder() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewFolder) => call(createFolder, { body }, { idempotencyKey }),
    meta: { saysItsFailures: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: contentKeys.all }),
  });
}

/**
 * @returns a function that sends the changed fields, and resolves once the queries that show the folder have been
 *   refetched; it throws AppError.
 */
export function useUpdateFolder(id: number) {
  const queryClient = useQueryClient();
  return async (body: BodyFor<typeof updateFolder>): Promise<void> => {
    await sendChange(
      async () => queryClient.setQueryData(contentKeys.folder(id), await call(updateFolder, { params: { id }, body })),
      () => queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    );
  };
}
