/** Streams the answers to the questions of one type as CSV. */

import { Readable } from "node:stream";
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { type AnswerLine, answersCsvHead, answersCsvRows } from "@parfocal/core/quiz-results/answers-csv.ts";
import { EXPORT_ATTEMPTS_MAX, type exportQuiz } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { resultState } from "@parfocal/core/quiz-results/result-rules.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { listRegistrationsOf } from "#enrollment/enrollment.queries.ts";
import { answersOf, listColumns, type RegistrationColumn } from "#enrollment/registrations.ts";
import type { Caller } from "#platform/access/caller.ts";
import { type Database, type SiteDb, withSite } from "#platform/db/database.ts";
import { loadQuizBasis } from "#quiz/load-quiz.ts";
import type { AskedQuestion } from "#quiz-attempt/asked-question.ts";
import { loadAskedQuestions, questionKeyOf } from "#quiz-attempt/asked-questions.ts";
import { withEarlierQuestions } from "#quiz-attempt/generated-questions.ts";
import type { QuizAnswerRow } from "#quiz-attempt/quiz-attempt.table.ts";
import { type ExportedAttempt, findExportedAttempts, listAnswersTo, listAttemptIds } from "./export.queries.ts";

type Input = BodyOf<typeof exportQuiz>;

interface Export extends Pick<Input, "type" | "language" | "enrollmentFormId"> {
  readonly siteId: number;
  readonly form: readonly RegistrationColumn[];
  /** Questions of the type, with their numbers in the whole quiz. */
  readonly questions: readonly { readonly asked: AskedQuestion; readonly number: number }[];
  readonly attemptIds: readonly number[];
}

/**
 * Collects the data to be written, and records the export in the audit log.
 *
 * @throws AppError `notFound` if the caller has no access to the quiz or form; `forbidden` if the caller cannot see the
 * form's registrations; `tooLarge`.
 */
export async function planExport(
  db: SiteDb,
  { siteId, caller, input }: { siteId: number; caller: Caller; input: Input },
): Promise<Export> {
  const { id: quizId, type, language, enrollmentFormId } = input;
  const basis = await loadQuizBasis(db, { siteId, caller, id: quizId });
  const form = enrollmentFormId === null ? [] : await listColumns(db, { siteId, caller, formId: enrollmentFormId });
  const attemptIds = await listAttemptIds(db, siteId, { quizId, most: EXPORT_ATTEMPTS_MAX + 1 });
  if (attemptIds.length > EXPORT_ATTEMPTS_MAX)
    throw new AppError(
      "tooLarge",
      `More than ${EXPORT_ATTEMPTS_MAX} attempts. Remove the answers of earlier classes, or copy the quiz for each class.`,
    );
  const asked = await withEarlierQuestions(db, siteId, basis, await loadAskedQuestions(db, siteId, basis));
  const questions = asked
    .map((one, index) => ({ asked: one, number: index + 1 }))
    .filter((one) => one.asked.question.type === type);
  await recordAudit(db, siteId, {
    action: "quizResultsExported",
    actorId: caller.signedIn().id,
    objectId: quizId,
    facts: { count: attemptIds.length },
  });
  return { siteId, type, language, enrollmentFormId, form, questions, attemptIds };
}

/** Attempts per batch. */
const PORTION = 50;

/** A separate transaction for each batch, so that none stays open while a slow client receives. */
async function* piecesOf(database: Database, plan: Export): AsyncGenerator<string> {
  yield answersCsvHead(plan);
  for (let start = 0; start < plan.attemptIds.length; start += PORTION) {
    const ids = plan.attemptIds.slice(start, start + PORTION);
    const lines = await withSite(database, plan.siteId, (db) => linesOf(db, plan, ids));
    if (lines.length > 0) yield answersCsvRows(lines, plan);
  }
}

export const streamOfExport = (database: Database, plan: Export): Readable =>
  Readable.from(piecesOf(database, plan), { objectMode: false });

async function linesOf(db: SiteDb, plan: Export, ids: readonly number[]): Promise<AnswerLine[]> {
  const { siteId, questions, form, enrollmentFormId } = plan;
  const attempts = await findExportedAttempts(db, siteId, ids);
  const questionIds = [...new Set(questions.map(({ asked }) => asked.question.id))];
  const rows = await listAnswersTo(db, siteId, { attemptIds: ids, questionIds });
  const answers = new Map(
    rows.map((row) => [`${row.attempt_id} ${questionKeyOf(row.question_id, row.subject_id)}`, row] as const),
  );
  const userIds = attempts.map(({ userId }) => userId);
  const registered = enrollmentFormId === null ? [] : await listRegistrationsOf(db, siteId, enrollmentFormId, userIds);
  const registrations = new Map(registered.map((row) => [row.userId, answersOf(row, form)]));
  return attempts.flatMap((attempt) =>
    questions.map(({ asked, number }) => {
      const row = answers.get(`${attempt.id} ${questionKeyOf(asked.question.id, asked.subjectId)}`);
      return {
        ...lineOf(attempt, asked, row),
        questionNumber: number,
        registration: registrations.get(attempt.userId) ?? [],
      };
    }),
  );
}

const HUNDREDTHS = 100;
const pointsOf = (hundredths: number | null | undefined): number | null =>
  hundredths == null ? null : hundredths / HUNDREDTHS;

function lineOf(
  attempt: ExportedAttempt,
  { question, subject }: AskedQuestion,
  row: QuizAnswerRow | undefined,
): Omit<AnswerLine, "questionNumber" | "registration"> {
  const { name, email, attemptNo, state, finalisedBy, startedAt, submittedAt } = attempt;
  return {
    name,
    email,
    attemptNo,
    state: resultState(state, finalisedBy),
    startedAt,
    submittedAt,
    question: question.title,
    subject: subject?.title ?? null,
    options: question.answerOptions,
    answer: row?.answer ?? null,
    isRight: row?.is_right ?? null,
    points: pointsOf(row?.earned_hundredths),
    maxPoints: pointsOf(row?.max_hundredths),
    comment: row?.comment ?? "",
  };
}
