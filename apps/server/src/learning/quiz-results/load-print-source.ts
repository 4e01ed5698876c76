/** What a printed quiz takes from its source folder. */
import type { PrintSource, SourceSlide } from "@parfocal/core/quiz-results/quiz-print.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { loadQuizBasis, type QuizContents, type QuizQuery } from "#quiz/load-quiz.ts";
import { findSubjects } from "#quiz/quiz-part.queries.ts";
import { findSubjectThumbnails } from "#quiz/subject-thumbnails.ts";
import { listSourceImages } from "#quiz-attempt/asked-questions.ts";

/** @throws AppError `notFound` if the caller has no access to the quiz. */
export async function loadPrintSource(db: SiteDb, quiz: QuizQuery): Promise<PrintSource> {
  const basis = await loadQuizBasis(db, quiz);
  return { quizId: quiz.id, slides: await loadSourceSlides(db, quiz.siteId, basis) };
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
