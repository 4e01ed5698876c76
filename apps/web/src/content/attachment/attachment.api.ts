/** Queries and changes of attachments. They are part of their slide, so changing them invalidates the slide. */
import {
  createAttachment,
  deleteAttachment,
  getAttachment,
  updateAttachment,
} from "@parfocal/core/attachment/attachment.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call, sendForm } from "#platform/call.ts";
import { fileAsKey, useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";

const IMAGE_KEY = ["image"] as const;

export function useAttachFile(imageId: number) {
  const queryClient = useQueryClient();
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set("parentId", String(imageId));
      form.set("file", file, file.name);
      return sendForm(createAttachment, form, { idempotencyKey: keys.of(fileAsKey(file)) });
    },
    onSuccess(_answer, file) {
      keys.forget(fileAsKey(file));
      return queryClient.invalidateQueries({ queryKey: IMAGE_KEY });
    },
  });
}

export function useRemoveAttachment() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteAttachment, { params: { id: String(id) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: IMAGE_KEY }),
  });
}

const attachmentKey = (id: number) => ["attachment", id] as const;

export function useAttachment(id: number) {
  return useQuery({
    queryKey: attachmentKey(id),
    queryFn: ({ signal }) => call(getAttachment, { params: { id: String(id) } }, { signal }),
  });
}

/** Its name is shown on its slide, in its folder, and in the tree. */
function useAttachmentsAreStale() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ["attachment"] }),
      queryClient.invalidateQueries({ queryKey: IMAGE_KEY }),
      queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    ]);
  };
}

/**
 * @returns a function that sends the changed fields, and resolves once the queries that show the attachment have been
 *   refetched; it throws AppError.
 */
export function useSendAttachment(id: number) {
  const areStale = useAttachmentsAreStale();
  return async (body: BodyFor<typeof updateAttachment>): Promise<void> => {
    await call(updateAttachment, { params: { id: String(id) }, body });
    await areStale();
  };
}

export interface NewAttachment {
  /** Course, folder or slide. */
  readonly parentId: number;
  /** Empty: the file name is used. */
  readonly title: string;
  /** Null: a link. */
  readonly file: File | null;
  readonly url?: string;
  readonly isFileLink?: boolean;
}

export function useAddAttachment() {
  const areStale = useAttachmentsAreStale();
  return useMutation({
    mutationFn: ({ item, idempotencyKey }: { readonly item: NewAttachment; readonly idempotencyKey: string }) =>
      sendForm(createAttachment, formOf(item), { idempotencyKey }),
    meta: { saysItsFailures: true },
    onSuccess: areStale,
  });
}

function formOf({ parentId, title, file, url = "", isFileLink = false }: NewAttachment): FormData {
  const form = new FormData();
  form.set("parentId", String(parentId));
  if (title.trim() !== "") form.set("title", title.trim());
  if (file) form.set("file", file, file.name);
  else {
    form.set("url", url);
    form.set("isFileLink", String(isFileLink));
  }
  return form;
}
