/** Writes a cleaned copy of a slide file of any format, and verifies it. */
import { type FileHandle, open, stat } from "node:fs/promises";
import { FolderStore } from "../archive/folder-store.ts";
import { ZipStore } from "../archive/zip-store.ts";
import { FileBytes } from "../bytes/file-bytes.ts";
import { plainImageFormatOf } from "../formats/plain-image/plain-image-format.ts";
import { FILE_KINDS } from "../open/slide-formats.ts";
import { START_BYTES } from "../opening/file-kind.ts";
import { SlideFileError } from "../slide-source.ts";
import { writeCleaned, writeCleanedSet } from "./clean-archive.ts";
import { cleanDicom, UidChange } from "./clean-dicom.ts";
import { type CleanablePicture, cleanPicture } from "./clean-picture.ts";
import { type CleanedFile, cleanedInPlace } from "./cleaned-file.ts";
import type { DeidentifyOrder } from "./deidentify-slide-file.ts";
import { cannotBeCleaned, planTiffFile } from "./plan-tiff-file.ts";
import { assertNothingLeft, assertSameSlide } from "./verify-cleaned.ts";

/** Fractions of the work. */
const WRITTEN = 0.5;
const SEARCHED = 0.7;

type Clean = (file: FileBytes, path: string) => Promise<CleanedFile>;

/** By format name in `open/slide-formats.ts`; others cannot be cleaned. */
const CLEANERS: Readonly<Record<string, Clean>> = {
  DICOM: (file) => cleanDicom(file, new UidChange()),
  TIFF: async (file) => cleanedInPlace(file, await planTiffFile(file)),
  JPEG: cleanPlain,
  PNG: cleanPlain,
  WebP: cleanPlain,
};

async function cleanPlain(file: FileBytes, path: string): Promise<CleanedFile> {
  const format = plainImageFormatOf(await file.read(0, Math.min(START_BYTES, file.size)));
  return cleanPicture(file, path, format as CleanablePicture);
}

/**
 * @throws SlideFileError with a user-facing message if the file cannot be cleaned, or not without changing the slide.
 */
export async function writeAndVerify(
  { inputPath, outputPath }: DeidentifyOrder,
  onProgress: (done: number) => void,
): Promise<void> {
  const output = await open(outputPath, "w", 0o600);
  const secrets = await writeAny(inputPath, output, (done) => onProgress(done * WRITTEN)).finally(() => output.close());
  await assertNothingLeft(outputPath, secrets);
  onProgress(SEARCHED);
  await assertSameSlide(inputPath, outputPath, (done) => onProgress(SEARCHED + done * (1 - SEARCHED)));
}

async function writeAny(
  path: string,
  output: FileHandle,
  onProgress: (done: number) => void,
): Promise<readonly string[]> {
  if ((await stat(path)).isDirectory()) {
    const store = await FolderStore.open(path);
    return writeCleanedSet(store, output, onProgress).finally(() => store.close());
  }
  const file = await FileBytes.open(path);
  try {
    const start = await file.read(0, Math.min(START_BYTES, file.size));
    const kind = FILE_KINDS.find(({ recognises }) => recognises(start));
    if (kind === undefined) throw new SlideFileError("notASlide", "This is not a slide that Parfocal can read.");
    if (kind.name === "zip archive") return await writeCleanedSet(await ZipStore.open(file), output, onProgress);
    const clean = Object.hasOwn(CLEANERS, kind.name) ? CLEANERS[kind.name] : undefined;
    if (clean === undefined) throw cannotBeCleaned(kind.name);
    const cleaned = await clean(file, path);
    await writeCleaned(cleaned, output, onProgress);
    return cleaned.secrets;
  } finally {
    await file.close();
  }
}
