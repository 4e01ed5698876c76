/**
 * Tells what a file is, and opens those that can be shown from their own tiles.
 */
import { type ConvertiblePicture, checkConvertible, readPlainImage } from "./plain-image/convertible-picture.ts";
import { FILE_KINDS, START_BYTES, TIFF_FLAVOURS } from "./slide-formats.ts";
import { SlideFileError, type SlideSource } from "./slide-source.ts";
import { checkTileIndex } from "./tiff/check-tile-index.ts";
import { findBasePage } from "./tiff/choose-levels.ts";
import { convertibleTiff } from "./tiff/convertible-tiff.ts";
import { FileBytes } from "./tiff/file-bytes.ts";
import { isLargeNdpi } from "./tiff/large-ndpi.ts";
import { PieceCache } from "./tiff/piece-cache.ts";
import { readTiff } from "./tiff/read-tiff.ts";
import { isServedAsIs } from "./tiff/served-as-is.ts";
import { DIRECTORY_VERSION, type SlideDirectory } from "./tiff/slide-directory.ts";
import { TiffSlideSource } from "./tiff/tiff-slide-source.ts";
import { verifySlide } from "./verify-slide.ts";

/** An opened slide, with what was parsed of it as plain values that may be kept as JSON. */
export type OpenedSlide = SlideSource & { readonly directory: SlideDirectory };

export interface OpenOptions {
  readonly signal?: AbortSignal;
  /** The `directory` of an earlier opening of this file: nothing is parsed then. Ignored if it is of another file size or release. */
  readonly directory?: SlideDirectory;
}

export type ProbedFile = { readonly kind: "slide"; readonly source: OpenedSlide } | ConvertiblePicture;

/**
 * Opens a slide that can be shown from its own tiles. Only the directories are read; the index of tiles is read
 * piece by piece when tiles are asked for. Close the source when done.
 *
 * @throws SlideFileError if the file is none, or has to be converted first; the system's error if there is no such file.
 */
export async function openSlideFile(path: string, options: OpenOptions = {}): Promise<OpenedSlide> {
  const opened = await withFile(path, (file) => open(file, path, options));
  if (opened instanceof TiffSlideSource) return opened;
  throw new SlideFileError("unsupported", "This picture has to be converted before it can be shown as a slide.");
}

/**
 * Looks at a file that someone has just brought: what it is, whether it is all there, and whether its pixels can be
 * decoded. Slower than `openSlideFile`: the whole index is read, and tiles of each level are decoded, by libraries that
 * a hostile file may break: where others bring files, call `probeInJail` instead.
 *
 * @returns a slide, opened, to be closed by the caller; or a picture that can be converted.
 * @throws SlideFileError with a sentence for the person who brought the file.
 */
export async function probeSlideFile(path: string, options: { signal?: AbortSignal } = {}): Promise<ProbedFile> {
  return withFile(path, async (file) => {
    const opened = await open(file, path, options);
    if (!(opened instanceof TiffSlideSource)) {
      await checkConvertible(path, opened);
      return opened;
    }
    await checkTileIndex(file, opened.directory, options.signal);
    await verifySlide(opened, options.signal);
    return { kind: "slide", source: opened };
  });
}

/** Closes the file unless a slide was made of it. */
async function withFile<Result extends ProbedFile | TiffSlideSource>(
  path: string,
  look: (file: FileBytes) => Promise<Result>,
): Promise<Result> {
  const file = await FileBytes.open(path);
  let isTaken = false;
  try {
    const result = await look(file);
    isTaken = result instanceof TiffSlideSource || result.kind === "slide";
    return result;
  } finally {
    if (!isTaken) await file.close();
  }
}

async function open(
  file: FileBytes,
  path: string,
  { signal, directory }: OpenOptions,
): Promise<TiffSlideSource | ConvertiblePicture> {
  signal?.throwIfAborted();
  if (directory?.version === DIRECTORY_VERSION && directory.fileBytes === file.size) {
    return new TiffSlideSource(file, directory);
  }
  if (file.size === 0) throw new SlideFileError("notASlide", "This file is empty.");
  const pieces = new PieceCache(file);
  const start = await pieces.read(0, Math.min(START_BYTES, file.size));
  const kind = FILE_KINDS.find(({ recognises }) => recognises(start));
  if (kind === undefined) {
    throw new SlideFileError("notASlide", "This is not a slide or a picture that Parfocal can read.");
  }
  if (kind.opens === "planned") throw plannedFormat(kind.name);
  if (kind.opens !== "tiff") return readPlainImage(path, kind.opens);
  if (await isLargeNdpi(file)) throw plannedFormat("Hamamatsu NDPI");
  const tiff = await readTiff(file, pieces);
  signal?.throwIfAborted();
  const flavour = TIFF_FLAVOURS.find(({ recognises }) => recognises(tiff))!;
  if (flavour.layout === null) throw plannedFormat(flavour.name);
  const base = findBasePage(tiff);
  if (isServedAsIs(base)) return new TiffSlideSource(file, flavour.layout(tiff, base, file.size));
  return convertibleTiff(base, tiff.pages.indexOf(base));
}

function plannedFormat(name: string): SlideFileError {
  return new SlideFileError(
    "unsupported",
    `Parfocal cannot read this kind of file yet (${name}); the next release will.`,
  );
}
