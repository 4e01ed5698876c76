/**
 * The job that removes patient data from the stored files of a slide: cleaned copies are written beside them, checked,
 * and replace them. This cannot be undone. Tiles are still served during the work.
 */
import { randomUUID } from "node:crypto";
import { link, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { deidentifySlideFile } from "@parfocal/slides/deidentify/deidentify-slide-file.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import { withSite } from "#platform/db/database.ts";
import { slideNames } from "#platform/files/file-store.ts";
import type { JobContext } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { findSlideFile, updateDeidentified } from "./image.queries.ts";
import { factsOfConverted, publishStoredSlide } from "./slide-work.ts";

/** Prefix of a cleaned copy's name until it replaces the original; no other file has this prefix. */
const PART_PREFIX = "cleaned-";

/** Share of each file, if two files must be cleaned. */
const HALF = 0.5;

export async function deidentifyStoredSlide(
  platform: Platform,
  { siteId, subjectId, signal, report, assertOwned }: JobContext,
): Promise<void> {
  const { files, folders, database } = platform;
  const before = await withSite(database, siteId, (db) => findSlideFile(db, siteId, subjectId));
  if (before?.state !== "ready" || before.external_tiles !== null) return;
  const folder = folders.slideFolder(siteId, subjectId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);
  const names = slideNames(siteId, subjectId);
  const hasPyramid = (await files.factsOf(names.pyramid)) !== null;
  await assertRoom(platform, hasPyramid ? [names.original, names.pyramid] : [names.original]);
  const partOf = () => join(folder, `${PART_PREFIX}${randomUUID()}.part`);
  const clean = (name: string, to: string, onProgress: (done: number) => void) =>
    files.withLocal(name, (path) => deidentifySlideFile(path, to, { signal, onProgress }), signal);
  const cleanPyramid = hasPyramid ? partOf() : null;
  const cleanOriginal = partOf();
  if (cleanPyramid) await clean(names.pyramid, cleanPyramid, (done) => report(done * HALF));
  const start = cleanPyramid ? HALF : 0;
  try {
    await clean(names.original, cleanOriginal, (done) => report(start + done * (1 - start)));
  } catch (error) {
    // The pyramid is what is shown, so an original that cannot be cleaned is replaced by the pyramid.
    if (!(error instanceof SlideFileError) || cleanPyramid === null) throw error;
    await link(cleanPyramid, cleanOriginal);
  }
  signal.throwIfAborted();
  const { size: bytes } = await stat(cleanOriginal);
  // A server that takes over the job after this point first removes these copies, so that nothing is left to rename.
  await withSite(database, siteId, assertOwned);
  if (cleanPyramid) await files.keep(names.pyramid, cleanPyramid, signal);
  await files.keep(names.original, cleanOriginal, signal);
  const originalFilename = `slide-${subjectId}`;
  await publishStoredSlide(platform, siteId, subjectId, {
    ...(hasPyramid ? { own: factsOfConverted } : {}),
    assertOwned,
    alongside: (db) => updateDeidentified(db, siteId, subjectId, { bytes, originalFilename, at: new Date() }),
  });
}

/** Copies of earlier runs. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(PART_PREFIX));
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

async function assertRoom({ files, folders }: Platform, names: readonly string[]): Promise<void> {
  const sizes = await Promise.all(names.map(async (name) => (await files.factsOf(name))?.bytes ?? 0));
  const needed = sizes.reduce((sum, size) => sum + size, 0);
  if ((await folders.freeBytes()) < needed)
    throw new SlideFileError("tooLarge", "Not enough space on the server for a de-identified copy of this file.");
}
