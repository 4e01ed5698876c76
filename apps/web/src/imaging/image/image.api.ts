/** Changes to a slide by editors. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  replaceImageFile,
  resetImageThumbnail,
  saveImageThumbnail,
  updateImage,
} from "@parfocal/core/image/edit-image.contract.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "#editor/send-change.ts";
import { call } from "#platform/call.ts";

function useImageChange<Change>(change: (input: Change) => Promise<unknown>) {
  const queryClient = useQueryClient();
  // Its thumbnail is on cards in every list.
  return useMutation({ mutationFn: change, onSuccess: () => queryClient.invalidateQueries() });
}

export const useUpdateImage = (imageId: number) =>
  useImageChange((body: BodyFor<typeof updateImage>) => call(updateImage, { params: { id: String(imageId) }, body }));

export const useSaveThumbnail = (imageId: number) =>
  useImageChange((dataUrl: string) => call(saveImageThumbnail, { body: { imageId, type: "image", dataUrl } }));

export const useResetThumbnail = (imageId: number) =>
  useImageChange((_: undefined) => call(resetImageThumbnail, { params: { id: String(imageId) } }));

export const useReplaceFile = (imageId: number) =>
  useImageChange((body: BodyFor<typeof replaceImageFile>) =>
    call(replaceImageFile, { params: { id: String(imageId) }, body }),
  );

/**
 * Resolves after its queries are invalidated. @returns a function that sends the changed fields and throws AppError.
 */
export function useSendImage(imageId: number) {
  const queryClient = useQueryClient();
  return async (body: BodyFor<typeof updateImage>): Promise<void> => {
    await sendChange(
      () => call(updateImage, { params: { id: String(imageId) }, body }),
      () => queryClient.invalidateQueries(),
    );
  };
}
