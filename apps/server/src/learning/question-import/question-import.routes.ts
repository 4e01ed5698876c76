import type { AnswerOf, BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { importQuestions } from "@parfocal/core/question-import/question-import.contract.ts";
import { withImageAddresses } from "@parfocal/core/question-import/source-images.ts";
import { withFormFiles } from "#attachment/form-files.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { repeatOnConflict } from "#platform/db/repeat-on-conflict.ts";
import { findOrClaimKey, keepAnswer, readIdempotencyKey } from "#platform/http/idempotency.ts";
import { type LongRouteContext, longRoute, type RouteInput } from "#platform/http/route.ts";
import { lockQuizOfParent } from "#quiz/lock-question-parent.ts";
import { findQuizSettings } from "#quiz/quiz.queries.ts";
import { addQuestion } from "#quiz/write-question.ts";
import { assertQuizHolds } from "#structure/assert-quiz-holds.ts";
import { type ReadFile, readPackageFile, readQuestionFile } from "./import-questions.ts";
import { insertImages, type WrittenImage, writeImages } from "./store-images.ts";

/** Reading can take seconds with images, so it holds no connection. */
export const questionImportRoutes = [
  longRoute(importQuestions, async (context, input) => {
    const read = await readSent(input.body);
    const written = new Set<string>();
    const { siteId, platform } = context;
    return withFormFiles(platform.files, { parts: new Set(), names: written }, async () => {
      const place = { files: platform.files, siteId };
      const files = input.body.isTrial ? [] : await writeImages(place, read.images, written);
      return repeatOnConflict(() => writeOnce(context, input, read, files));
    });
  }),
];

type Import = RouteInput<typeof importQuestions>;
type ImportAnswer = AnswerOf<typeof importQuestions>;

/** In one transaction, and only once, even if the request is sent again with the same key. */
function writeOnce(
  { platform, siteId, caller, request }: LongRouteContext,
  input: Import,
  read: ReadFile,
  files: readonly WrittenImage[],
): Promise<{ answer: ImportAnswer; isNew: boolean }> {
  const key = readIdempotencyKey(request);
  const { id: userId } = caller.signedIn();
  return withSite(platform.database, siteId, async (db) => {
    const use = { siteId, userId, call: importQuestions, input };
    const claim = key === null ? null : await findOrClaimKey(db, { ...use, key });
    if (claim?.stored) return { answer: claim.stored.answer as ImportAnswer, isNew: false };
    const answer = await writeQuestions(db, { siteId, userId }, input.body, read, files);
    if (claim) await keepAnswer(db, claim, { status: 200, answer });
    return { answer, isNew: true };
  });
}

async function writeQuestions(
  db: SiteDb,
  by: { readonly siteId: number; readonly userId: number },
  { parentId, isTrial }: Import["body"],
  { format, rows, categories, questions }: ReadFile,
  files: readonly WrittenImage[],
): Promise<ImportAnswer> {
  const { siteId } = by;
  const quizId = await lockQuizOfParent(db, siteId, parentId);
  await assertTakesQuestions(db, siteId, { quizId, parentId });
  const answer = { format, rows: [...rows], categories: [...categories] };
  if (isTrial) return { ...answer, questionIds: [], mediaIds: [] };
  const { mediaIds, srcOf } = await insertImages(db, by, files);
  const questionIds: number[] = [];
  for (const { question, images } of questions) {
    const withImages = (text: string) =>
      withImageAddresses(text, (place) => {
        const image = images[place];
        return (image && srcOf.get(image)) ?? null;
      });
    const values = {
      ...question,
      content: withImages(question.content),
      explanation: withImages(question.explanation),
      itemId: null,
      answerOptions: question.answerOptions.map((option) => ({ ...option, region: null })),
    };
    questionIds.push(await addQuestion(db, by, parentId, values));
  }
  await assertQuizHolds(db, siteId, quizId);
  return { ...answer, questionIds, mediaIds: [...mediaIds] };
}

async function readSent({ text, package: base64, format }: BodyOf<typeof importQuestions>): Promise<ReadFile> {
  if (text !== undefined && base64 === undefined) return readQuestionFile(text, format ?? null);
  if (text === undefined && base64 !== undefined) return readPackageFile(base64);
  throw new AppError("invalid", "Send either the text of a file or a package.", { codes: ["text", "package"] });
}

/**
 * Also checked by a dry run, so that it does not report questions for which the quiz has no room. @throws AppError
 * `invalid`.
 */
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
