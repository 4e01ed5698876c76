/** Converts an author's question to a learner's question and its solution. */
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import type { AnswerSolution, TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { hasKey, leftOf, rightOf, wholePairs } from "@parfocal/core/quiz-attempt/grade-answer.ts";
import { DEFAULT_SCORE } from "@parfocal/core/quiz-attempt/points.ts";

const tokenOf = (id: number): string => String(id);

/**
 * In the order in which learners get them: first those of visible slides and cases, then those of the quiz itself.
 *
 * @param retainedId ID of a question that is listed even if its slide is inactive, in which case learners do not get it.
 */
export function questionsInOrder(
  quiz: Pick<AuthoredQuiz, "slides" | "questions">,
  retainedId?: number,
): QuizQuestion[] {
  const ofSlides = quiz.slides.flatMap(({ isActive, questions }) =>
    isActive ? questions : questions.filter(({ id }) => id === retainedId),
  );
  return [...ofSlides, ...quiz.questions];
}

/** The subject of a question: the linked slide or case, its parent slide or case, or the first one of a Common quiz. */
function subjectOf(quiz: Pick<AuthoredQuiz, "slides" | "type">, question: QuizQuestion): TakenQuestion["subject"] {
  const { itemId, itemType, itemTitle, thumbnail, slideId } = question;
  if (itemId !== null && itemType !== null) return { id: itemId, kind: itemType, title: itemTitle, thumbnail };
  const above = quiz.type === "Common" ? quiz.slides[0] : quiz.slides.find(({ id }) => id === slideId);
  return above ? { id: above.itemId, kind: above.itemType, title: above.itemTitle, thumbnail: above.thumbnail } : null;
}

/** Contains nothing of the solution. Right sides are sorted by their text, so that their order reveals nothing. */
export function shownQuestion(
  quiz: Pick<AuthoredQuiz, "slides" | "questions" | "type">,
  question: QuizQuestion,
): TakenQuestion {
  const { id, title, content, type, slideId, score, answerOptions, correctAnswer } = question;
  const isChoice = type === "multiple-choice" || type === "multiple-answer";
  const pairs = type === "matching" ? answerOptions : [];
  const key = { type, score, correctAnswer, options: answerOptions, pixel: null };
  return {
    id,
    itemId: null,
    slideId,
    order: questionsInOrder(quiz, id).findIndex((one) => one.id === id) + 1,
    title,
    content,
    questionType: type,
    maxScore: hasKey(key) ? (score ?? DEFAULT_SCORE) : null,
    quizAnswerOptions: isChoice
      ? answerOptions.map((option) => ({ id: tokenOf(option.id), label: option.label, option: option.option }))
      : [],
    lefts: pairs
      .filter((pair) => pair.left !== "" || (pair.option !== "" && pair.right !== ""))
      .map((pair) => ({ id: tokenOf(pair.id), text: leftOf(pair) })),
    rights: pairs
      .filter((pair) => rightOf(pair) !== "")
      .map((pair) => ({ id: tokenOf(pair.id), text: rightOf(pair) }))
      .toSorted((a, b) => a.text.localeCompare(b.text)),
    subject: subjectOf(quiz, question),
  };
}

export function keyOfQuestion({ type, correctAnswer, answerOptions, explanation }: QuizQuestion): AnswerSolution {
  return {
    ...(explanation === undefined ? {} : { explanation }),
    texts:
      type === "short-answer"
        ? correctAnswer
            .split("|")
            .map((text) => text.trim())
            .filter(Boolean)
        : [],
    options: answerOptions.filter(({ isCorrect }) => isCorrect).map(({ id }) => tokenOf(id)),
    pairs:
      type === "matching" ? wholePairs(answerOptions).map(({ id }) => ({ left: tokenOf(id), right: tokenOf(id) })) : [],
    regions: answerOptions.flatMap(({ option, region }) => (region === null ? [] : { title: option, wkt: region })),
  };
}
