/**
 * Stores the file of a new slide under its final name before its rows are committed (rule D-5): as a link in the
 * folder, or as an object in the store, which is sent before the transaction begins.
 *
 * A database restored from a backup assigns numbers again, and the files of slides added after that backup must not be
 * lost: a number that already has files is skipped.
 */
import { link, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { slideFolderName, slideNames } from "#platform/files/file-store.ts";
import { makeOwnFolder, removeFolder, syncFolder } from "#platform/files/slide-folders.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteSlideFileRow, insertSlideFile, type NewSlideFile, nextSlideFileId } from "./image.queries.ts";

interface Placed {
  readonly siteId: number;
  readonly path: string;
  readonly isLinked?: boolean;
  readonly signal?: AbortSignal;
}

interface SlidePlace {
  /** Writes the row. @returns its ID. */
  insert(db: SiteDb, file: NewSlideFile): Promise<number>;
  /** Must be called if the transaction fails. */
  takeBack(): Promise<void>;
}

export const cannotLink = () =>
  new SlideFileError(
    "unsupported",
    "Slides are kept in an S3 store and cannot be used where they are. Import them as copies.",
  );

export function placeInFolder({ folders }: Platform, { siteId, path, isLinked }: Placed): SlidePlace {
  let made: string | null = null;
  return {
    async insert(db, file) {
      const id = await insertWithFolder(db, siteId, file, (slideFileId) => folders.slideFolder(siteId, slideFileId));
      const original = folders.original(siteId, id);
      made = dirname(original);
      await (isLinked ? symlink(path, original) : link(path, original));
      await syncFolder(made);
      await syncFolder(dirname(made));
      return id;
    },
    async takeBack() {
      if (made) await removeFolder(made);
    },
  };
}

async function insertWithFolder(
  db: SiteDb,
  siteId: number,
  file: NewSlideFile,
  folderOf: (id: number) => string,
): Promise<number> {
  for (;;) {
    const id = await insertSlideFile(db, siteId, file);
    if (await makeOwnFolder(folderOf(id))) return id;
    await deleteSlideFileRow(db, siteId, id);
  }
}

/** @throws SlideFileError if the file should stay where it is; AppError `unavailable`. */
export async function placeInStore(
  platform: Platform,
  { siteId, path, isLinked, signal }: Placed,
): Promise<SlidePlace> {
  const { files } = platform;
  if (isLinked) throw cannotLink();
  const id = await findFreeId(platform, siteId);
  const { original } = slideNames(siteId, id);
  const part = await files.partFor(original);
  // The caller still needs its own name for the file.
  await link(path, part);
  await files.keep(original, part, signal);
  return {
    insert: (db, file) => insertSlideFile(db, siteId, { ...file, id }),
    // Files left behind because the store is unavailable are removed later.
    takeBack: () => files.remove(original).catch(() => {}),
  };
}

async function findFreeId({ database, files }: Platform, siteId: number): Promise<number> {
  for (;;) {
    const id = await withSite(database, siteId, nextSlideFileId);
    let isFree = true;
    for await (const _ of files.list(slideFolderName(siteId, id))) {
      isFree = false;
      break;
    }
    if (isFree) return id;
  }
}
