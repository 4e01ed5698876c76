import { AppError, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { getQuizSubject } from "@parfocal/core/quiz-subject/quiz-subject.contract.ts";
import { route } from "#platform/http/route.ts";
import { assertMayContinue } from "#quiz-access/begin-rules.ts";
import { attemptOf } from "#quiz-attempt/preview-attempt.ts";
import { findLatestAttempt } from "#quiz-attempt/quiz-attempt.queries.ts";
import { loadQuizToTake, subjectAccessOf } from "#quiz-attempt/taken-quiz.ts";
import { areOpen, listSubjectSlides } from "./subject-slides.queries.ts";

/**
 * The call that starts an attempt also renews access to the slides of a running one; reading does not change anything.
 */
const addedSince = () =>
  new AppError("conflict", "This slide was added to the quiz after the start. Reload the page to see it.", {
    codes: ["slideAdded"],
  });

export const quizSubjectRoutes = [
  route(getQuizSubject, async ({ db, siteId, caller, request, site, platform }, { params, query }) => {
    const { quizId, itemId } = params;
    const { preview: isPreview } = query;
    const of = attemptOf(caller, quizId, isPreview);
    const { asked, settings, access: begin } = await loadQuizToTake(db, { siteId, caller, id: quizId }, platform);
    const attempt = await findLatestAttempt(db, siteId, of);
    const access = caller.can("manageContent") && !isPreview ? "words" : subjectAccessOf(attempt, settings);
    const subject = asked.find((one) => one.subject?.id === itemId)?.subject;
    if (!subject || access === "none") throw notFoundOrNoAccess();
    if (attempt?.state === "started" && !isPreview) assertMayContinue({ request, site }, begin);
    const showsAnnotations = begin?.showsAnnotations ?? false;
    const slides = await listSubjectSlides(db, siteId, subject, { showsAnnotations });
    if (attempt && !(await areOpen(db, siteId, attempt.id, slides))) throw addedSince();
    const { id, kind, title } = subject;
    const tools = { measuring: begin?.allowsMeasuring ?? true, colour: begin?.allowsColour ?? true };
    if (access === "words") return { id, kind, title, tools, slides };
    return { id, kind, title: null, tools, slides: slides.map((slide) => ({ ...slide, title: null })) };
  }),
];
