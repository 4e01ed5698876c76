/**
 * Unpacks the images from a zip of DICOM files: each file is read, rewritten without patient data, and assigned to its
 * series. Files of other types are skipped and counted. Only one file at a time is in memory, or on disk if it is
 * large.
 */
import { constants } from "node:fs";
import { type FileHandle, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EntryStore, StoredEntry } from "../archive/entry-store.ts";
import { openStore } from "../archive/open-store.ts";
import { FileBytes } from "../bytes/file-bytes.ts";
import type { RandomAccessBytes } from "../bytes/random-access-bytes.ts";
import { UidChange } from "../deidentify/clean-dicom.ts";
import { MemoryBytes } from "../dicom/memory-bytes.ts";
import { isDicomStart } from "../dicom/read-data-set.ts";
import { SlideFileError } from "../slide-source.ts";
import { drawThumbnail } from "./draw-thumbnail.ts";
import { groupIntoSeries, orderSeries } from "./order-series.ts";
import { type FoundRadiology, type FoundSeries, RADIOLOGY_FILES } from "./radiology-facts.ts";
import { type RadiologyInstance, readInstance } from "./read-instance.ts";
import { framesOf, type InstanceSink, writeInstance } from "./write-instance.ts";

export interface UnpackRadiologyOrder {
  readonly zipPath: string;
  /** An existing, empty folder. */
  readonly folder: string;
}

/** Larger files are read from disk. */
const MAX_IN_MEMORY_BYTES = 64 * 2 ** 20;
const START_BYTES = 132;
const MAX_SERIES = 5_000;
/** Fraction of the work for reading all files; thumbnails are the rest. */
const READING_SHARE = 0.9;
const LARGE_FILE = "entry";
/** First bytes of zip, RAR, 7-Zip and gzip. */
const ARCHIVES_HEX: readonly string[] = ["504b0304", "526172211a07", "377abcaf271c", "1f8b08"];

/** What is kept of an instance after writing it: no pixels, no data set. */
type StoredInstance = Omit<RadiologyInstance, "file" | "frameGroups"> & {
  readonly entry: StoredEntry;
  readonly offset: number;
  readonly bytes: number;
};

/**
 * The files are complete then, but not flushed to disk: like `writeTiffTileFile`.
 *
 * @throws SlideFileError if the archive is rejected, or contains no image.
 */
export async function unpackRadiology(
  { zipPath, folder }: UnpackRadiologyOrder,
  onProgress: (done: number) => void,
): Promise<FoundRadiology> {
  const store = await openStore(zipPath);
  const file = await open(join(folder, RADIOLOGY_FILES.instances), "w", 0o600);
  try {
    const stored = await writeInstances(store, { file, position: 0 }, folder, (done) =>
      onProgress(done * READING_SHARE),
    );
    if (stored.instances.length === 0)
      throw new SlideFileError("notASlide", "This zip file contains no readable DICOM images.");
    await file.truncate(stored.end);
    const groups = groupIntoSeries(stored.instances);
    if (groups.length > MAX_SERIES)
      throw new SlideFileError("tooLarge", `This zip file contains more than ${MAX_SERIES} series.`);
    const series: FoundSeries[] = [];
    let next = 1;
    for (const [index, group] of groups.entries()) {
      const found = await describeSeries(store, folder, group, { number: index + 1, firstInstance: next });
      series.push(found);
      next += found.instances.length;
      onProgress(READING_SHARE + ((1 - READING_SHARE) * (index + 1)) / groups.length);
    }
    return { series, ignoredCount: stored.ignoredCount };
  } finally {
    await file.close();
    await store.close();
  }
}

async function writeInstances(
  store: EntryStore,
  sink: InstanceSink,
  folder: string,
  onProgress: (done: number) => void,
): Promise<{ instances: StoredInstance[]; ignoredCount: number; end: number }> {
  const uids = new UidChange();
  const total = store.entries.reduce((sum, { bytes }) => sum + bytes, 0);
  const instances: StoredInstance[] = [];
  let ignoredCount = 0;
  let done = 0;
  for (const entry of store.entries) {
    const start = entry.bytes === 0 ? Buffer.alloc(0) : await store.readStart(entry, START_BYTES);
    if (ARCHIVES_HEX.some((hex) => start.toString("hex").startsWith(hex)))
      throw new SlideFileError(
        "unsupported",
        "This zip file contains another archive. Unpack it and zip the DICOM files directly.",
      );
    const stored = isDicomStart(start) ? await writeOne(store, entry, sink, folder, uids) : null;
    if (stored === null) ignoredCount += 1;
    else instances.push(stored);
    done += entry.bytes;
    onProgress(total === 0 ? 1 : done / total);
  }
  return { instances, ignoredCount, end: sink.position };
}

/**
 * @returns null if the entry contains no image, or a damaged one. @throws SlideFileError if the archive itself is
 *   damaged.
 */
async function writeOne(
  store: EntryStore,
  entry: StoredEntry,
  sink: InstanceSink,
  folder: string,
  uids: UidChange,
): Promise<StoredInstance | null> {
  return withBytes(store, entry, folder, async (bytes) => {
    try {
      const instance = await readInstance(bytes);
      if (instance === null) return null;
      const { file: _, frameGroups: __, ...facts } = instance;
      const offset = sink.position;
      if (instance.fault !== null || instance.storage === null) return { ...facts, entry, offset, bytes: 0 };
      return { ...facts, entry, offset, bytes: await writeInstance(sink, instance, instance.storage, uids) };
    } catch (error) {
      if (error instanceof SlideFileError && error.reason !== "tooLarge") return null;
      throw error;
    }
  });
}

async function withBytes<Result>(
  store: EntryStore,
  entry: StoredEntry,
  folder: string,
  work: (bytes: RandomAccessBytes) => Promise<Result>,
): Promise<Result> {
  if (entry.bytes <= MAX_IN_MEMORY_BYTES) return work(new MemoryBytes(await store.readFully(entry, entry.bytes)));
  const path = join(folder, LARGE_FILE);
  await takeOut(store, entry, path);
  const file = await FileBytes.open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

async function takeOut(store: EntryStore, entry: StoredEntry, path: string): Promise<void> {
  const file: FileHandle = await open(path, NEW_FILE, 0o600);
  try {
    for await (const piece of store.readPieces(entry)) await file.writeFile(piece);
  } finally {
    await file.close();
  }
}

async function describeSeries(
  store: EntryStore,
  folder: string,
  group: readonly StoredInstance[],
  { number, firstInstance }: { number: number; firstInstance: number },
): Promise<FoundSeries> {
  const { instances, plane, sliceSpacingMm } = orderSeries(group);
  const first = instances[0]!;
  const middle = instances[Math.floor(instances.length / 2)]!;
  return {
    number,
    modality: first.modality,
    description: first.description,
    plane,
    instanceCount: instances.length,
    frameCount: instances.reduce((sum, { frames }) => sum + frames, 0),
    rows: first.rows,
    columns: first.columns,
    pixelSpacingMm: first.pixelSpacingMm,
    sliceSpacingMm: sliceSpacingMm ?? (instances.length === 1 ? first.frameSpacingMm : null),
    fault: first.fault,
    mayShowNames: instances.some((instance) => instance.mayShowNames),
    hasThumbnail: first.fault === null && (await writeThumbnail(store, folder, middle, number)),
    instances:
      first.fault === null
        ? instances.map(({ frames, offset, bytes }, index) => ({
            number: firstInstance + index,
            frames,
            offset,
            bytes,
          }))
        : [],
  };
}

/** Writes a thumbnail of the middle frame. @returns false if it could not be created. */
async function writeThumbnail(
  store: EntryStore,
  folder: string,
  { entry }: StoredInstance,
  series: number,
): Promise<boolean> {
  const picture = await withBytes(store, entry, folder, async (bytes) => {
    try {
      const instance = await readInstance(bytes);
      if (instance === null || instance.storage === null) return null;
      const frame = await (await framesOf(instance, instance.storage)).read(Math.floor(instance.frames / 2));
      return frame && (await drawThumbnail(frame, instance, instance.storage));
    } catch (error) {
      // The series can still be viewed: only its thumbnail is missing.
      if (error instanceof SlideFileError) return null;
      throw error;
    }
  });
  if (picture === null) return false;
  await writeFile(join(folder, RADIOLOGY_FILES.thumbnail(series)), picture, { mode: 0o600 });
  return true;
}
