import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { importQuestions } from "@parfocal/core/question-import/question-import.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { route } from "#platform/http/route.ts";
import { lockQuizOfParent } from "#quiz/lock-question-parent.ts";
import { findQuizSettings } from "#quiz/quiz.queries.ts";
import { addQuestion } from "#quiz/write-question.ts";
import { assertQuizHolds } from "#structure/assert-quiz-holds.ts";
import { type ReadFile, readPackageFile, readQuestionFile } from "./import-questions.ts";

export const questionImportRoutes = [
  route(importQuestions, async ({ db, siteId, caller }, { body }) => {
    const { parentId, isTrial } = body;
    const { questions, ...read } = await readSent(body);
    const quizId = await lockQuizOfParent(db, siteId, parentId);
    await assertTakesQuestions(db, siteId, { quizId, parentId });
    const answer = { ...read, rows: [...read.rows], categories: [...read.categories] };
    if (isTrial) return { ...answer, questionIds: [] };
    const by = { siteId, userId: caller.signedIn().id };
    const questionIds: number[] = [];
    for (const question of questions) {
      const answerOptions = question.answerOptions.map((option) => ({ ...option, region: null }));
      questionIds.push(await addQuestion(db, by, parentId, { ...question, itemId: null, answerOptions }));
    }
    await assertQuizHolds(db, siteId, quizId);
    return { ...answer, questionIds };
  }),
];

async function readSent({ text, package: base64, format }: BodyOf<typeof importQuestions>): Promise<ReadFile> {
  if (text !== undefined && base64 === undefined) return readQuestionFile(text, format ?? null);
  if (text === undefined && base64 !== undefined) return readPackageFile(base64);
  throw new AppError("invalid", "Send either the text of a file or a package.", { codes: ["text", "package"] });
}

/** So that a trial does not promise what the quiz cannot hold. @throws AppError `invalid`. */
async function assertTakesQuestions(
  db: SiteDb,
  siteId: number,
  { quizId, parentId }: { quizId: number; parentId: number },
): Promise<void> {
  const type = (await findQuizSettings(db, siteId, quizId))?.quiz_type;
  if (type === "Individual" || (type === "Common" && parentId === quizId)) return;
  throw new AppError(
    "invalid",
    "Questions can only be imported into an Individual quiz, or into a Common quiz itself.",
    {
      codes: ["parentId"],
    },
  );
}
