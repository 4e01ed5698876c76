/** Deletes expired data at startup and every hour. */
import { setTimeout as sleep } from "node:timers/promises";
import { deleteOldLinks } from "#account/account-link.queries.ts";
import { deleteOldAnnotations } from "#annotation/annotation-bin.queries.ts";
import { deleteOldComments } from "#annotation/annotation-comment.queries.ts";
import { tidyAttachments } from "#attachment/tidy-attachments.ts";
import { deleteOldAuditEntries } from "#audit/delete-old-entries.ts";
import { deleteOldAnalyses, failAbandonedAnalyses } from "#cell-analysis/cell-analysis.queries.ts";
import { deleteOldTokenUses } from "#host-sign-in/host-token.queries.ts";
import { fillScanFacts } from "#image/image.queries.ts";
import { tidyFoldersHere, tidySlideFolders } from "#image/tidy-slide-folders.ts";
import { deleteEmptyPosts } from "#item/item-post.queries.ts";
import { tidyMails } from "#mail/tidy-mails.ts";
import { tidyMedia } from "#media/tidy-media.ts";
import { deleteOldNotes } from "#note/note.queries.ts";
import { type SiteDb, withSite, withSiteAtLeisure } from "#platform/db/database.ts";
import { runIfAlone } from "#platform/db/run-alone.ts";
import { removeUpload } from "#platform/files/upload-files.ts";
import { deleteOldKeys } from "#platform/http/idempotency.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteOldAttempts, deleteOldPreviews } from "#quiz-attempt/quiz-attempt.queries.ts";
import { deleteOldRegrades } from "#quiz-results/regrade.queries.ts";
import { tidyRadiology } from "#radiology/tidy-radiology.ts";
import { UNPACK_RADIOLOGY } from "#radiology/unpack-upload.ts";
import { deleteOldRequests } from "#registration/registration.queries.ts";
import { deleteOldFailures, deleteOldSessions } from "#session/session.queries.ts";
import { binLooseImages } from "#structure/bin-loose-images.ts";
import { emptyBin } from "#structure/empty-bin.ts";
import { deleteOldMarks } from "#textbook-mark/textbook-mark.queries.ts";
import { deleteOldTextbookNotes } from "#textbook-note/textbook-note.queries.ts";
import { CHECK_UPLOAD } from "#upload/check-upload.ts";
import { tidyUploads, tidyUploadsHere } from "#upload/tidy-uploads.ts";
import { deleteExpiredUploads } from "#upload/upload.queries.ts";
import { deleteOldUnknownEmails } from "#work-group/unknown-email.queries.ts";
import { deleteOldWorkGroups } from "#work-group/work-group.queries.ts";

const EVERY_MS = 60 * 60 * 1000;
/** Number of slides whose facts are filled in within one transaction. */
const FACTS_AT_ONCE = 200;

/** When the server stops, it waits this long for a running step. */
const STOP_WITHIN_MS = 2000;

interface Janitor {
  /** Starts no further step; resolves when the current one has ended, or after 2 s. */
  stop(): Promise<void>;
}

export function startJanitor(platform: Platform): Janitor {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const tidy = () => {
    running = tidyOnce(platform, stopping.signal).catch((error: unknown) =>
      platform.log.warn({ err: error }, "cleanup failed; it will be retried"),
    );
  };
  tidy();
  const timer = setInterval(tidy, EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.race([running, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** Shared data is cleaned up by one server; with an S3 store each server also cleans up its local files. */
async function tidyOnce(platform: Platform, stopping: AbortSignal): Promise<void> {
  const now = Date.now();
  const hasDone = await runIfAlone(platform.database, "janitor", async () => {
    await clearAway(platform, now, stopping);
    return true;
  });
  if (!hasDone && !platform.files.isFolder) await clearThisMachine(platform, now, stopping);
}

/**
 * A failed step is logged and retried in the next run; other steps continue.
 *
 * @param now reference time, in ms since the epoch.
 * @param stopping no step is started after it is aborted.
 */
export async function clearAway(platform: Platform, now = Date.now(), stopping?: AbortSignal): Promise<void> {
  const sites = await platform.database.selectFrom("site").select("id").execute();
  const steps: Step[] = [
    ...sites.flatMap(({ id: siteId }) =>
      Object.entries(PARTS_OF_SITE).map(([part, tidy]) => ({
        part,
        siteId,
        work: () => tidy(platform, siteId, now),
      })),
    ),
    { part: "files of uploads", work: () => tidyUploads(platform, now) },
    ...cacheSteps(platform),
  ];
  await attemptAll(platform, steps, stopping);
}

/** The part of the cleanup that concerns the data folder of this machine, if files are stored in an S3 store. */
async function clearThisMachine(platform: Platform, now = Date.now(), stopping?: AbortSignal): Promise<void> {
  const sites = await platform.database.selectFrom("site").select("id").execute();
  const steps: Step[] = [
    ...sites.map(({ id: siteId }) => ({
      part: "folders of slides on this machine",
      siteId,
      work: () => tidyFoldersHere(platform, siteId, now),
    })),
    { part: "files of uploads on this machine", work: () => tidyUploadsHere(platform, now) },
    ...cacheSteps(platform),
  ];
  await attemptAll(platform, steps, stopping);
}

const cacheSteps = (platform: Platform): Step[] => [
  { part: "tiles", work: () => platform.folders.tileCacheRoom.sweep() },
  { part: "blocks of files", work: () => platform.files.sweep() },
];

async function attemptAll(platform: Platform, steps: readonly Step[], stopping?: AbortSignal): Promise<void> {
  for (const step of steps) {
    if (stopping?.aborted) return;
    await attempt(platform, step, stopping);
  }
}

interface Step {
  readonly part: string;
  readonly siteId?: number;
  readonly work: () => Promise<unknown>;
}

async function attempt({ log }: Platform, { work, ...what }: Step, stopping?: AbortSignal): Promise<void> {
  try {
    await work();
  } catch (error) {
    // Errors caused by what a stopping server has closed already are not logged.
    if (!stopping?.aborted) log.warn({ err: error, ...what }, "a cleanup step failed; it will be retried");
  }
}

type Tidy = (platform: Platform, siteId: number, now: number) => Promise<unknown>;

const inDatabase =
  (work: (db: SiteDb, siteId: number, now: number) => Promise<unknown>): Tidy =>
  ({ database }, siteId, now) =>
    withSiteAtLeisure(database, siteId, (db) => work(db, siteId, now));

/** In this order: later steps remove data that earlier ones leave without an owner. */
const PARTS_OF_SITE: Readonly<Record<string, Tidy>> = {
  keys: inDatabase(deleteOldKeys),
  sessions: inDatabase(deleteOldSessions),
  failures: inDatabase(deleteOldFailures),
  "tokens of hosts": inDatabase(deleteOldTokenUses),
  "posts of hosts": inDatabase(deleteEmptyPosts),
  "account links": inDatabase(deleteOldLinks),
  "registration requests": inDatabase(deleteOldRequests),
  mails: tidyMails,
  "audit log": inDatabase(deleteOldAuditEntries),
  annotations: inDatabase(deleteOldAnnotations),
  "removed quiz attempts": inDatabase(deleteOldAttempts),
  "quiz previews": inDatabase(deleteOldPreviews),
  "quiz regrades": inDatabase(deleteOldRegrades),
  "work groups": ({ database }, siteId, now) => deleteOldWorkGroups(database, siteId, now),
  "annotation comments": inDatabase(deleteOldComments),
  notes: inDatabase(deleteOldNotes),
  "cell analyses": inDatabase(deleteOldAnalyses),
  "abandoned cell analyses": inDatabase(failAbandonedAnalyses),
  "textbook marks": inDatabase(deleteOldMarks),
  "textbook notes": inDatabase(deleteOldTextbookNotes),
  "unknown emails": inDatabase(deleteOldUnknownEmails),
  "loose images": inDatabase(binLooseImages),
  "expired uploads": tidyExpiredUploads,
  bin: emptyBin,
  "folders of slides": tidySlideFolders,
  radiology: tidyRadiology,
  attachments: tidyAttachments,
  media: tidyMedia,
  "facts of scans": fillAllScanFacts,
};

async function tidyExpiredUploads(platform: Platform, siteId: number, now: number): Promise<void> {
  const expired = await withSiteAtLeisure(platform.database, siteId, (db) =>
    deleteExpiredUploads(db, siteId, [CHECK_UPLOAD, UNPACK_RADIOLOGY], now),
  );
  for (const id of expired) await removeUpload(platform, { siteId, uploadId: id });
}

async function fillAllScanFacts({ database }: Platform, siteId: number): Promise<void> {
  while ((await withSite(database, siteId, (db) => fillScanFacts(db, siteId, FACTS_AT_ONCE))) === FACTS_AT_ONCE);
}
