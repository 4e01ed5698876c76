/** Takes a quiz over HTTP, like a learner's page. */
import { getQuiz, type TakenQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizAnswerSent, TakenQuestion } from "@parfocal/core/quiz/taken-quiz.contract.ts";
import { restartQuiz, saveAnswers, submitAnswers } from "@parfocal/core/quiz-attempt/quiz-attempt.contract.ts";
import type { TestUser } from "./build-user.ts";
import { sendCall } from "./send-call.ts";
import type { SharedTestServer } from "./test-server.ts";

/** Answers by title of the question: texts of options, pairs as `left → right`, a text, or WKT. */
export type AnswersByTitle = Readonly<Record<string, string | readonly string[]>>;

const tokenOf = (sides: readonly { readonly id: string; readonly text: string }[], text: string): string => {
  const found = sides.find((side) => side.text === text);
  if (!found) throw new Error(`no option "${text}"`);
  return found.id;
};

function answerTo(question: TakenQuestion, given: string | readonly string[]): QuizAnswerSent {
  const { id: questionId, itemId, questionType, quizAnswerOptions, lefts, rights } = question;
  const texts = typeof given === "string" ? [given] : given;
  const options = quizAnswerOptions.map(({ id, option }) => ({ id, text: option }));
  const fields = { questionId, itemId, isMarked: false, isChecked: false };
  switch (questionType) {
    case "short-answer":
      return { ...fields, questionType, answer: texts[0] ?? "" };
    case "multiple-choice":
      return { ...fields, questionType, answer: tokenOf(options, texts[0] ?? "") };
    case "multiple-answer":
      return { ...fields, questionType, answer: texts.map((text) => tokenOf(options, text)) };
    case "matching": {
      const pairs = texts.map((pair) => pair.split(" → "));
      const answer = pairs.map(([left = "", right = ""]) => ({
        left: tokenOf(lefts, left),
        right: tokenOf(rights, right),
      }));
      return { ...fields, questionType, answer };
    }
    case "annotation":
      return { ...fields, questionType, answer: [...texts] };
  }
}

/** Actions of one learner in one quiz, or of a teacher in a preview of it. */
export function takerOf(server: SharedTestServer, quizId: number, as: TestUser, preview = false) {
  const params = { id: String(quizId) };
  const save = (quizAnswers: QuizAnswerSent[]) =>
    sendCall(server, saveAnswers, { as, params, body: { quizId, quizAnswers, preview } });
  const read = async (): Promise<TakenQuiz> => {
    const { answer } = await sendCall(server, getQuiz, {
      as,
      params,
      query: { preview: String(preview) as "true" | "false" },
    });
    if (answer.view !== "taking") throw new Error(`the quiz is not being taken: ${answer.view}`);
    return answer;
  };
  return {
    start: () => save([]),
    read,
    async answer(answers: AnswersByTitle) {
      const { questions } = await read();
      const answered = questions.filter(({ title }) => answers[title] !== undefined);
      return save(answered.map((question) => answerTo(question, answers[question.title] ?? "")));
    },
    submit: () => sendCall(server, submitAnswers, { as, params, body: { preview } }),
    restart: () => sendCall(server, restartQuiz, { as, params, body: { preview } }),
    /** From the start to the submission. */
    async take(answers: AnswersByTitle) {
      await save([]);
      await this.answer(answers);
      return this.submit();
    },
  };
}
