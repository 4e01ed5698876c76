/**
 * Reconciles the folders of slides with their rows after a kill, a restored backup or a lost disk (rule D-5).
 */
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SLIDE_JOBS } from "#image-card/slide-jobs.ts";
import { withSite } from "#platform/db/database.ts";
import { slideFolderName, slideNames } from "#platform/files/file-store.ts";
import { isOlderThan, namesIn } from "#platform/files/look-up-files.ts";
import { removeFolder, type SlideFolders } from "#platform/files/slide-folders.ts";
import { listOpenJobs } from "#platform/jobs/job.queries.ts";
import type { Platform } from "#platform/platform.ts";
import { changeSlideState, findLastSlideFileId, listSlideFiles } from "./image.queries.ts";
import type { SlideFileRow } from "./image.table.ts";
import { listTileCaches } from "./stored-slide.ts";

/** A folder without a row is kept for this time: its row may be written a moment later. Source: rule D-5. */
const ORPHAN_MS = 24 * 60 * 60 * 1000;
/** Thumbnails are written outside jobs, in less time than this. */
const THUMBNAIL_MS = 60 * 1000;

/** `….part`, and temporary files and folders with that name as a prefix. */
const UNFINISHED = /\.part(?:\.|$)/;

interface FoundFolder {
  readonly slideFileId: number;
  readonly path: string;
  /** Names of unfinished files. */
  readonly unfinished: readonly string[];
}

type SlideFacts = Pick<SlideFileRow, "id" | "state" | "format" | "bytes">;

interface KnownSlides {
  readonly siteId: number;
  readonly rows: readonly SlideFacts[];
  /** IDs of the rows. */
  readonly known: ReadonlySet<number>;
  readonly lastId: number;
  readonly now: number;
}

/** Name of the folder that contains the folders of all slides of a site. */
const slidesName = (siteId: number): string => slideFolderName(siteId, 0).slice(0, -"0/".length);

/** @param now current time, ms since the epoch. */
export async function tidySlideFolders(platform: Platform, siteId: number, now: number): Promise<void> {
  const slides = await tidyFoldersHere(platform, siteId, now);
  const stored = platform.files.isFolder ? null : await tidyStoredSlides(platform, slides);
  for (const row of slides.rows) await checkFiles(platform, siteId, row, stored ?? new Set());
}

/** In the folders of this machine only. @returns the slides that the database knows. */
export async function tidyFoldersHere(platform: Platform, siteId: number, now: number): Promise<KnownSlides> {
  // Reads the files first, then the jobs on them: a file that was found and has no job afterwards is abandoned.
  const found = await listFolders(platform.folders, siteId);
  const { rows, busy, lastId } = await withSite(platform.database, siteId, async (db) => {
    const rows = await listSlideFiles(db, siteId);
    const ids = rows.map(({ id }) => id);
    const jobs = (await listOpenJobs(db, siteId, SLIDE_JOBS, ids)).filter(({ state }) => state !== "failed");
    return { rows, busy: new Set(jobs.map(({ subject_id }) => subject_id)), lastId: await findLastSlideFileId(db) };
  });
  const known = new Set(rows.map(({ id }) => id));
  for (const folder of found) {
    if (known.has(folder.slideFileId)) {
      await removeUnfinished(folder, busy.has(folder.slideFileId), now);
      await removeGoneTileCaches(platform, siteId, folder.slideFileId, now);
    } else await removeOrphan(platform, folder, lastId, now);
  }
  await platform.files.forgetGone(slidesName(siteId), (part) => known.has(Number(part)));
  return { siteId, rows, known, lastId, now };
}

async function listFolders(folders: SlideFolders, siteId: number): Promise<FoundFolder[]> {
  const ofSite = dirname(folders.slideFolder(siteId, 0));
  const names = (await namesIn(ofSite)).filter((name) => /^[1-9]\d*$/.test(name));
  return Promise.all(
    names.map(async (name) => {
      const path = join(ofSite, name);
      const unfinished = (await namesIn(path)).filter((file) => UNFINISHED.test(file));
      return { slideFileId: Number(name), path, unfinished };
    }),
  );
}

async function removeUnfinished({ path, unfinished }: FoundFolder, isBusy: boolean, now: number): Promise<void> {
  for (const name of unfinished) {
    const file = join(path, name);
    const isAbandoned = name.startsWith("thumbnail.") ? await isOlderThan(file, THUMBNAIL_MS, now) : !isBusy;
    if (isAbandoned) await removeFolder(file);
  }
}

/** Tiles of files that no longer exist or have changed. */
async function removeGoneTileCaches(
  platform: Platform,
  siteId: number,
  slideFileId: number,
  now: number,
): Promise<void> {
  const cache = platform.folders.tileCache(siteId, slideFileId);
  const versions = await namesIn(cache);
  if (versions.length === 0) return;
  const current = await listTileCaches(platform, siteId, slideFileId);
  if (current === null) return;
  for (const path of versions.map((version) => join(cache, version))) {
    if (!current.includes(path) && (await isOlderThan(path, ORPHAN_MS, now))) await removeFolder(path);
  }
}

/**
 * A folder with a number that this database never assigned belongs to another database, or was created after the backup
 * from which the database was restored: its contents must not be lost.
 */
async function removeOrphan(
  { log }: Platform,
  { path, slideFileId }: FoundFolder,
  lastId: number,
  now: number,
): Promise<void> {
  if (!(await isOlderThan(path, ORPHAN_MS, now))) return;
  if (slideFileId > lastId) log.warn({ folder: path }, "slide folder without a row in this database is kept");
  else await removeFolder(path);
}

/** The same for the files of a store. @returns the names of files that belong to rows. */
async function tidyStoredSlides(
  { files, log }: Platform,
  { siteId, known, lastId, now }: KnownSlides,
): Promise<Set<string>> {
  const retained = new Set<string>();
  const prefix = slidesName(siteId);
  const listedAt = Date.now();
  for await (const { name, ageMs } of files.list(prefix)) {
    const id = Number(/^[1-9]\d*(?=\/)/.exec(name.slice(prefix.length))?.[0]);
    if (known.has(id)) retained.add(name);
    else if (Number.isNaN(id) || ageMs + now - listedAt <= ORPHAN_MS) continue;
    else if (id > lastId) log.warn({ name }, "a slide's file without a row in this database is kept");
    else await files.remove(name);
  }
  return retained;
}

/**
 * A ready slide needs its files; one whose missing files are back (for example on a disk that was not mounted) is ready
 * again.
 */
async function checkFiles(
  platform: Platform,
  siteId: number,
  row: SlideFacts,
  listed: ReadonlySet<string>,
): Promise<void> {
  const { database, files, log } = platform;
  const { id, state, format } = row;
  if (state !== "ready" && state !== "missing") return;
  const { original, pyramid } = slideNames(siteId, id);
  // The listing may be outdated: files missing from it are looked up individually.
  const isThere = async (name: string) => listed.has(name) || (await files.factsOf(name)) !== null;
  const areThere = (await isThere(original)) && (format !== "plain-image" || (await isThere(pyramid)));
  if (areThere === (state === "ready")) return;
  if (areThere && !(await isWhole(platform, siteId, row))) return;
  const to = areThere ? "ready" : "missing";
  const isChanged = await withSite(database, siteId, (db) => changeSlideState(db, siteId, id, { from: state, to }));
  if (isChanged)
    log.warn({ siteId, slideFileId: id }, areThere ? "a slide's files are back" : "a slide's files are missing");
}

/** The size of a linked folder has no meaning. */
async function isWhole({ files, folders }: Platform, siteId: number, { id, bytes }: SlideFacts): Promise<boolean> {
  if (!files.isFolder) return (await files.factsOf(slideNames(siteId, id).original))?.bytes === bytes;
  const stats = await stat(folders.original(siteId, id));
  return stats.isDirectory() || stats.size === bytes;
}
