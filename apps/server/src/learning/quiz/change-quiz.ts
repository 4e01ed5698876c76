/** Creates quizzes, and changes their settings. */
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import type { createQuiz, updateQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { settledEvaluation } from "@parfocal/core/quiz/quiz-rules.ts";
import { assertItemSeen } from "#item/assert-item-seen.ts";
import { appendPlacement, findItem, insertItem } from "#item/item.queries.ts";
import { changeLook } from "#item/item-appearance.ts";
import { lockParent } from "#item/lock-parent.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { assertQuizHolds } from "#structure/assert-quiz-holds.ts";
import {
  findQuizSettings,
  insertQuiz,
  keepUserGroup,
  type QuizSettings,
  updateItemTexts,
  updateQuizSettings,
} from "./quiz.queries.ts";
import { changeQuizSlides } from "./quiz-slides.ts";

interface By {
  readonly siteId: number;
  readonly userId: number;
}

/**
 * A new quiz at the end of a course or folder.
 *
 * @returns its ID. @throws AppError `invalid` if the parent cannot contain a quiz, or something that its type requires
 * is missing.
 */
export async function addQuiz(db: SiteDb, by: By, body: BodyOf<typeof createQuiz>): Promise<number> {
  const { siteId, userId } = by;
  const { itemId: parentId, title, type, sourceFolder, slides } = body;
  if (title === undefined) throw new AppError("invalid", "Enter a title for the quiz.", { codes: ["title"] });
  await assertHoldsQuizzes(db, siteId, parentId);
  if (sourceFolder !== null) await assertSourceFolder(db, siteId, sourceFolder);
  const { id } = await insertItem(db, siteId, { kind: "quiz", title, createdBy: userId });
  await insertQuiz(db, siteId, id, { quiz_type: type, source_folder_id: sourceFolder });
  await appendPlacement(db, siteId, { parentId, itemId: id });
  await changeQuizSlides(db, by, id, slides);
  await assertQuizHolds(db, siteId, id);
  return id;
}

async function assertHoldsQuizzes(db: SiteDb, siteId: number, parentId: number): Promise<void> {
  const parent = await lockParent(db, siteId, parentId);
  if (parent && (ITEM_KINDS.quiz.livesIn as readonly string[]).includes(parent.kind)) return;
  throw new AppError("invalid", "A quiz can only be placed in a course or folder.", { codes: ["itemId"] });
}

/** Call while the quiz is locked. @throws AppError `invalid` if the changed quiz would break a rule. */
export async function changeQuiz(
  db: SiteDb,
  siteId: number,
  quizId: number,
  body: BodyOf<typeof updateQuiz>,
): Promise<void> {
  const before = await findQuizSettings(db, siteId, quizId);
  if (!before) throw notFound("Quiz");
  if (body.sourceFolder != null) await assertSourceFolder(db, siteId, body.sourceFolder);
  if (body.assignUserTo != null && body.assignUserTo !== before.assign_user_to)
    await assertUserGroup(db, siteId, body.assignUserTo);
  const { title, tags, thumbnailMediaId } = body;
  const content = body.content === undefined ? undefined : sanitiseRichText(body.content);
  await assertItemSeen(
    db,
    siteId,
    { id: quizId, kind: "quiz" },
    { seen: body.seen, updated: { title, content } },
    async () => ({ content: before.content }),
  );
  await updateItemTexts(db, siteId, quizId, { title, tags });
  await changeLook(db, siteId, quizId, { thumbnailMediaId });
  await updateQuizSettings(db, siteId, quizId, settingsOf(before, body));
  await assertQuizHolds(db, siteId, quizId);
}

async function assertSourceFolder(db: SiteDb, siteId: number, id: number): Promise<void> {
  const item = await findItem(db, siteId, id);
  if (item?.kind === "folder" || item?.kind === "course") return;
  throw new AppError("invalid", `Folder ${id} not found. Choose another source folder.`, { codes: ["sourceFolder"] });
}

async function assertUserGroup(db: SiteDb, siteId: number, id: number): Promise<void> {
  if (await keepUserGroup(db, siteId, id)) return;
  throw new AppError("invalid", `User group ${id} not found. Choose another one.`, { codes: ["assignUserTo"] });
}

/** Fields omitted from the body are unchanged. */
function settingsOf(before: QuizSettings, body: BodyOf<typeof updateQuiz>): QuizSettings {
  const evaluation = settledEvaluation({
    isAutoEvaluationEnabled: body.isAutoEvaluationEnabled ?? before.is_auto_evaluation_enabled,
    isSelftestEnabled: body.isSelftestEnabled ?? before.is_selftest_enabled,
    hideSubmittedQuestions: body.hideSubmittedQuestions ?? before.hide_submitted_questions,
  });
  return {
    quiz_type: body.type ?? before.quiz_type,
    content: body.content === undefined ? before.content : sanitiseRichText(body.content),
    source_folder_id: body.sourceFolder === undefined ? before.source_folder_id : body.sourceFolder,
    is_ordered: body.isOrdered ?? before.is_ordered,
    is_on_one_page: body.isOnOnePage ?? before.is_on_one_page,
    is_blocked: body.isBlocked ?? before.is_blocked,
    is_auto_evaluation_enabled: evaluation.isAutoEvaluationEnabled,
    is_automatically_numbered: body.isAutomaticallyNumbered ?? before.is_automatically_numbered,
    is_selftest_enabled: evaluation.isSelftestEnabled,
    hide_submitted_questions: evaluation.hideSubmittedQuestions,
    is_answer_option_shuffle_enabled: body.isAnswerOptionShuffleEnabled ?? before.is_answer_option_shuffle_enabled,
    timer_duration_s: body.timerDuration === undefined ? before.timer_duration_s : body.timerDuration,
    notification_email: body.notificationEmail ?? before.notification_email,
    assign_user_to: body.assignUserTo === undefined ? before.assign_user_to : body.assignUserTo,
    consensus_threshold: body.consensusThreshold ?? before.consensus_threshold,
  };
}
