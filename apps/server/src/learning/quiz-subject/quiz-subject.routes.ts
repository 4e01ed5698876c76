import { notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { getQuizSubject } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import { route } from "#platform/http/route.ts";
import { findLatestAttempt, insertAttemptImages } from "#quiz-attempt/quiz-attempt.queries.ts";
import { loadQuizToTake, subjectAccessOf } from "#quiz-attempt/taken-quiz.ts";
import { listSubjectSlides } from "./subject-slides.queries.ts";

export const quizSubjectRoutes = [
  route(getQuizSubject, async ({ db, siteId, caller }, { params: { quizId, itemId } }) => {
    const { asked, settings } = await loadQuizToTake(db, { siteId, caller, id: quizId });
    const attempt = await findLatestAttempt(db, siteId, { quizId, userId: caller.signedIn().id });
    const access = caller.can("manageContent") ? "words" : subjectAccessOf(attempt, settings);
    const subject = asked.find((one) => one.subject?.id === itemId)?.subject;
    if (!subject || access === "none") throw notFoundOrNoAccess();
    // A slide that was added to the quiz after the start: its tiles are opened here.
    if (attempt) await insertAttemptImages(db, siteId, attempt.id, [subject.id]);
    const slides = await listSubjectSlides(db, siteId, subject);
    const { id, kind, title } = subject;
    if (access === "words") return { id, kind, title, slides };
    return { id, kind, title: null, slides: slides.map((slide) => ({ ...slide, title: null })) };
  }),
];
