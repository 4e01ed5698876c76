/** Writes one email for the submissions of about a minute, so that an exam does not fill a mailbox. */
import { offeredLanguageFor } from "@parfocal/core/session/preferences.ts";
import { writeMail } from "#mail/write-mail.ts";
import { withSite } from "#platform/db/database.ts";
import { type JobContext, type JobHandler, JobPostponed } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { SEND_QUIZ_NOTICE } from "./follow-submission.ts";
import { noticeMail } from "./notice-mail.ts";
import { findNoticeAgeMs, findNoticeFacts, takeNotices } from "./quiz-notice.queries.ts";

/** Waiting time for further submissions, ms. */
const COLLECTED_MS = 60_000;

export const quizNoticeJobHandlers = (platform: Platform): Record<string, JobHandler> => ({
  [SEND_QUIZ_NOTICE]: (context) => sendNotice(platform, context),
});

/** One transaction: after a kill there are either the notices, or the email. @throws JobPostponed */
export async function sendNotice(
  platform: Platform,
  { siteId, subjectId: quizId }: Pick<JobContext, "siteId" | "subjectId">,
): Promise<void> {
  await withSite(platform.database, siteId, async (db) => {
    const ageMs = await findNoticeAgeMs(db, siteId, quizId);
    if (ageMs === null) return;
    if (ageMs < COLLECTED_MS) throw new JobPostponed(COLLECTED_MS - ageMs);
    const facts = await findNoticeFacts(db, siteId, quizId);
    const attempts = await takeNotices(db, siteId, quizId);
    if (!facts || facts.email === "" || attempts.length === 0) return;
    const { title, email, readerLanguage, authorLanguage, languages, origins } = facts;
    const language = offeredLanguageFor([readerLanguage, authorLanguage], languages);
    const url = origins[0] === undefined ? null : `${origins[0]}/s${siteId}/manage/quiz-results?quiz=${quizId}`;
    const sentences = noticeMail(language, { title, attempts, url });
    await writeMail(db, siteId, { to: { name: "", address: email }, language, sentences }, platform);
  });
  platform.jobs.wake();
}
