/**
 * A DICOM slide in several files: each contains a level or a part of one; also label, overview and annotations.
 */

import type { EntryStore, StoredEntry } from "../archive/entry-store.ts";
import type { ArchiveKind } from "../opening/archive-kind.ts";
import { SlideFileError } from "../slide-source.ts";
import { chooseSlide } from "./choose-slide.ts";
import { DicomSlideSource } from "./dicom-slide-source.ts";
import { isDicomStart, mediaStorageClassOf } from "./read-data-set.ts";
import {
  CLASS_BYTES,
  type DicomAnnotations,
  type DicomObject,
  isClassOfSlide,
  otherDicom,
  readDicomObject,
} from "./slide-object.ts";

/** Maximum number of files that are inspected. */
const LOOKED_AT = 64;
const MAX_FILES = 8192;
/** Maximum number of open files, which stay open as long as the slide. */
const MAX_FILES_OF_SLIDE = 512;

/** Names of DICOM files: with an extension, without one, or a UID. */
const DICOM_NAMES: readonly RegExp[] = [/\.(dcm|dicom|dic|ima)$/i, /(^|\/)[^./]+$/, /(^|\/)[\d.]+$/];

export const DICOM_SET: ArchiveKind = {
  name: "DICOM set",
  recognises: async (store) => {
    for (const entry of candidatesOf(store).slice(0, LOOKED_AT)) {
      if (isDicomStart(await store.readStart(entry, CLASS_BYTES))) return true;
    }
    return false;
  },
  open: openDicomSet,
};

/** Files with an unambiguous name first. */
function candidatesOf({ entries }: EntryStore): StoredEntry[] {
  return DICOM_NAMES.flatMap((name, index) =>
    entries.filter(({ path }) => name.test(path) && !DICOM_NAMES.slice(0, index).some((earlier) => earlier.test(path))),
  );
}

async function openDicomSet(store: EntryStore, signal?: AbortSignal): ReturnType<ArchiveKind["open"]> {
  const { ofSlide, others } = await sortFiles(store, signal);
  if (ofSlide.length > MAX_FILES_OF_SLIDE) {
    throw new SlideFileError(
      "tooLarge",
      `This set has ${ofSlide.length} DICOM files of slides, more than one slide can have.`,
    );
  }
  if (ofSlide.some(({ isRandomAccess }) => !isRandomAccess)) return { kind: "convertible", by: "repacking" };
  const objects: DicomObject[] = [...others];
  for (const entry of ofSlide) {
    signal?.throwIfAborted();
    objects.push(await readEntry(store, entry, signal));
  }
  const annotations = objects.filter((object): object is DicomAnnotations => object.kind === "annotations");
  store.forgetListing();
  return new DicomSlideSource(chooseSlide(objects), annotations, () => store.close());
}

async function sortFiles(
  store: EntryStore,
  signal: AbortSignal | undefined,
): Promise<{ ofSlide: StoredEntry[]; others: DicomObject[] }> {
  const candidates = candidatesOf(store);
  if (candidates.length > MAX_FILES)
    throw new SlideFileError("tooLarge", `This set has more than ${MAX_FILES} DICOM files.`);
  const ofSlide: StoredEntry[] = [];
  const others: DicomObject[] = [];
  for (const entry of candidates) {
    signal?.throwIfAborted();
    const start = await store.readStart(entry, CLASS_BYTES);
    if (!isDicomStart(start)) continue;
    const mediaClass = mediaStorageClassOf(start);
    if (mediaClass === null || isClassOfSlide(mediaClass)) ofSlide.push(entry);
    else others.push(otherDicom(mediaClass, undefined));
  }
  return { ofSlide, others };
}

/** @throws SlideFileError that includes the file's name, since there are many files. */
async function readEntry(store: EntryStore, entry: StoredEntry, signal: AbortSignal | undefined): Promise<DicomObject> {
  try {
    return await readDicomObject(await store.openBytes(entry), signal);
  } catch (error) {
    if (!(error instanceof SlideFileError)) throw error;
    throw new SlideFileError(error.reason, `${error.message} (${entry.path})`, { cause: error });
  }
}
