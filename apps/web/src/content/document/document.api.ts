/** Queries and changes of documents. */
import { createAttachment } from "@parfocal/core/attachment/attachment.contract.ts";
import {
  assignDocuments,
  deleteDocument,
  previewDocument,
  restoreDocument,
  searchDocuments,
  uploadDocuments,
} from "@parfocal/core/document/document.contract.ts";
import { DOCUMENT_PAGE_SIZE } from "@parfocal/core/document/document-limits.ts";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sendWithProgress } from "#media/send-with-progress.ts";
import { call, sendForm } from "#platform/call.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";

const DOCUMENT_KEY = "document";
/** Query keys of pages that show attachments: slides, folders and courses. */
const PLACES_WITH_ATTACHMENTS = ["image", "content"];

export function useDocuments(q: string) {
  return useInfiniteQuery({
    queryKey: [DOCUMENT_KEY, "list", q],
    initialPageParam: 1,
    queryFn: ({ pageParam: page, signal }) => call(searchDocuments, { body: { q, page } }, { signal }),
    getNextPageParam: ({ total }, pages) => (pages.length * DOCUMENT_PAGE_SIZE < total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

/** @param id null: no preview is open. */
export function useDocumentPreview(id: number | null) {
  return useQuery({
    queryKey: [DOCUMENT_KEY, "preview", id],
    enabled: id !== null,
    queryFn: ({ signal }) => call(previewDocument, { params: { id: id ?? 0 } }, { signal }),
  });
}

export function useRefreshDocuments() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [DOCUMENT_KEY] });
}

export function useRemoveDocument() {
  const refresh = useRefreshDocuments();
  return useMutation({
    mutationFn: (id: number) => call(deleteDocument, { params: { id } }),
    onSettled: refresh,
  });
}

export function useRestoreDocument() {
  const refresh = useRefreshDocuments();
  return useMutation({
    mutationFn: (id: number) => call(restoreDocument, { params: { id } }),
    onSettled: refresh,
  });
}

function useRefreshPlaces() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [DOCUMENT_KEY, ...PLACES_WITH_ATTACHMENTS].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
    );
}

export interface Assignment {
  readonly itemType: "course" | "folder" | "image";
  readonly itemId: number;
  readonly documents: number[];
  readonly usePrefix: boolean;
  readonly filename: string;
}

export function useAssignDocuments() {
  const refresh = useRefreshPlaces();
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: (body: Assignment) => call(assignDocuments, { body }, { idempotencyKey: keys.of(body) }),
    onSuccess(_answer, body) {
      keys.forget(body);
      return refresh();
    },
  });
}

interface NewLink {
  readonly url: string;
  /** Empty: the URL is used instead. */
  readonly title: string;
  readonly isFileLink: boolean;
}

export function useAttachLink(parentId: number) {
  const refresh = useRefreshPlaces();
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: (link: NewLink) => {
      const { url, title, isFileLink } = link;
      const form = new FormData();
      form.set("parentId", String(parentId));
      form.set("url", url);
      form.set("isFileLink", String(isFileLink));
      if (title !== "") form.set("title", title);
      return sendForm(createAttachment, form, { idempotencyKey: keys.of(link) });
    },
    onSuccess(_answer, link) {
      keys.forget(link);
      return refresh();
    },
  });
}

interface SendOptions {
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

export async function sendDocument(file: File, options: SendOptions): Promise<number> {
  const form = new FormData();
  form.append("uploadFiles[]", file, file.name);
  const [sent] = await sendWithProgress(uploadDocuments, form, options);
  return sent?.id ?? 0;
}

/** Uploads and attaches a file in one request. @returns its ID. */
export function useSendAttachment(parentId: number) {
  const refresh = useRefreshPlaces();
  return async (file: File, options: SendOptions): Promise<number> => {
    const form = new FormData();
    form.set("parentId", String(parentId));
    form.set("file", file, file.name);
    const { id } = await sendWithProgress(createAttachment, form, options);
    await refresh();
    return id;
  };
}
