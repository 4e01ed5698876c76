/**
 * The chunks of an upload: in one file of its final size in the data folder, or each as an object of the store, so that
 * any machine can receive them. To be checked, they are gathered into one file on the checking machine.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import type { FileStore } from "./file-store.ts";
import { type SlideFolders, syncFolder } from "./slide-folders.ts";

interface Places {
  readonly files: FileStore;
  readonly folders: SlideFolders;
}

interface UploadKey {
  readonly siteId: number;
  readonly uploadId: number;
}

interface WholeUpload extends UploadKey {
  readonly bytes: number;
  readonly chunkBytes: number;
}

/** Objects of the store that are read or deleted at the same time. */
const AT_ONCE = 6;
export const UPLOADS_PREFIX = "uploads/";

const prefixOf = ({ siteId, uploadId }: UploadKey): string => `${UPLOADS_PREFIX}${siteId}-${uploadId}/`;
/** @param number from 0. */
export const chunkName = (upload: UploadKey, number: number): string => `${prefixOf(upload)}${number}`;

/**
 * Creates the file for the chunks, in its final size. Its name survives a power cut, as do the acknowledged chunks. If this
 * fails, no file is left.
 */
export async function reserveUpload({ files, folders }: Places, upload: UploadKey, bytes: number): Promise<void> {
  if (!files.isFolder) return;
  const path = folders.upload(upload.siteId, upload.uploadId);
  try {
    const file = await open(path, "w", 0o600);
    await file.truncate(bytes).finally(() => file.close());
    await syncFolder(folders.uploads);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Turns a file of this machine into the chunks of an upload. @param from no longer exists afterwards. */
export async function storeUpload({ files, folders }: Places, upload: WholeUpload, from: string): Promise<void> {
  if (files.isFolder) return rename(from, folders.upload(upload.siteId, upload.uploadId));
  let number = 0;
  for await (const chunk of createReadStream(from, { highWaterMark: upload.chunkBytes }) as AsyncIterable<Buffer>)
    await files.write(chunkName(upload, number++), chunk);
  await rm(from, { force: true });
}

/**
 * @returns path of the complete file on this machine; with a store it is a copy, to be deleted by `forgetCopy`.
 * @throws AppError `unavailable`; Error if chunks are missing.
 */
export async function gatherUpload(
  { files, folders }: Places,
  upload: WholeUpload,
  signal: AbortSignal,
): Promise<string> {
  const path = folders.upload(upload.siteId, upload.uploadId);
  if (files.isFolder) return path;
  const file = await open(path, "w", 0o600);
  try {
    const numbers = Array.from({ length: Math.ceil(upload.bytes / upload.chunkBytes) }, (_, number) => number);
    await forEachAtOnce(numbers, async (number) => {
      signal.throwIfAborted();
      const chunk = await files.readWhole(chunkName(upload, number));
      if (chunk === null) throw new Error(`chunk ${number} of an upload is missing in the file store`);
      await writeAt(file, chunk, number * upload.chunkBytes);
    });
  } finally {
    await file.close();
  }
  return path;
}

/** Deletes the copy that `gatherUpload` has created on this machine; the chunks remain. */
export async function forgetCopy({ files, folders }: Places, { siteId, uploadId }: UploadKey): Promise<void> {
  if (!files.isFolder) await rm(folders.upload(siteId, uploadId), { force: true });
}

/** Deletes all received chunks. If the store is unreachable, they are deleted later. */
export async function removeUpload({ files, folders }: Places, upload: UploadKey): Promise<void> {
  await rm(folders.upload(upload.siteId, upload.uploadId), { force: true });
  if (!files.isFolder) await removeBelow(files, prefixOf(upload)).catch(() => {});
}

/** Deletes all files of a store below a prefix. */
export async function removeBelow(files: FileStore, prefix: string): Promise<void> {
  const names: string[] = [];
  for await (const { name } of files.list(prefix)) names.push(name);
  await removeAll(files, names);
}

export const removeAll = (files: FileStore, names: readonly string[]): Promise<void> =>
  forEachAtOnce(names, (name) => files.remove(name));

/** A nearly full disk writes only part of the bytes at a time. */
export async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

/**
 * Processes a few items at the same time; after a failure no further ones are started. Settles when none is in
 * progress.
 */
async function forEachAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const line = async () => {
    try {
      while (next < items.length) await work(items[next++] as Item);
    } catch (error) {
      next = items.length;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, items.length) }, line));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
}
