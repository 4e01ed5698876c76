/** Keeps answers of an attempt. What cannot be kept is refused as a whole. */
import type { QuizAnswerSent } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { isNewer, saveProblem } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import { judgeAnswer } from "@parfocal/core/quiz-attempt/judge-answer.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { changedQuestion, storedAnswer } from "./answer-tokens.ts";
import { type AskedQuestion, keyOfAsked } from "./asked-questions.ts";
import { attemptFactsOf, problemError } from "./attempt-problems.ts";
import { finaliseAttempt } from "./finalise-attempt.ts";
import { listAnswers, upsertAnswer, writeVerdicts } from "./quiz-attempt.queries.ts";
import type { QuizAnswerRow, QuizAttemptRow } from "./quiz-attempt.table.ts";
import type { QuizToTake } from "./taken-quiz.ts";

interface Saving {
  readonly attempt: QuizAttemptRow;
  readonly taken: QuizToTake;
  readonly sent: readonly QuizAnswerSent[];
  /** ms since the epoch, before the request was read. */
  readonly receivedAt: number;
}

export interface SavedAnswer {
  readonly row: QuizAnswerRow;
  readonly asked: AskedQuestion;
}

/**
 * Call with the attempt's row locked.
 *
 * @returns the sent ones as they are stored now, in their order.
 * @throws AppError `conflict` after submission, `invalid` out of time or for a question that is not asked.
 */
export async function keepAnswers(db: SiteDb, siteId: number, saving: Saving): Promise<SavedAnswer[]> {
  const { attempt, taken, sent, receivedAt } = saving;
  if (sent.length === 0) return [];
  const problem = saveProblem(attemptFactsOf(attempt), receivedAt);
  if (problem) throw problemError(problem);
  const byKey = new Map(taken.asked.map((asked) => [keyOfAsked(asked.question.id, asked.subjectId), asked]));
  const before = new Map((await listAnswers(db, siteId, attempt.id)).map((row) => [keyOfRow(row), row]));
  const named: AskedQuestion[] = [];
  for (const answer of sent) {
    const asked = byKey.get(keyOfAsked(answer.questionId, answer.itemId ?? 0));
    if (!asked || asked.question.type !== answer.questionType) throw changedQuestion("questionId");
    const stored = before.get(keyOfAsked(asked.question.id, asked.subjectId)) ?? null;
    await keepOne(db, siteId, { attempt, asked, answer, stored, isSelftest: taken.settings.is_selftest_enabled });
    named.push(asked);
  }
  if (attempt.state === "submitted") await judgeAgain(db, siteId, attempt, taken.asked);
  const after = new Map((await listAnswers(db, siteId, attempt.id)).map((row) => [keyOfRow(row), row]));
  return named.flatMap((asked) => {
    const row = after.get(keyOfAsked(asked.question.id, asked.subjectId));
    return row ? { row, asked } : [];
  });
}

const keyOfRow = (row: QuizAnswerRow): string => keyOfAsked(row.question_id, row.subject_id);

interface Keeping {
  readonly attempt: QuizAttemptRow;
  readonly asked: AskedQuestion;
  readonly answer: QuizAnswerSent;
  readonly stored: QuizAnswerRow | null;
  readonly isSelftest: boolean;
}

/** Of an answer that was checked only the reminder changes. */
async function keepOne(
  db: SiteDb,
  siteId: number,
  { attempt, asked, answer, stored, isSelftest }: Keeping,
): Promise<void> {
  const { question, subjectId, key } = asked;
  const rev = answer.rev ?? (stored?.rev ?? 0) + 1;
  const isFinal = isSelftest && (stored?.is_checked ?? false);
  const optionIds = question.answerOptions.map(({ id }) => id);
  const given = isFinal ? (stored?.answer ?? null) : storedAnswer(answer, attempt.seed, optionIds);
  if (!isNewer({ rev }, stored)) return;
  const isChecked = isFinal || (isSelftest && answer.isChecked);
  const change = { questionId: question.id, subjectId, answer: given, isMarked: answer.isMarked, isChecked, rev };
  await upsertAnswer(db, siteId, attempt.id, change);
  if (isChecked && !isFinal)
    await writeVerdicts(db, siteId, attempt.id, [
      { questionId: question.id, subjectId, verdict: judgeAnswer(key, given) },
    ]);
}

/** The clock was faster than an answer that had arrived in time. */
async function judgeAgain(
  db: SiteDb,
  siteId: number,
  attempt: QuizAttemptRow,
  asked: readonly AskedQuestion[],
): Promise<void> {
  const at = attempt.submitted_at ?? new Date();
  await finaliseAttempt(db, siteId, attempt, { by: "sweeper", at, asked });
}
