/**
 * Creates and changes questions with their answer options.
 *
 * Source: spec part 1, section 5 ("Quiz question score": what a question needs, empty options dropped, one correct
 * option).
 */
import { AppError } from "@parfocal/core/errors.ts";
import { parseWkt } from "@parfocal/core/geometry/wkt.ts";
import {
  type AnswerOptionFacts,
  optionLabel,
  QUESTION_PROBLEM_TEXTS,
  questionProblem,
  settledOptions,
} from "@parfocal/core/quiz/question-rules.ts";
import type { QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";
import { titleOfOption } from "./option-text.ts";
import { updateItemTitle } from "./quiz.queries.ts";
import {
  findSubjectIds,
  findSubjectsAndBinned,
  type QuizPart,
  upsertOptionFacts,
  upsertQuestionFacts,
  writeOrder,
} from "./quiz-part.queries.ts";
import { removeQuizPart } from "./remove-quiz-part.ts";

interface OptionInput extends AnswerOptionFacts {
  /** ID of an existing option; omitted: a new option. */
  readonly id?: number | undefined;
}

export interface QuestionInput {
  readonly title: string;
  readonly type: QuestionType;
  readonly content: string;
  readonly itemId: number | null;
  readonly score: number | null;
  readonly correctAnswer: string;
  /** Formatted text; omitted: none. */
  readonly explanation?: string | undefined;
  readonly answerOptions: readonly OptionInput[];
}

interface By {
  readonly siteId: number;
  readonly userId: number;
}

const invalid = (message: string, code: string) => new AppError("invalid", message, { codes: [code] });

/**
 * Adds the question at the end of its parent. Call while the quiz is locked.
 *
 * @param parentId the quiz, or a quizSlide or quizCase in it. @returns its ID. @throws AppError `invalid` if something
 * is missing.
 */
export async function addQuestion(db: SiteDb, by: By, parentId: number, input: QuestionInput): Promise<number> {
  const { siteId, userId } = by;
  await assertQuestion(db, siteId, parentId, input);
  const item = await insertItem(db, siteId, { kind: "quizQuestion", title: input.title, createdBy: userId });
  await appendPlacement(db, siteId, { parentId, itemId: item.id });
  await writeFacts(db, siteId, item.id, input);
  await writeOptions(db, by, item.id, { present: [], input });
  return item.id;
}

/**
 * Replaces the question: omitted options are deleted. Call while the quiz is locked.
 *
 * @param present current options. @param linkedBefore linked item, which can be in the bin: it remains linked in case
 * it is restored.
 * @throws AppError `invalid` if something would be missing, or an option belongs to another question.
 */
export async function changeQuestion(
  db: SiteDb,
  by: By,
  {
    part,
    present,
    linkedBefore,
    input,
  }: { part: QuizPart; present: readonly QuizPart[]; linkedBefore: number | null; input: QuestionInput },
): Promise<void> {
  await assertQuestion(db, by.siteId, part.parentId, input, linkedBefore);
  await updateItemTitle(db, by.siteId, part.id, input.title);
  await writeFacts(db, by.siteId, part.id, input);
  await writeOptions(db, by, part.id, { present, input });
}

async function assertQuestion(
  db: SiteDb,
  siteId: number,
  parentId: number,
  input: QuestionInput,
  linkedBefore: number | null = null,
): Promise<void> {
  const subjectId = input.itemId ?? (await findSubjectIds(db, siteId, [parentId])).get(parentId) ?? null;
  const subject =
    subjectId === null ? undefined : (await findSubjectsAndBinned(db, siteId, [subjectId])).get(subjectId);
  if (input.itemId !== null && input.itemId !== linkedBefore && (!subject || subject.isInBin))
    throw invalid(`Image or case ${input.itemId} not found. Choose another one.`, "itemId");
  const problem = questionProblem({ ...input, linkedKind: subject?.kind ?? null });
  if (problem) throw invalid(QUESTION_PROBLEM_TEXTS[problem], problem);
  for (const { region } of settledOptions(input.type, input.answerOptions)) if (region !== null) assertRegion(region);
}

/** @throws AppError `invalid` unless the region is an area on a slide. */
function assertRegion(region: string): void {
  const parsed = parseWkt(region);
  if (!parsed.ok) throw invalid(`A region cannot be read: ${parsed.problem}`, "region");
  if (parsed.shape.kind !== "polygon" && parsed.shape.kind !== "multiPolygon")
    throw invalid("A region must be a polygon or several polygons.", "region");
}

async function writeFacts(db: SiteDb, siteId: number, id: number, input: QuestionInput): Promise<void> {
  await upsertQuestionFacts(db, siteId, id, {
    type: input.type,
    content: sanitiseRichText(input.content),
    score: input.score,
    correctAnswer: input.type === "short-answer" ? input.correctAnswer : "",
    explanation: sanitiseRichText(input.explanation ?? ""),
    linkedItemId: input.itemId,
  });
}

async function writeOptions(
  db: SiteDb,
  { siteId, userId }: By,
  questionId: number,
  { present, input }: { present: readonly QuizPart[]; input: QuestionInput },
): Promise<void> {
  const settled = settledOptions(input.type, input.answerOptions);
  const known = new Set(present.map(({ id }) => id));
  const named = settled.flatMap(({ id }) => id ?? []);
  const foreign = named.find((id, index) => !known.has(id) || named.indexOf(id) !== index);
  if (foreign !== undefined)
    throw invalid(`The question has no answer option ${foreign}, or it is listed twice.`, "id");
  for (const part of present) {
    if (!named.includes(part.id)) await removeQuizPart(db, { siteId, removedBy: userId }, part);
  }
  const order: number[] = [];
  for (const [place, option] of settled.entries()) {
    const title = titleOfOption(option, optionLabel(place));
    order.push(await writeOption(db, { siteId, userId }, questionId, { id: option.id, title, option }));
  }
  await writeOrder(db, siteId, questionId, order);
}

async function writeOption(
  db: SiteDb,
  { siteId, userId }: By,
  questionId: number,
  { id: knownId, title, option }: { id: number | undefined; title: string; option: AnswerOptionFacts },
): Promise<number> {
  let id = knownId;
  if (id === undefined) {
    ({ id } = await insertItem(db, siteId, { kind: "quizAnswerOption", title, createdBy: userId }));
    await appendPlacement(db, siteId, { parentId: questionId, itemId: id });
  } else await updateItemTitle(db, siteId, id, title);
  await upsertOptionFacts(db, siteId, id, {
    is_correct: option.isCorrect,
    left_text: option.left,
    right_text: option.right,
    region: option.region,
  });
  return id;
}
