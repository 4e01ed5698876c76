/** Effects of a submitted attempt: membership of the quiz's user group, and the notice to its email address. */
import { recordAudit } from "#audit/record-audit.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { insertJob } from "#platform/jobs/job.queries.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { insertGroupMember } from "#user-group/user-group.queries.ts";
import { insertNotice } from "./quiz-notice.queries.ts";

export const SEND_QUIZ_NOTICE = "sendQuizNotice";

interface Submitted {
  readonly attemptId: number;
  readonly quizId: number;
  readonly userId: number;
}

/**
 * Call in the transaction that ends the attempt, once for each attempt.
 *
 * @param settings of the quiz; null: it no longer exists.
 */
export async function followSubmission(
  db: SiteDb,
  siteId: number,
  { attemptId, quizId, userId }: Submitted,
  settings: Pick<QuizSettings, "assign_user_to" | "notification_email"> | null,
): Promise<void> {
  if (!settings) return;
  const { assign_user_to: groupId, notification_email: email } = settings;
  if (groupId !== null && (await insertGroupMember(db, siteId, { groupId, userId })))
    await recordAudit(db, siteId, {
      action: "memberAdded",
      actorId: userId,
      personId: userId,
      objectId: groupId,
      facts: { way: "quiz" },
    });
  if (email === "") return;
  await insertNotice(db, siteId, { attemptId, quizId });
  // One job for each notice: a job that is about to run may not see this notice. Jobs without a notice do nothing.
  await insertJob(db, siteId, { kind: SEND_QUIZ_NOTICE, subjectId: quizId, isQuiet: true });
}
