/**
 * Imports slides that appear in a folder on the server's disk: each slide that is no longer being written becomes a
 * job. The folder is polled, since folders of other machines do not report changes.
 */
import { dirname } from "node:path";
import { withSite } from "#platform/db/database.ts";
import { runIfAlone } from "#platform/db/run-alone.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { type DiskSlide, folderOfSet, pathOfDiskSlide, stampOf } from "#server-file/disk-slide.ts";
import { keepServerFile, listStamps } from "#server-file/server-file.queries.ts";
import { IMPORT_SERVER_FILE } from "#server-file/server-file-job.ts";
import { arrangeDiskFiles, type DiskFile, walkFolder } from "#server-file/walk-folder.ts";
import { findImportPlace } from "./import-slide-file.ts";

export interface WatchedFolder {
  readonly path: string;
  /** Course or folder; null: the course of imported slides. */
  readonly parentId: number | null;
  readonly mode: "link" | "copy";
  /** A file that has not changed for this long is complete. */
  readonly stillMs: number;
}

interface FolderWatch {
  /** Checks the folder once, now. @returns the number of slides that became jobs. */
  look(): Promise<number>;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = { min: 500, max: 10_000 };
/** Number of checks within the time that a file must be unchanged. */
const LOOKS_A_WAIT = 3;
/** Further slides wait for the next check. */
const MAX_JOBS_A_LOOK = 500;

interface WatchOptions {
  readonly siteId?: number;
  /** Any monotonic clock. */
  readonly clockMs?: () => number;
}

export function watchFolder(
  platform: Platform,
  folder: WatchedFolder,
  { siteId = DEFAULT_SITE_ID, clockMs = () => performance.now() }: WatchOptions = {},
): FolderWatch {
  /** Since when each group of files has been unchanged. */
  let seen = new Map<string, { readonly stamp: string; readonly sinceMs: number }>();
  const life = new AbortController();
  let isFailing = false;

  async function lookOnce(): Promise<number> {
    const files = await walkFolder(folder.path, "", life.signal);
    const { slides } = await arrangeDiskFiles(files);
    const still = new Set(noteStill(files, slides));
    const stamps = await withSite(platform.database, siteId, (db) => listStamps(db, siteId));
    const fresh = slides
      .filter((slide) => still.has(groupOf(slide)) && stamps.get(pathOfDiskSlide(slide)) !== stampOf(slide))
      .slice(0, MAX_JOBS_A_LOOK);
    if (fresh.length === 0) return 0;
    const parentId = folder.parentId ?? (await findImportPlace(platform, siteId));
    for (const slide of fresh) await addJob(slide, parentId);
    platform.jobs.wake();
    return fresh.length;
  }

  /**
   * A slide waits for everything in its folder, since a set may be incomplete. At the top level each slide waits only
   * for itself.
   */
  const groupOf = (slide: DiskSlide) => (slide.folders.length > 0 ? `${slide.folders.join("/")}/` : slide.filename);

  /** @returns the groups in which nothing has changed for long enough. */
  function noteStill(files: readonly DiskFile[], slides: readonly DiskSlide[]): string[] {
    const nowMs = clockMs();
    const stampOfFolder = stampsOfFolders(files);
    const next: typeof seen = new Map();
    for (const slide of slides) {
      const group = groupOf(slide);
      const stamp = group.endsWith("/") ? (stampOfFolder.get(group) ?? "") : stampOf(slide);
      const before = seen.get(group);
      next.set(group, before?.stamp === stamp ? before : { stamp, sinceMs: nowMs });
    }
    seen = next;
    return [...next].flatMap(([group, { sinceMs }]) => (nowMs - sinceMs >= folder.stillMs ? group : []));
  }

  async function addJob(slide: DiskSlide, parentId: number): Promise<void> {
    await withSite(platform.database, siteId, async (db) => {
      const subjectId = await keepServerFile(db, siteId, {
        path: pathOfDiskSlide(slide),
        set_folder: slide.kind === "set" ? folderOfSet(slide) : null,
        filename: slide.filename,
        stamp: stampOf(slide),
        mode: folder.mode,
        parent_id: parentId,
        folders: [...slide.folders],
        image_id: null,
        sha256: null,
      });
      await platform.jobs.add(db, siteId, { kind: IMPORT_SERVER_FILE, subjectId });
    });
  }

  let running: Promise<unknown> = Promise.resolve();
  /** Checks run one after the other. */
  function look(): Promise<number> {
    const looked = running
      // Null if another server that watches the same folder is checking it now.
      .then(() => runIfAlone(platform.database, `watched folder ${siteId}`, lookOnce))
      .then((count) => count ?? 0);
    running = looked.catch(() => undefined);
    return looked;
  }

  const everyMs = Math.min(LOOK_EVERY_MS.max, Math.max(LOOK_EVERY_MS.min, folder.stillMs / LOOKS_A_WAIT));
  let timer = setTimeout(lookAndGoOn, 0).unref();
  async function lookAndGoOn(): Promise<void> {
    try {
      await look();
      isFailing = false;
    } catch (error) {
      if (life.signal.aborted) return;
      if (!isFailing)
        platform.log.warn({ err: error, folder: folder.path }, "the watched folder cannot be read; it will be retried");
      isFailing = true;
    }
    if (!life.signal.aborted) timer = setTimeout(lookAndGoOn, everyMs).unref();
  }

  return {
    look,
    async stop() {
      life.abort(new Error("the server stops"));
      clearTimeout(timer);
      await running;
    },
  };
}

/** For each folder, including everything below it. */
function stampsOfFolders(files: readonly DiskFile[]): Map<string, string> {
  const sums = new Map<string, { count: number; bytes: number; modifiedMs: number }>();
  for (const { path, bytes, modifiedMs } of files) {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
      const sum = sums.get(`${folder}/`) ?? { count: 0, bytes: 0, modifiedMs: 0 };
      sums.set(`${folder}/`, {
        count: sum.count + 1,
        bytes: sum.bytes + bytes,
        modifiedMs: Math.max(sum.modifiedMs, modifiedMs),
      });
    }
  }
  return new Map([...sums].map(([folder, sum]) => [folder, Object.values(sum).join(" ")]));
}
