/** Queries and changes of the media library. */
import { AppError } from "@parfocal/core/errors.ts";
import { LIBRARY_TYPES } from "@parfocal/core/media/accepted-types.ts";
import { takeHostMedia } from "@parfocal/core/media/host-media.contract.ts";
import {
  createMediaFolder,
  deleteMedia,
  deleteMediaFolder,
  getMediaUsage,
  listMedia,
  listMediaFolders,
  type MediaFile,
  restoreMedia,
  updateMedia,
  updateMediaFolder,
  uploadMedia,
} from "@parfocal/core/media/media.contract.ts";
import { MEDIA_PAGE_SIZE } from "@parfocal/core/media/media-limits.ts";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { HostMedia } from "#platform/host-bridge.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import { sendWithProgress } from "./send-with-progress.ts";

const MEDIA_KEY = "media";

/** `all`, `none` (in no folder), or an ID. */
export type FolderChoice = "all" | "none" | number;

interface MediaSearch {
  readonly q: string;
  /** Empty: all types. */
  readonly types: readonly string[];
  readonly folder: FolderChoice;
}

export function useMediaSearch({ q, types, folder }: MediaSearch) {
  const type = types.length === LIBRARY_TYPES.length ? "" : types.join(",");
  return useInfiniteQuery({
    queryKey: [MEDIA_KEY, "files", q, type, folder],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(
        listMedia,
        { query: { page: String(pageParam), q, type, ...(folder === "all" ? {} : { folder: String(folder) }) } },
        { signal },
      ),
    getNextPageParam: ({ total }, pages) => (pages.length * MEDIA_PAGE_SIZE < total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

export function useMediaFolders() {
  return useQuery({
    queryKey: [MEDIA_KEY, "folders"],
    queryFn: ({ signal }) => call(listMediaFolders, {}, { signal }),
  });
}

/** Locations in which each of some files is shown. */
export function useMediaUsage(ids: readonly number[]) {
  return useQuery({
    queryKey: [MEDIA_KEY, "usage", ...ids],
    enabled: ids.length > 0,
    // Refetched each time, because other users change it.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(ids.map((id) => call(getMediaUsage, { params: { id } }, { signal })));
      return answers.flatMap(({ uses }) => uses);
    },
  });
}

export function useRefreshMedia() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [MEDIA_KEY] });
}

/** Copies a file from the host's media library. */
export function useTakeHostMedia() {
  const refresh = useRefreshMedia();
  return useMutation({
    mutationFn: ({ media: { provider, id, token }, accept }: { media: HostMedia; accept: readonly string[] }) =>
      call(takeHostMedia, { body: { provider, id, token, accept: accept.join(",") } }),
    onSuccess: refresh,
  });
}

export function useChangeMedia() {
  const refresh = useRefreshMedia();
  return useMutation({
    mutationFn: async ({ ids, ...body }: { ids: readonly number[]; title?: string; folderId?: number | null }) => {
      for (const id of ids) await call(updateMedia, { params: { id }, body });
    },
    onSettled: refresh,
  });
}

/** Progress of an action on several files. */
interface DoneInTurn {
  readonly doneIds: readonly number[];
  /** Why the next file failed; null: all are done. */
  readonly failure: unknown;
}

async function doInTurn(ids: readonly number[], action: (id: number) => Promise<unknown>): Promise<DoneInTurn> {
  const doneIds: number[] = [];
  for (const id of ids) {
    try {
      await action(id);
    } catch (failure) {
      return { doneIds, failure };
    }
    doneIds.push(id);
  }
  return { doneIds, failure: null };
}

/** Does not reject: it returns its progress. */
export function useRemoveMedia() {
  const refresh = useRefreshMedia();
  return useMutation({
    mutationFn: (ids: readonly number[]) => doInTurn(ids, removeFile),
    onSettled: refresh,
  });
}

/** A file that no longer exists counts as removed: the response to the first attempt may have been lost. */
async function removeFile(id: number): Promise<void> {
  await call(deleteMedia, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.kind !== "notFound") throw error;
  });
}

/** Does not reject: it returns its progress. */
export function useRestoreMedia() {
  const refresh = useRefreshMedia();
  return useMutation({
    mutationFn: (ids: readonly number[]) => doInTurn(ids, (id) => call(restoreMedia, { params: { id } })),
    onSettled: refresh,
  });
}

/** @param id null: a new one. */
export function useSaveFolder(id: number | null) {
  const refresh = useRefreshMedia();
  const keys = useIdempotencyKeys();
  return useMutation({
    mutationFn: (title: string) =>
      id === null
        ? call(createMediaFolder, { body: { title } }, { idempotencyKey: keys.of(title) })
        : call(updateMediaFolder, { params: { id }, body: { title } }),
    onSuccess: (_folder, title) => keys.forget(title),
    onSettled: refresh,
  });
}

export function useRemoveFolder() {
  const refresh = useRefreshMedia();
  return useMutation({
    mutationFn: (id: number) => call(deleteMediaFolder, { params: { id } }),
    onSettled: refresh,
  });
}

interface SendMediaOptions {
  readonly folderId: number | null;
  /** Accepted media types. */
  readonly accept: readonly string[];
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

export async function sendMediaFile(
  file: File,
  { folderId, accept, ...options }: SendMediaOptions,
): Promise<MediaFile> {
  const form = new FormData();
  if (folderId !== null) form.set("folderId", String(folderId));
  form.set("accept", accept.join(","));
  form.append("files[]", file, file.name);
  const [sent] = await sendWithProgress(uploadMedia, form, options);
  return sent as MediaFile;
}
