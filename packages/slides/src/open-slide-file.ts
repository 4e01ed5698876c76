/** Detects the format of a file, and opens files whose own tiles can be shown. */
import { stat } from "node:fs/promises";
import { BlockCache } from "./bytes/block-cache.ts";
import { FileBytes } from "./bytes/file-bytes.ts";
import { checkConvertible } from "./formats/plain-image/convertible-picture.ts";
import { openFolder } from "./open/open-archive.ts";
import { FILE_KINDS } from "./open/slide-formats.ts";
import { verifySlide } from "./open/verify-slide.ts";
import type { ConvertibleFile } from "./opening/convertible-file.ts";
import { START_BYTES } from "./opening/file-kind.ts";
import { isConvertible, type OpenedSlide } from "./opening/opened-slide.ts";
import { unreadFormat } from "./opening/unread-format.ts";
import { SlideFileError } from "./slide-source.ts";
import { DIRECTORY_VERSION, type SlideDirectory } from "./tiff/slide-directory.ts";
import { TiffSlideSource } from "./tiff/tiff-slide-source.ts";

export interface OpenOptions {
  readonly signal?: AbortSignal;
  /**
   * The `directory` from an earlier opening or probe of this file, which saves parsing it. Ignored if it was made for
   * another file size or release; null: none.
   */
  readonly directory?: SlideDirectory | null | undefined;
  /** The bytes of a file that is not on this machine (`FileBytes.of`); `path` is then only its name. */
  readonly file?: FileBytes | undefined;
}

export type ProbedFile = { readonly kind: "slide"; readonly source: OpenedSlide } | ConvertibleFile;

/**
 * Opens a slide (file or folder) whose own tiles can be shown. Only the directories are read; the tile index is read in
 * parts when tiles are requested. Close the source when done.
 *
 * @throws SlideFileError if the file is not a slide or must be converted first; the system's error if the file does not
 *   exist.
 */
export async function openSlideFile(path: string, options: OpenOptions = {}): Promise<OpenedSlide> {
  const opened = await openPath(path, options);
  if (!isConvertible(opened)) return opened;
  throw new SlideFileError("unsupported", "This image must be converted before it can be shown as a slide.");
}

/**
 * Examines a newly uploaded file: its format, whether it is complete, and whether its pixels can be decoded. Slower
 * than `openSlideFile`: it reads the whole index and decodes tiles of each level with libraries that a hostile file may
 * break. For files from others, call `probeInSandbox` instead.
 *
 * @returns an opened slide, which the caller must close, or a file that can be converted.
 * @throws SlideFileError with a message for the person who uploaded the file.
 */
export async function probeSlideFile(path: string, options: { signal?: AbortSignal } = {}): Promise<ProbedFile> {
  const opened = await openPath(path, options);
  if (isConvertible(opened)) {
    if (opened.by === "picture") await checkConvertible(path, opened);
    return opened;
  }
  try {
    await opened.checkIndex?.(options.signal);
    await verifySlide(opened, options.signal);
    return { kind: "slide", source: opened };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function openPath(path: string, options: OpenOptions): Promise<OpenedSlide | ConvertibleFile> {
  const { file } = options;
  if (file) return withFile(file, (bytes) => open(bytes, path, options));
  if ((await stat(path)).isDirectory()) return openFolder(path, FILE_KINDS, options.signal);
  return withFile(await FileBytes.open(path), (bytes) => open(bytes, path, options));
}

/** Closes the file unless a slide was opened from it. */
async function withFile(
  file: FileBytes,
  look: (file: FileBytes) => Promise<OpenedSlide | ConvertibleFile>,
): Promise<OpenedSlide | ConvertibleFile> {
  let isTaken = false;
  try {
    const opened = await look(file);
    isTaken = !isConvertible(opened);
    return opened;
  } finally {
    if (!isTaken) await file.close();
  }
}

async function open(
  file: FileBytes,
  path: string,
  { signal, directory }: OpenOptions,
): Promise<OpenedSlide | ConvertibleFile> {
  signal?.throwIfAborted();
  if (directory?.version === DIRECTORY_VERSION && directory.fileBytes === file.size) {
    return new TiffSlideSource(file, directory);
  }
  if (file.size === 0) throw new SlideFileError("notASlide", "This file is empty.");
  const pieces = new BlockCache(file);
  const start = await pieces.read(0, Math.min(START_BYTES, file.size));
  const kind = FILE_KINDS.find(({ recognises }) => recognises(start));
  if (kind === undefined) {
    throw new SlideFileError("notASlide", "This is not a slide or image that Parfocal can read.");
  }
  if (kind.open === null) throw unreadFormat(kind.name);
  return kind.open({ path, file, pieces, signal, fileKinds: FILE_KINDS });
}
