/**
 * Finds, by content, the only slide or image among the files of an archive or folder that is not a multi-file slide.
 */

import type { EntryStore, StoredEntry } from "../archive/entry-store.ts";
import { BlockCache } from "../bytes/block-cache.ts";
import type { ConvertibleFile } from "../opening/convertible-file.ts";
import { type FileKind, START_BYTES } from "../opening/file-kind.ts";
import { isConvertible, type OpenedSlide } from "../opening/opened-slide.ts";
import { unreadFormat } from "../opening/unread-format.ts";
import { SlideFileError } from "../slide-source.ts";

/** Maximum number of files whose beginning is read. */
const MAX_LOOKED_AT = 500;

interface Found {
  readonly entry: StoredEntry;
  readonly kind: FileKind;
}

/**
 * Slides that are read in place (a TIFF, a DICOM file) have priority over images, which may accompany them.
 *
 * @throws SlideFileError if there is none, or several.
 */
export async function openOnlySlide(
  store: EntryStore,
  fileKinds: readonly FileKind[],
  signal?: AbortSignal,
): Promise<OpenedSlide | ConvertibleFile> {
  const found = await recogniseFiles(store, fileKinds, signal);
  const slides = found.filter(({ kind }) => kind.isReadInPlace);
  const readable = slides.length > 0 ? slides : found.filter(({ kind }) => !kind.isArchive);
  const [only, another] = readable;
  if (only === undefined) throw nothingIn(found);
  if (another !== undefined) {
    const message = `This archive contains ${readable.length} slides or images. Add each one separately.`;
    throw new SlideFileError("unsupported", message);
  }
  return openFound(store, only, fileKinds, signal);
}

async function recogniseFiles(
  store: EntryStore,
  fileKinds: readonly FileKind[],
  signal?: AbortSignal,
): Promise<Found[]> {
  if (store.count > MAX_LOOKED_AT) return [];
  const found: Found[] = [];
  for (const entry of store.entries) {
    signal?.throwIfAborted();
    const start = await store.readStart(entry, START_BYTES);
    const kind = fileKinds.find(({ recognises }) => recognises(start));
    if (kind !== undefined) found.push({ entry, kind });
  }
  return found;
}

async function openFound(
  store: EntryStore,
  { entry, kind }: Found,
  fileKinds: readonly FileKind[],
  signal?: AbortSignal,
): Promise<OpenedSlide | ConvertibleFile> {
  const toBeTakenOut: ConvertibleFile = { kind: "convertible", by: "repacking", onlyEntry: entry.path };
  if (kind.open === null) throw unreadFormat(kind.name);
  const place = store.placeOf(entry);
  if (!entry.isRandomAccess || (place === null && !kind.isReadInPlace)) return toBeTakenOut;
  const file = await store.openBytes(entry);
  const path = place ?? entry.path;
  const opened = await kind.open({ path, file, pieces: new BlockCache(file), signal, fileKinds });
  return isConvertible(opened) ? toBeTakenOut : opened;
}

function nothingIn(found: readonly Found[]): SlideFileError {
  return found.length > 0
    ? new SlideFileError(
        "unsupported",
        "This archive contains another archive or a part of one. Unpack it and add its contents.",
      )
    : new SlideFileError("notASlide", "This archive or folder contains no slide or image that Parfocal can read.");
}
