/** The images that a printed quiz takes from its source folder, and the questions generated for it. */
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import type { PrintSource, SourceSlide } from "@parfocal/core/quiz-results/quiz-print.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadQuizBasis, type QuizContents, type QuizQuery } from "#quiz/load-quiz.ts";
import { findSubjects } from "#quiz/quiz-part.queries.ts";
import { findSubjectThumbnails } from "#quiz/subject-thumbnails.ts";
import { listSourceImages, loadAskedQuestions } from "#quiz-attempt/asked-questions.ts";
import { sampleQuestions } from "#quiz-attempt/generated-questions.ts";

/** @throws AppError `notFound` if the caller has no access to the quiz. */
export async function loadPrintSource(db: SiteDb, quiz: QuizQuery): Promise<PrintSource> {
  const basis = await loadQuizBasis(db, quiz);
  const { siteId } = quiz;
  const slides = await loadSourceSlides(db, siteId, basis);
  return { quizId: quiz.id, slides, sample: await loadSample(db, siteId, basis) };
}

/** The same for each print, so that the answer key matches a paper printed without it. */
async function loadSample(db: SiteDb, siteId: number, quiz: QuizContents): Promise<QuizQuestion[]> {
  const { quizId, settings } = quiz;
  if (settings.quiz_type !== "Auto-Generated") return [];
  const asked = sampleQuestions(await loadAskedQuestions(db, siteId, quiz), quizId, `print:${quizId}`);
  const subjects = asked.flatMap(({ subject }) => subject ?? []);
  const thumbnails = await findSubjectThumbnails(db, siteId, subjects);
  return asked.map(({ question, subject }) => ({ ...question, thumbnail: thumbnails.get(subject?.id ?? 0) ?? null }));
}

async function loadSourceSlides(db: SiteDb, siteId: number, { settings }: QuizContents): Promise<SourceSlide[]> {
  const ids = settings.quiz_type === "Common" ? await listSourceImages(db, siteId, settings) : null;
  if (!ids) return [];
  const subjects = await findSubjects(db, siteId, ids);
  const thumbnails = await findSubjectThumbnails(db, siteId, [...subjects.values()]);
  return ids.flatMap((itemId) => {
    const subject = subjects.get(itemId);
    return subject ? { itemId, title: subject.title, thumbnail: thumbnails.get(itemId) ?? null } : [];
  });
}
