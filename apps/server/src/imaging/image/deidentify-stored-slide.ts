/**
 * The job that removes patient data from the stored files of a slide: cleaned copies are written beside them, checked,
 * and replace them. This cannot be undone. Tiles are still served during the work.
 */
import { randomUUID } from "node:crypto";
import { link, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { deidentifySlideFile } from "@parfocal/slides/deidentify/deidentify-slide-file.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { withSite } from "#platform/db/database.ts";
import { pathExists } from "#platform/files/path-exists.ts";
import { moveIntoPlace } from "#platform/files/slide-folders.ts";
import type { JobContext } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { findSlideFile, updateDeidentified } from "./image.queries.ts";
import { factsOfConverted, publishStoredSlide } from "./slide-work.ts";

/** Prefix of a cleaned copy's name until it replaces the original; no other file has it. */
const PART_PREFIX = "cleaned-";

/** Share of each file, if two files must be cleaned. */
const HALF = 0.5;

export async function deidentifyStoredSlide(
  platform: Platform,
  { siteId, subjectId, signal, report }: JobContext,
): Promise<void> {
  const { folders, database } = platform;
  const before = await withSite(database, siteId, (db) => findSlideFile(db, siteId, subjectId));
  if (before?.state !== "ready" || before.external_tiles !== null) return;
  const folder = folders.slideFolder(siteId, subjectId);
  await removeLeftovers(folder);
  const original = folders.original(siteId, subjectId);
  const pyramid = folders.pyramid(siteId, subjectId);
  const hasPyramid = await pathExists(pyramid);
  await assertRoom(platform, hasPyramid ? [original, pyramid] : [original]);
  const partOf = () => join(folder, `${PART_PREFIX}${randomUUID()}.part`);
  const cleanPyramid = hasPyramid ? partOf() : null;
  const cleanOriginal = partOf();
  if (cleanPyramid)
    await deidentifySlideFile(pyramid, cleanPyramid, { signal, onProgress: (done) => report(done * HALF) });
  const start = cleanPyramid ? HALF : 0;
  try {
    await deidentifySlideFile(original, cleanOriginal, {
      signal,
      onProgress: (done) => report(start + done * (1 - start)),
    });
  } catch (error) {
    // The pyramid is shown: an original that cannot be cleaned is replaced by it.
    if (!(error instanceof SlideFileError) || cleanPyramid === null) throw error;
    await link(cleanPyramid, cleanOriginal);
  }
  signal.throwIfAborted();
  if (cleanPyramid) await moveIntoPlace(cleanPyramid, pyramid);
  await moveIntoPlace(cleanOriginal, original);
  const { size: bytes } = await stat(original);
  const originalFilename = `slide-${subjectId}`;
  await publishStoredSlide(platform, siteId, subjectId, {
    ...(hasPyramid ? { own: factsOfConverted } : {}),
    alongside: (db) => updateDeidentified(db, siteId, subjectId, { bytes, originalFilename, at: new Date() }),
  });
}

/** Copies left by runs that were killed. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(PART_PREFIX));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

async function assertRoom({ folders }: Platform, paths: readonly string[]): Promise<void> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const needed = sizes.reduce((sum, size) => sum + size, 0);
  if ((await folders.freeBytes()) < needed)
    throw new SlideFileError("tooLarge", "Not enough space on the server for a de-identified copy of this file.");
}
