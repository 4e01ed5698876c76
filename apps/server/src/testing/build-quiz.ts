import type { QuizType } from "@parfocal/core/quiz/quiz-types.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { insertQuiz, type QuizSettings } from "#quiz/quiz.queries.ts";
import { listQuizParts } from "#quiz/quiz-part.queries.ts";
import { addQuizSlide } from "#quiz/quiz-slides.ts";
import { addQuestion, type QuestionInput } from "#quiz/write-question.ts";
import { markAllSubmitted } from "#quiz-attempt/attempts-together.queries.ts";
import { findLatestAttempt, insertAttempt } from "#quiz-attempt/quiz-attempt.queries.ts";
import { buildCourse } from "./build-content.ts";
import type { TestSite } from "./build-site.ts";
import { buildUser } from "./build-user.ts";

interface QuizOptions {
  readonly title?: string;
  readonly type?: QuizType;
  /** Default: a new visible course. */
  readonly parentId?: number;
  /** Image that the quiz shows. */
  readonly imageId?: number;
  /** Omitted: one multiple-choice question. The questions are directly in the quiz. */
  readonly questions?: readonly Partial<QuestionInput>[];
  readonly settings?: Partial<QuizSettings>;
}

export interface TestQuiz {
  readonly quizId: number;
  /** ID of its quizSlide; null: it shows no slide. */
  readonly slideId: number | null;
  readonly questionIds: readonly number[];
  /** IDs of the options of all questions, in order. */
  readonly optionIds: readonly number[];
}

export const testQuestion = (input: Partial<QuestionInput> = {}): QuestionInput => ({
  title: "What is shown?",
  type: "multiple-choice",
  content: "",
  itemId: null,
  score: null,
  correctAnswer: "",
  answerOptions: [testOption("Kidney", true), testOption("Liver"), testOption("Spleen")],
  ...input,
});

export const testOption = (option: string, isCorrect = false) => ({
  option,
  isCorrect,
  left: "",
  right: "",
  region: null,
});

/** A quiz written directly to the database. */
export async function buildQuiz(site: TestSite, options: QuizOptions = {}): Promise<TestQuiz> {
  const { title = "Week 1", type = "Individual", imageId, questions = [{}] } = options;
  const parentId = options.parentId ?? (await buildCourse(site));
  const author = await buildUser(site, { role: "teacher" });
  const by = { siteId: site.id, userId: author.id };
  return withSite(site.server.platform.database, site.id, async (db) => {
    const { id: quizId } = await insertItem(db, site.id, { kind: "quiz", title, createdBy: author.id });
    await insertQuiz(db, site.id, quizId, { ...options.settings, quiz_type: type });
    await appendPlacement(db, site.id, { parentId, itemId: quizId });
    const slideId =
      imageId === undefined ? null : await addQuizSlide(db, by, { quizId, itemType: "image", itemId: imageId });
    const questionIds: number[] = [];
    for (const question of questions) questionIds.push(await addQuestion(db, by, quizId, testQuestion(question)));
    const parts = await listQuizParts(db, site.id, [quizId]);
    const optionIds = parts.filter(({ kind }) => kind === "quizAnswerOption").map(({ id }) => id);
    return { quizId, slideId, questionIds, optionIds };
  });
}

/** A running attempt without answers. @returns its ID. */
export function buildAttempt(site: TestSite, { quizId, userId }: { quizId: number; userId: number }): Promise<number> {
  return withSite(site.server.platform.database, site.id, async (db) => {
    const of = { quizId, userId };
    await insertAttempt(db, site.id, { ...of, seed: "test", startedAt: new Date(), deadlineAt: null });
    return (await findLatestAttempt(db, site.id, of))?.id ?? 0;
  });
}

/** Ends a running attempt like its user would, without grading it. */
export async function submitAttempt(site: TestSite, attemptId: number): Promise<void> {
  await withSite(site.server.platform.database, site.id, (db) =>
    markAllSubmitted(db, site.id, [{ id: attemptId, points: null, submittedAt: new Date() }], "person"),
  );
}
