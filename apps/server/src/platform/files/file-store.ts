/**
 * Storage of an installation's files: the data folder or an S3 store. A file has the same name in both, its path below
 * the data folder, as in `media/1/3f…`, so that one can be copied to the other.
 *
 * If the store is unreachable or rejects a request, AppError `unavailable` is thrown: for small files and for reads
 * within 13 s, for `keep` within a minute after the last byte that the store accepted.
 */
import type { Readable } from "node:stream";
import { AppError } from "@parfocal/core/errors.ts";
import type { FileBytes } from "@parfocal/slides/bytes/file-bytes.ts";

export interface FileFacts {
  readonly bytes: number;
  /** Identifies these contents: other contents of the same name have another version. */
  readonly version: string;
}

export interface ListedFile {
  readonly name: string;
  readonly bytes: number;
  /** Time since it was written, in ms. */
  readonly ageMs: number;
  /** Version as another listing returns it, not as `factsOf` does; it changes with the contents. null: unknown. */
  readonly version: string | null;
}

/** Both ends are inclusive; `end` is less than the size of the file. */
interface FileRange {
  readonly start: number;
  readonly end: number;
}

export interface FileStore {
  /** Display name. */
  readonly title: string;
  /** Whether the files are in the data folder of this machine. */
  readonly isFolder: boolean;
  /** Path on this machine where a file can be written before it is stored under this name; its folder exists. */
  partFor(name: string): Promise<string>;
  /**
   * Stores a finished file durably and completely or not at all; an existing file of this name is replaced.
   *
   * @param from path on this machine; the file no longer exists there afterwards.
   */
  keep(name: string, from: string, signal?: AbortSignal): Promise<void>;
  /** Writes a small file durably, completely or not at all. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Stores the same contents under a second name, with the current time. @returns false: the file does not exist. */
  copy(from: string, to: string): Promise<boolean>;
  /** null: the file does not exist. */
  factsOf(name: string): Promise<FileFacts | null>;
  /** The contents of an existing file, or a part of them; errors are emitted by the stream. */
  read(name: string, range?: FileRange): Readable;
  /** The arguments of `openSlideFile`: a path, or bytes from a remote store; then the path is only a name. */
  slideAt(name: string, facts: FileFacts): { readonly path: string; readonly file: FileBytes | undefined };
  /**
   * Runs `work` with a path on this machine: the file itself, or a copy that is deleted afterwards.
   *
   * @throws Error if the file does not exist.
   */
  withLocal<Result>(name: string, work: (path: string) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** null: the file does not exist. */
  readWhole(name: string): Promise<Buffer | null>;
  /** No error if the file does not exist. */
  remove(name: string): Promise<void>;
  /** @param prefix ends with "/". */
  list(prefix: string): AsyncIterable<ListedFile>;
  /**
   * Deletes blocks cached on this machine of files that are no longer in the store, including those that another server
   * has deleted.
   *
   * @param prefix ends with "/".
   * @param isThere whether a file exists, by the first part of its name below the prefix.
   */
  forgetGone(prefix: string, isThere: (part: string) => boolean): Promise<void>;
  /** Limits the size of the cache of remote files on this machine. */
  sweep(): Promise<void>;
  /** Resolves once all data that has been read by now is written to this machine's cache. */
  settle(): Promise<void>;
  /** Checks that the store is writable. @throws Error with a user-facing message, without credentials. */
  check(): Promise<void>;
}

export const attachmentName = (siteId: number, storedName: string): string => `attachments/${siteId}/${storedName}`;
/** Files of the media library and documents. */
export const mediaName = (siteId: number, storedName: string): string => `media/${siteId}/${storedName}`;

/** All files of a slide file are below it. */
export const slideFolderName = (siteId: number, slideFileId: number): string => `slides/${siteId}/${slideFileId}/`;

interface SlideFileNames {
  /** The uploaded file. */
  readonly original: string;
  /** The pyramid created from a file that has no usable tiles. */
  readonly pyramid: string;
  /** Resolution levels that the file itself lacks. */
  readonly extraLevels: string;
  /** @param turnedToDeg rotation set by a user; null: the file's own. */
  thumbnail(turnedToDeg: number | null): string;
}

export function slideNames(siteId: number, slideFileId: number): SlideFileNames {
  const folder = slideFolderName(siteId, slideFileId);
  return {
    original: `${folder}original`,
    pyramid: `${folder}pyramid.tif`,
    extraLevels: `${folder}levels.tif`,
    thumbnail: (turnedToDeg) => `${folder}thumbnail${turnedToDeg === null ? "" : `.${turnedToDeg}`}.jpg`,
  };
}

/** Whether the store is unreachable, or a file has changed while it was read: the same operation may succeed later. */
export const isStoreAway = (error: unknown): boolean => error instanceof AppError && error.kind === "unavailable";
