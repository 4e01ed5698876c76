/**
 * Where the files of an installation are kept: in the data folder, or in an S3 store. A file has the same name in both, its
 * path below the data folder as in `media/1/3f…`, so that one can be copied to the other.
 *
 * A store that is away, or refuses, throws AppError `unavailable`: for small files and for reading within 13 s, for `keep`
 * within a minute after the last byte that it took.
 */
import type { Readable } from "node:stream";
import { AppError } from "@parfocal/core/errors.ts";
import type { FileBytes } from "@parfocal/slides/bytes/file-bytes.ts";

export interface FileFacts {
  readonly bytes: number;
  /** Of these contents: never that of other contents of the same name. */
  readonly version: string;
}

export interface ListedFile {
  readonly name: string;
  readonly bytes: number;
  /** Time since it was written, in ms. */
  readonly ageMs: number;
  /** As another list names it, not as `factsOf` does: it changes with the contents; null: it is not known. */
  readonly version: string | null;
}

/** Both ends are part of it; `end` is less than the size of the file. */
interface FileRange {
  readonly start: number;
  readonly end: number;
}

export interface FileStore {
  /** Display name. */
  readonly title: string;
  /** Whether files are in the data folder of this machine. */
  readonly isFolder: boolean;
  /** Path on this machine at which a file can be written until it is kept under this name; its folder exists. */
  partFor(name: string): Promise<string>;
  /**
   * Takes a finished file over, durably, whole or not at all; what has the name already is replaced.
   *
   * @param from on this machine; gone afterwards.
   */
  keep(name: string, from: string, signal?: AbortSignal): Promise<void>;
  /** Writes a small file durably, whole or not at all. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The same contents under a second name, as if written now. @returns false: there is no such file. */
  copy(from: string, to: string): Promise<boolean>;
  /** null: there is no such file. */
  factsOf(name: string): Promise<FileFacts | null>;
  /** The contents of an existing file, or a part of them; errors are those of the stream. */
  read(name: string, range?: FileRange): Readable;
  /** What `openSlideFile` needs: a path, or bytes from elsewhere; then the path is only a name. */
  slideAt(name: string, facts: FileFacts): { readonly path: string; readonly file: FileBytes | undefined };
  /**
   * Work on a file on this machine: the file itself, or a copy that is removed afterwards.
   *
   * @throws Error if there is no such file.
   */
  withLocal<Result>(name: string, work: (path: string) => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** null: there is no such file. */
  readWhole(name: string): Promise<Buffer | null>;
  /** No error if there is no such file. */
  remove(name: string): Promise<void>;
  /** @param prefix ends with "/". */
  list(prefix: string): AsyncIterable<ListedFile>;
  /**
   * Deletes the blocks cached on this machine of files that are no longer in the store, also of those that another server has removed.
   *
   * @param prefix ends with "/".
   * @param isThere of the first part of a name below the prefix.
   */
  forgetGone(prefix: string, isThere: (part: string) => boolean): Promise<void>;
  /** Keeps what is kept on this machine of distant files within its bound. */
  sweep(): Promise<void>;
  /** Resolves once nothing is written to this machine any more for what was read by now. */
  settle(): Promise<void>;
  /** Whether it can be written to. @throws Error with a sentence, without credentials. */
  check(): Promise<void>;
}

export const attachmentName = (siteId: number, storedName: string): string => `attachments/${siteId}/${storedName}`;
/** Of the media library, and of documents. */
export const mediaName = (siteId: number, storedName: string): string => `media/${siteId}/${storedName}`;

/** Below it are all files of a slide file. */
export const slideFolderName = (siteId: number, slideFileId: number): string => `slides/${siteId}/${slideFileId}/`;

interface SlideFileNames {
  /** The file as it was uploaded. */
  readonly original: string;
  /** The pyramid made from a file that has no usable tiles. */
  readonly pyramid: string;
  /** Levels that the file itself lacks. */
  readonly extraLevels: string;
  /** @param turnedToDeg rotation set by a person; null: the file's own. */
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

/** Whether the store is away, or a file has changed while it was read: the same can succeed later. */
export const isStoreAway = (error: unknown): boolean => error instanceof AppError && error.kind === "unavailable";
