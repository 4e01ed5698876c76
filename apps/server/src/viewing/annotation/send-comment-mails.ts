/** Writes mails about new comments on an annotation: at most one per person and hour, and none about read comments. */

import { AppError } from "@parfocal/core/errors.ts";
import { formatPublicPath } from "@parfocal/core/item/public-path.ts";
import { offeredLanguageFor } from "@parfocal/core/session/preferences.ts";
import { accessScopeOf } from "#item/access-scope.ts";
import { findItem, listCrumbs } from "#item/item.queries.ts";
import { listPathsTo } from "#item/item-paths.queries.ts";
import { writeMail } from "#mail/write-mail.ts";
import { Caller } from "#platform/access/caller.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { findSite, type RequestSite } from "#platform/http/site-and-session.ts";
import { insertJob } from "#platform/jobs/job.queries.ts";
import { type JobContext, type JobHandler, JobPostponed } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { lockAnnotation } from "./annotation.queries.ts";
import { isMailRequested, listMailReaders, type MailReader, saveCommentMail } from "./comment-mail.queries.ts";
import { commentMail } from "./comment-mail.ts";
import { findShownAnnotation } from "./find-shown-annotation.ts";
import type { VisibleAnnotation } from "./visible-annotation.ts";

export const SEND_COMMENT_MAILS = "sendCommentMails";
/** Delay of a mail about a comment, in ms: a person who reads the thread within it gets no mail. */
const COLLECTED_MS = 2 * 60_000;
/** Between two mails to a person about the same thread, in ms. */
const MAIL_EVERY_MS = 60 * 60_000;

export const commentMailJobHandlers = (platform: Platform): Record<string, JobHandler> => ({
  [SEND_COMMENT_MAILS]: (context) => sendCommentMails(platform, context),
});

/** Call in the transaction that writes a comment; call `jobs.wake` after the commit if it answers true. */
export async function requestCommentMails(db: SiteDb, siteId: number, annotationId: number): Promise<boolean> {
  if (!(await isMailRequested(db, siteId, annotationId))) return false;
  // One job per comment, since a starting job may not see this comment yet. Jobs that find no comments do nothing.
  await insertJob(db, siteId, { kind: SEND_COMMENT_MAILS, subjectId: annotationId, isQuiet: true });
  return true;
}

/** One transaction for all mails: a kill leaves none of them. @throws JobPostponed while a mail is not due yet. */
export async function sendCommentMails(
  platform: Platform,
  { siteId, subjectId: annotationId }: Pick<JobContext, "siteId" | "subjectId">,
): Promise<void> {
  const waitMs = await withSite(platform.database, siteId, async (db) => {
    await lockAnnotation(db, siteId, annotationId);
    const site = await findSite(db, siteId);
    const waits: number[] = [];
    for (const reader of await listMailReaders(db, siteId, annotationId)) {
      const readerWaitMs = waitOf(reader);
      if (readerWaitMs > 0) waits.push(readerWaitMs);
      else if ((await mailTo(db, { site, annotationId, reader }, platform)) === "later") waits.push(MAIL_EVERY_MS);
    }
    return waits.length === 0 ? null : Math.min(...waits);
  });
  platform.jobs.wake();
  if (waitMs !== null) throw new JobPostponed(waitMs);
}

/** In ms; 0 or less: the mail is due. */
const waitOf = ({ ageMs, mailAgeMs }: MailReader): number =>
  Math.max(COLLECTED_MS - ageMs, mailAgeMs === null ? 0 : MAIL_EVERY_MS - mailAgeMs);

interface DueMail {
  readonly site: RequestSite;
  readonly annotationId: number;
  readonly reader: MailReader;
}

/** @returns "later" while a quiz asks the reader about the slide; "never" if they no longer see the annotation. */
async function mailTo(
  db: SiteDb,
  { site, annotationId, reader }: DueMail,
  platform: Platform,
): Promise<"sent" | "later" | "never"> {
  const { id, email, displayName, role, lastCommentId } = reader;
  const caller = new Caller({ id, sessionId: 0, email, displayName, role, grants: site.grants });
  const annotation = await findAnnotationOf(db, site.id, caller, annotationId);
  if (!annotation) return "never";
  if (annotation.image.isInRunningQuiz) return "later";
  const { row } = annotation;
  const title = (await findItem(db, site.id, row.image_id, "image"))?.title ?? "";
  const language = offeredLanguageFor([reader.language], site.languages);
  const url = await addressOf(db, { site, caller, imageId: row.image_id, annotationId });
  const sentences = commentMail(language, {
    ...{ name: displayName, title, url },
    ...{ isOwn: row.author_id === id, comments: reader.comments },
  });
  await writeMail(db, site.id, { to: { name: displayName, address: email }, language, sentences }, platform);
  await saveCommentMail(db, site.id, { userId: id, annotationId, lastCommentId });
  return "sent";
}

/** @returns null: the reader does not see it. */
async function findAnnotationOf(
  db: SiteDb,
  siteId: number,
  caller: Caller,
  annotationId: number,
): Promise<VisibleAnnotation | null> {
  try {
    return await findShownAnnotation({ db, siteId, caller }, annotationId);
  } catch (error) {
    if (error instanceof AppError && error.kind === "notFound") return null;
    throw error;
  }
}

/** @returns null: the site has no address, or the slide is in no course. */
async function addressOf(
  db: SiteDb,
  { site, caller, imageId, annotationId }: { site: RequestSite; caller: Caller; imageId: number; annotationId: number },
): Promise<string | null> {
  const [way] = await listPathsTo(db, site.id, imageId, accessScopeOf(caller));
  const origin = site.origins[0];
  if (!way || origin === undefined) return null;
  const steps = (await listCrumbs(db, site.id, way.ids)).map(({ type, id }) => ({ kind: type, id }));
  return `${origin}${formatPublicPath({ siteId: site.id, steps })}?annotation=${annotationId}`;
}
