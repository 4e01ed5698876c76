/**
 * Tells what a file is, and opens those that can be shown from their own tiles.
 */
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
   * The `directory` of an earlier opening, or probe, of this file: nothing is parsed then. Ignored if it is of another file
   * size or release; null: there is none.
   */
  readonly directory?: SlideDirectory | null | undefined;
  /** The bytes of a file that is not on this machine (`FileBytes.of`); the path is only its name then. */
  readonly file?: FileBytes | undefined;
}

export type ProbedFile = { readonly kind: "slide"; readonly source: OpenedSlide } | ConvertibleFile;

/**
 * Opens a slide, a file or a folder, that can be shown from its own tiles. Only the directories are read; the index of tiles is read
 * piece by piece when tiles are asked for. Close the source when done.
 *
 * @throws SlideFileError if the file is none, or has to be converted first; the system's error if there is no such file.
 */
export async function openSlideFile(path: string, options: OpenOptions = {}): Promise<OpenedSlide> {
  const opened = await openPath(path, options);
  if (!isConvertible(opened)) return opened;
  throw new SlideFileError("unsupported", "This image must be converted before it can be shown as a slide.");
}

/**
 * Looks at a file that was just uploaded: what it is, whether it is all there, and whether its pixels can be
 * decoded. Slower than `openSlideFile`: the whole index is read, and tiles of each level are decoded, by libraries that
 * a hostile file may break: where others bring files, call `probeInSandbox` instead.
 *
 * @returns a slide, opened, to be closed by the caller; or a file that can be converted.
 * @throws SlideFileError with a sentence for the person who uploaded the file.
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

/** Closes the file unless a slide was made of it. */
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
