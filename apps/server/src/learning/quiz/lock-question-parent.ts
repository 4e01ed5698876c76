import { AppError } from "@parfocal/core/errors.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findQuizIdOf, lockQuiz } from "./quiz.queries.ts";
import { listQuizParts } from "./quiz-part.queries.ts";

const QUESTION_PARENTS: ReadonlySet<string> = new Set(["quizSlide", "quizCase"]);

/**
 * The quiz that the questions are added to, locked. @throws AppError `invalid` if the parent cannot contain questions.
 */
export async function lockQuizOfParent(db: SiteDb, siteId: number, parentId: number): Promise<number> {
  const quizId = await findQuizIdOf(db, siteId, parentId);
  if (quizId !== undefined && (await lockQuiz(db, siteId, quizId))) {
    if (quizId === parentId) return quizId;
    const parts = await listQuizParts(db, siteId, [quizId]);
    if (parts.some(({ id, kind }) => id === parentId && QUESTION_PARENTS.has(kind))) return quizId;
  }
  throw new AppError("invalid", "A question can only be placed in a quiz or one of its slides or cases.", {
    codes: ["parentId"],
  });
}
