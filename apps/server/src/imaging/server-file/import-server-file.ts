/**
 * Imports a slide from the server's disk into a site, as a copy or as a link. If an identical file was imported before,
 * that slide is placed instead.
 */
import { createHash, randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { spaceNeededBytes } from "@parfocal/core/upload/space-needed.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { adoptSlideFile } from "#image/adopt-slide-file.ts";
import { cannotLink } from "#image/place-slide-file.ts";
import type { KeepAnnotations } from "#image/slide-work.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import type { JobContext } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { findImageOfFile, placeImage, type RequestedPlace, waitForSameFile } from "#upload/known-slide.ts";
import {
  bytesOfDiskSlide,
  type DiskSlide,
  folderOfSet,
  linkTargetOf,
  pathOfDiskSlide,
  readDiskSlide,
  stampOf,
} from "./disk-slide.ts";
import { findServerFileByPath, keepServerFile } from "./server-file.queries.ts";

interface ServerFileOrder {
  readonly siteId: number;
  readonly slide: DiskSlide;
  /** A slide of several files is linked only if it has a separate folder, and copied otherwise. */
  readonly mode: "link" | "copy";
  readonly place: RequestedPlace;
  /** Stores the annotations that the file contains. */
  readonly keepAnnotations: KeepAnnotations;
  /** Of the job that imports it. */
  readonly assertOwned?: JobContext["assertOwned"];
  readonly signal?: AbortSignal;
  /** @param done share of the bytes read, 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

export interface ImportedSlide {
  readonly imageId: number;
  readonly title: string;
  /** Whether the same file already existed. */
  readonly isKnown: boolean;
}

/** The same file was added while this one was read. */
class AddedConcurrently extends Error {
  override readonly name = "AddedConcurrently";
}

/** @throws SlideFileError with a message; the signal's reason if aborted. In both cases nothing is left behind. */
export async function importServerFile(platform: Platform, order: ServerFileOrder): Promise<ImportedSlide> {
  const { siteId, slide } = order;
  const { database } = platform;
  const seen = await withSite(database, siteId, (db) => findSeen(db, order));
  if (seen) return seen;
  if (order.mode === "link" && !platform.files.isFolder) throw cannotLink();
  const target = order.mode === "link" ? await linkTargetOf(slide) : null;
  const copy = target === null ? join(platform.folders.uploads, `import-${process.pid}-${randomUUID()}`) : null;
  try {
    if (copy) await assertRoom(platform, slide);
    const sha256 = await readAll(order, copy);
    const known = await withSite(database, siteId, (db) => useKnown(db, order, sha256));
    if (known) return known;
    return await adopt(platform, order, { sha256, path: copy ?? target ?? "", isLinked: copy === null });
  } finally {
    if (copy) await rm(copy, { force: true });
  }
}

/** A file that was imported before and has not changed is not read again. */
async function findSeen(db: SiteDb, order: ServerFileOrder): Promise<ImportedSlide | undefined> {
  const row = await findServerFileByPath(db, order.siteId, pathOfDiskSlide(order.slide));
  if (!row?.sha256 || row.stamp !== stampOf(order.slide)) return undefined;
  return useKnown(db, order, row.sha256);
}

async function useKnown(db: SiteDb, order: ServerFileOrder, sha256: string): Promise<ImportedSlide | undefined> {
  const known = await findImageOfFile(db, order.siteId, sha256);
  if (!known) return undefined;
  await settle(db, order, { imageId: known.imageId, sha256 });
  return { ...known, isKnown: true };
}

async function settle(
  db: SiteDb,
  { siteId, slide, mode, place, assertOwned }: ServerFileOrder,
  { imageId, sha256 }: { imageId: number; sha256: string },
): Promise<void> {
  await assertOwned?.(db);
  await placeImage(db, siteId, imageId, place);
  await keepServerFile(db, siteId, {
    path: pathOfDiskSlide(slide),
    set_folder: slide.kind === "set" ? folderOfSet(slide) : null,
    filename: slide.filename,
    stamp: stampOf(slide),
    mode,
    parent_id: place.parentId,
    folders: [...place.folders],
    image_id: imageId,
    sha256,
  });
}

async function assertRoom(platform: Platform, slide: DiskSlide): Promise<void> {
  const free = await platform.folders.freeBytes();
  if (free < spaceNeededBytes([bytesOfDiskSlide(slide)]))
    throw new SlideFileError("tooLarge", "Not enough space on the server for this file.");
}

/**
 * @param copyPath where a copy is written, synced; null: the file is only read. @returns SHA-256, lower-case
 * hexadecimal.
 */
async function readAll({ slide, signal, onProgress }: ServerFileOrder, copyPath: string | null): Promise<string> {
  const hash = createHash("sha256");
  const total = Math.max(1, bytesOfDiskSlide(slide));
  const copy = copyPath === null ? null : await open(copyPath, "wx", 0o600);
  let done = 0;
  try {
    for await (const piece of readDiskSlide(slide, signal)) {
      hash.update(piece);
      await copy?.writeFile(piece);
      done += piece.length;
      onProgress?.(done / total);
    }
    await copy?.datasync();
  } finally {
    await copy?.close();
  }
  return hash.digest("hex");
}

async function adopt(
  platform: Platform,
  order: ServerFileOrder,
  { sha256, path, isLinked }: { sha256: string; path: string; isLinked: boolean },
): Promise<ImportedSlide> {
  const { siteId, slide, place, keepAnnotations, signal } = order;
  try {
    const imageId = await adoptSlideFile(platform, {
      siteId,
      path,
      isLinked,
      filename: slide.filename,
      sha256,
      bytes: bytesOfDiskSlide(slide),
      parentId: null,
      createdBy: place.createdBy,
      ...(signal ? { signal } : {}),
      async alongside(db, id, annotations) {
        signal?.throwIfAborted();
        await waitForSameFile(db, siteId, sha256);
        if (await findImageOfFile(db, siteId, sha256, id)) throw new AddedConcurrently();
        await settle(db, order, { imageId: id, sha256 });
        await keepAnnotations(db, { siteId, imageId: id, annotations });
      },
    });
    const made = await withSite(platform.database, siteId, (db) => findImageOfFile(db, siteId, sha256));
    return { imageId, title: made?.title ?? slide.filename, isKnown: false };
  } catch (error) {
    if (!(error instanceof AddedConcurrently)) throw error;
    const known = await withSite(platform.database, siteId, (db) => useKnown(db, order, sha256));
    if (!known) throw new Error("the slide added in the meantime no longer exists", { cause: error });
    return known;
  }
}
