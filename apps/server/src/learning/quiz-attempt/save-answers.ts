/** Stores answers of an attempt, all or none. */
import type { QuizAnswerSent } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { isNewer, saveProblem } from "@parfocal/core/quiz-attempt/attempt-rules.ts";
import { gradeAnswer } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { changedQuestion, storedAnswer } from "./answer-tokens.ts";
import type { AskedQuestion } from "./asked-question.ts";
import { questionKeyOf } from "./asked-questions.ts";
import { attemptFactsOf, problemError } from "./attempt-problems.ts";
import { type AskedQuiz, finaliseAttempt } from "./finalise-attempt.ts";
import { listAnswers, readAnswer, upsertAnswer, writeVerdicts } from "./quiz-attempt.queries.ts";
import type { QuizAnswerRow, QuizAttemptRow } from "./quiz-attempt.table.ts";
import type { SharedQuiz } from "./taken-quiz.ts";

interface Saving {
  readonly attempt: QuizAttemptRow;
  readonly taken: SharedQuiz;
  readonly sent: readonly QuizAnswerSent[];
  /** Arrival time of the request, ms since the epoch. */
  readonly receivedAt: number;
}

interface SavedAnswer {
  readonly row: QuizAnswerRow;
  readonly asked: AskedQuestion;
}

/**
 * Call while the attempt's row is locked.
 *
 * @returns the stored state of the given answers, each once, in order.
 * @throws AppError `conflict` after submission, `invalid` after the deadline or for a question that is not part of the
 * attempt.
 */
export async function keepAnswers(db: SiteDb, siteId: number, saving: Saving): Promise<SavedAnswer[]> {
  const { attempt, taken, sent, receivedAt } = saving;
  if (sent.length === 0) return [];
  const problem = saveProblem(attemptFactsOf(attempt), receivedAt);
  if (problem) throw problemError(problem);
  const byKey = new Map(taken.asked.map((asked) => [questionKeyOf(asked.question.id, asked.subjectId), asked]));
  const isSelftest = taken.settings.is_selftest_enabled;
  // An answer with a revision is written without reading the stored one, unless the stored one can be final.
  const areCompared = isSelftest || sent.some(({ rev }) => rev === undefined);
  const stored = areCompared ? await listAnswers(db, siteId, attempt.id) : [];
  const before = new Map(stored.map((row) => [keyOfRow(row), row]));
  const saved = new Map<string, SavedAnswer>();
  for (const answer of sent) {
    const asked = byKey.get(questionKeyOf(answer.questionId, answer.itemId ?? 0));
    if (!asked || asked.question.type !== answer.questionType) throw changedQuestion("questionId");
    const key = questionKeyOf(asked.question.id, asked.subjectId);
    const keeping = { attempt, asked, answer, stored: saved.get(key)?.row ?? before.get(key) ?? null, isSelftest };
    saved.set(key, { row: await keepOne(db, siteId, keeping), asked });
  }
  if (attempt.state !== "submitted") return [...saved.values()];
  const graded = new Map((await gradeAgain(db, siteId, attempt, taken)).map((row) => [keyOfRow(row), row]));
  return [...saved].map(([key, { row, asked }]) => ({ row: graded.get(key) ?? row, asked }));
}

const keyOfRow = (row: QuizAnswerRow): string => questionKeyOf(row.question_id, row.subject_id);

interface Keeping {
  readonly attempt: QuizAttemptRow;
  readonly asked: AskedQuestion;
  readonly answer: QuizAnswerSent;
  /** null: none, or not read. */
  readonly stored: QuizAnswerRow | null;
  readonly isSelftest: boolean;
}

/** Only the reminder of a checked answer can change. @returns the stored answer. */
async function keepOne(
  db: SiteDb,
  siteId: number,
  { attempt, asked, answer, stored, isSelftest }: Keeping,
): Promise<QuizAnswerRow> {
  const { question, subjectId, key } = asked;
  const rev = answer.rev ?? (stored?.rev ?? 0) + 1;
  const isFinal = isSelftest && (stored?.is_checked ?? false);
  const optionIds = question.answerOptions.map(({ id }) => id);
  const given = isFinal ? (stored?.answer ?? null) : storedAnswer(answer, attempt.seed, optionIds);
  if (stored && !isNewer({ rev }, stored)) return stored;
  const isChecked = isFinal || (isSelftest && answer.isChecked);
  const change = { questionId: question.id, subjectId, answer: given, isMarked: answer.isMarked, isChecked, rev };
  const written = await upsertAnswer(db, siteId, attempt.id, change);
  const row = written ?? (await readAnswer(db, siteId, { attemptId: attempt.id, questionId: question.id, subjectId }));
  if (!written || !isChecked || isFinal) return row;
  const verdict = gradeAnswer(key, given);
  const [graded] = await writeVerdicts(db, siteId, [
    { attemptId: attempt.id, questionId: question.id, subjectId, verdict },
  ]);
  return graded ?? row;
}

/** The deadline ended the attempt before an answer that had arrived in time was stored. */
async function gradeAgain(
  db: SiteDb,
  siteId: number,
  attempt: QuizAttemptRow,
  { settings, asked }: AskedQuiz,
): Promise<readonly QuizAnswerRow[]> {
  const at = attempt.submitted_at ?? new Date();
  return (await finaliseAttempt(db, siteId, attempt, { settings, asked, by: "sweeper", at })).answers;
}
