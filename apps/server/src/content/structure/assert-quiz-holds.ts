/** Rules of quizzes and questions, checked after every change, removal or restoration in them. */
import { AppError, notFound } from "@parfocal/core/errors.ts";
import {
  ANSWER_OPTIONS_MAX,
  QUESTION_PROBLEM_TEXTS,
  type QuestionProblem,
} from "@parfocal/core/quiz/question-rules.ts";
import { QUIZ_PROBLEM_TEXTS, quizProblem } from "@parfocal/core/quiz/quiz-rules.ts";
import type { ItemRow } from "#item/item.table.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { countOptions, findQuizAround, findQuizFacts, type OptionCounts } from "./quiz-facts.queries.ts";

/**
 * Call after the change, with the quiz locked. @throws AppError `invalid` if the quiz would break a rule; nothing is
 * changed then.
 */
export async function assertQuizHolds(db: SiteDb, siteId: number, quizId: number): Promise<void> {
  const facts = await findQuizFacts(db, siteId, quizId);
  if (!facts) throw notFound("Quiz");
  const problem = quizProblem(facts);
  if (problem) throw new AppError("invalid", QUIZ_PROBLEM_TEXTS[problem], { codes: [problem] });
}

/**
 * Checks a parent whose children have changed; a parent outside of quizzes always passes.
 *
 * @throws AppError `invalid` if its quiz, or its question, would break a rule.
 */
export async function assertQuizPlaceHolds(
  db: SiteDb,
  siteId: number,
  place: Pick<ItemRow, "id" | "kind">,
): Promise<void> {
  if (!place.kind.startsWith("quiz")) return;
  if (place.kind === "quizQuestion") {
    const problem = optionsProblem(await countOptions(db, siteId, place.id));
    if (problem) throw new AppError("invalid", QUESTION_PROBLEM_TEXTS[problem], { codes: [problem] });
  }
  const quizId = await findQuizAround(db, siteId, place.id);
  if (quizId !== undefined) await assertQuizHolds(db, siteId, quizId);
}

function optionsProblem(counts: OptionCounts | undefined): QuestionProblem | null {
  if (!counts) return null;
  if (counts.options > ANSWER_OPTIONS_MAX) return "tooManyOptions";
  return counts.type === "multiple-choice" && counts.correct > 1 ? "severalCorrect" : null;
}
