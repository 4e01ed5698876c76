/**
 * Cleaning of a set of files: a DICOM set is rewritten as a zip without labels and overviews; of other sets, the only
 * slide is kept.
 */
import type { FileHandle } from "node:fs/promises";
import type { EntryStore, StoredEntry } from "../archive/entry-store.ts";
import { ZipWriter } from "../archive/zip-writer.ts";
import { DICOM_SET } from "../dicom/dicom-set.ts";
import { isDicomStart } from "../dicom/read-data-set.ts";
import { CLASS_BYTES, readDicomObject } from "../dicom/slide-object.ts";
import { START_BYTES } from "../opening/file-kind.ts";
import { SlideFileError } from "../slide-source.ts";
import { isTiffHeader } from "../tiff/read-tiff.ts";
import { cleanDicom, UidChange } from "./clean-dicom.ts";
import type { CleanedFile } from "./cleaned-file.ts";
import { cleanedInPlace } from "./cleaned-file.ts";
import { planTiffFile } from "./plan-tiff-file.ts";

const MAX_LOOKED_AT = 500;

/** Images that belong to the slide. */
const SLIDE_ROLES: ReadonlySet<string> = new Set(["VOLUME", "THUMBNAIL"]);

/**
 * @returns the removed texts.
 * @throws SlideFileError `unsupported` for sets that cannot be cleaned.
 */
export async function writeCleanedSet(
  store: EntryStore,
  output: FileHandle,
  onProgress: (done: number) => void,
): Promise<readonly string[]> {
  if (await DICOM_SET.recognises(store)) return writeDicomSet(store, output, onProgress);
  const slides: { entry: StoredEntry; isDicom: boolean }[] = [];
  for (const entry of store.count <= MAX_LOOKED_AT ? store.entries : []) {
    const start = await store.readStart(entry, START_BYTES);
    if (isDicomStart(start) || isTiffHeader(start)) slides.push({ entry, isDicom: isDicomStart(start) });
  }
  const [only, another] = slides;
  if (only === undefined || another !== undefined || !only.entry.isRandomAccess) {
    throw new SlideFileError(
      "unsupported",
      "Patient data cannot be removed from this set of files. This works only for DICOM sets and archives with a single slide.",
    );
  }
  const file = await store.openBytes(only.entry);
  const cleaned = only.isDicom
    ? await cleanDicom(file, new UidChange())
    : cleanedInPlace(file, await planTiffFile(file));
  await writeCleaned(cleaned, output, onProgress);
  return [...cleaned.secrets, ...secretsInPath(only.entry.path)];
}

export async function writeCleaned(
  cleaned: CleanedFile,
  output: FileHandle,
  onProgress: (done: number) => void,
): Promise<void> {
  let position = 0;
  for await (const piece of cleaned.pieces()) {
    for (let done = 0; done < piece.length; ) {
      const { bytesWritten } = await output.write(piece, done, piece.length - done, position + done);
      done += bytesWritten;
    }
    position += piece.length;
    onProgress(position / Math.max(1, cleaned.bytes));
  }
}

async function writeDicomSet(
  store: EntryStore,
  output: FileHandle,
  onProgress: (done: number) => void,
): Promise<readonly string[]> {
  const uids = new UidChange();
  const zip = new ZipWriter(output);
  const secrets = new Set<string>();
  const slideEntries = await slideEntriesOf(store);
  const total = slideEntries.reduce((sum, { bytes }) => sum + bytes, 1);
  let done = 0;
  for (const [index, entry] of slideEntries.entries()) {
    const cleaned = await cleanDicom(await store.openBytes(entry), uids);
    for (const secret of [...cleaned.secrets, ...secretsInPath(entry.path)]) secrets.add(secret);
    await zip.add(`${index + 1}.dcm`, cleaned.bytes, cleaned.pieces());
    done += entry.bytes;
    onProgress(done / total);
  }
  await zip.finish();
  return [...secrets];
}

async function slideEntriesOf(store: EntryStore): Promise<StoredEntry[]> {
  const pictures: { entry: StoredEntry; role: string }[] = [];
  for (const entry of store.entries) {
    if (!isDicomStart(await store.readStart(entry, CLASS_BYTES))) continue;
    if (!entry.isRandomAccess) throw new SlideFileError("unsupported", "This archive is compressed: unpack it first.");
    const object = await readDicomObject(await store.openBytes(entry));
    if (object.kind === "picture") pictures.push({ entry, role: object.role });
  }
  const slide = pictures.filter(({ role }) => SLIDE_ROLES.has(role));
  return (slide.length > 0 ? slide : pictures).map(({ entry }) => entry);
}

/** Names of folders and files in the path. */
function secretsInPath(path: string): string[] {
  return path.split("/").filter((name) => name.length >= 8);
}
