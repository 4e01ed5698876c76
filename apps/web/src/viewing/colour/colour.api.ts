/** Queries and changes of the colour presets of a slide, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  createColourPreset,
  deleteColourPreset,
  listColourPresets,
  updateColourPreset,
} from "@parfocal/core/colour-preset/colour-preset.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";

const presetKeys = { all: "colourPresets", ofImage: (imageId: number) => ["colourPresets", imageId] as const };

export function useColourPresets(imageId: number, isEnabled: boolean) {
  return useQuery({
    queryKey: presetKeys.ofImage(imageId),
    queryFn: ({ signal }) => call(listColourPresets, { params: { id: String(imageId) } }, { signal }),
    enabled: isEnabled,
  });
}

/**
 * The slide's page and its cards in every list show its opening colours, so all of them are refetched. The form is
 * ready when the presets are loaded; it does not wait for the rest of the page.
 */
function useForgetAll(imageId: number): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== presetKeys.all });
    return queryClient.invalidateQueries({ queryKey: presetKeys.ofImage(imageId) });
  };
}

export function useCreateColourPreset(imageId: number) {
  const forget = useForgetAll(imageId);
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: (body: BodyFor<typeof createColourPreset>) =>
      call(createColourPreset, { params: { id: String(imageId) }, body }, { idempotencyKey: keys.of(body) }),
    onSuccess(_preset, body) {
      keys.forget(body);
      return forget();
    },
  });
}

export function useUpdateColourPreset(imageId: number) {
  const forget = useForgetAll(imageId);
  return useMutation({
    mutationFn: ({ presetId, ...body }: BodyFor<typeof updateColourPreset> & { readonly presetId: number }) =>
      call(updateColourPreset, { params: { id: String(imageId), presetId: String(presetId) }, body }),
    onSuccess: forget,
  });
}

export function useDeleteColourPreset(imageId: number) {
  const forget = useForgetAll(imageId);
  return useMutation({
    mutationFn: (presetId: number) =>
      call(deleteColourPreset, { params: { id: String(imageId), presetId: String(presetId) } }),
    onSuccess: forget,
  });
}
