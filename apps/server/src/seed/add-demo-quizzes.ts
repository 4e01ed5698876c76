/** Adds a quiz of each type to the demo; the first contains a question of each type. */

import type { SiteDb } from "#platform/db/database.ts";
import { addQuiz } from "#quiz/change-quiz.ts";
import { updateQuizSettings } from "#quiz/quiz.queries.ts";
import { addQuizSlide } from "#quiz/quiz-slides.ts";
import { addQuestion } from "#quiz/write-question.ts";
import { addDemoAttempts } from "./add-demo-attempts.ts";
import { DEMO_QUIZZES, question } from "./demo-reading.ts";
import { tissueScenes } from "./tissue/tissue-scene.ts";

interface QuizPlace {
  readonly siteId: number;
  readonly createdBy: number;
  /** Folder of the quizzes; the generated quiz asks about its images. */
  readonly folderId: number;
  /** By key of the scene. */
  readonly imageIds: ReadonlyMap<string, number>;
}

export async function addDemoQuizzes(db: SiteDb, place: QuizPlace): Promise<void> {
  const { siteId, createdBy: userId, folderId, imageIds } = place;
  const by = { siteId, userId };
  const quiz = { itemType: "folder", itemId: folderId, sourceFolder: null, slides: [] } as const;
  const { individual, common, generated } = DEMO_QUIZZES;

  const individualId = await addQuiz(db, by, { ...quiz, slides: [], title: individual.title, type: "Individual" });
  await updateQuizSettings(db, siteId, individualId, {
    is_auto_evaluation_enabled: true,
    is_automatically_numbered: true,
  });
  for (const input of individual.questions) await addQuestion(db, by, individualId, input);
  const slide = await addQuestionsOfSlide(db, place, individualId);
  await addDemoAttempts(db, { siteId, quizId: individualId, slide });

  const slides = common.scenes.flatMap((scene) => {
    const itemId = imageIds.get(scene);
    return itemId === undefined ? [] : [{ itemType: "image" as const, itemId }];
  });
  const commonId = await addQuiz(db, by, { ...quiz, slides, title: common.title, type: "Common" });
  await addQuestion(db, by, commonId, common.question);

  const input = { ...quiz, slides: [], sourceFolder: folderId, title: generated.title };
  await addQuiz(db, by, { ...input, type: "Auto-Generated" });
}

/** @returns the size of the slide in pixels. */
async function addQuestionsOfSlide(db: SiteDb, { siteId, createdBy: userId, imageIds }: QuizPlace, quizId: number) {
  const { scene: key, question: asked, region } = DEMO_QUIZZES.individual.ofSlide;
  const itemId = imageIds.get(key);
  const scene = tissueScenes().find((candidate) => candidate.key === key);
  if (itemId === undefined || !scene) throw new Error(`there is no slide of the scene ${key} in the demo`);
  const by = { siteId, userId };
  const slideId = await addQuizSlide(db, by, { quizId, itemType: "image", itemId });
  await addQuestion(db, by, slideId, asked);
  const { width, height } = scene;
  const bottom = Math.round(height * region.share);
  const drawn = `POLYGON ((0 0, ${width} 0, ${width} ${bottom}, 0 ${bottom}, 0 0))`;
  const answerOptions = [{ option: region.option, isCorrect: true, left: "", right: "", region: drawn }];
  await addQuestion(db, by, slideId, question({ title: region.title, type: "annotation", answerOptions }));
  return { width, height };
}
