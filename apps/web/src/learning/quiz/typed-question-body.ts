import type { BodyFor } from "@parfocal/core/call.contract.ts";
import type { createQuestions } from "@parfocal/core/quiz/quiz-question.contract.ts";
import type { TypedQuestion } from "@parfocal/core/quiz/typed-questions.ts";

const NAMES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => NAMES[sign] ?? sign);

/** Converts a question typed as plain text to a request: its text becomes rich text, with a paragraph per line. */
export const bodyOfTyped = ({
  title,
  type,
  text,
  correctAnswer,
  options,
}: TypedQuestion): BodyFor<typeof createQuestions>["questions"][number] => ({
  title,
  type,
  content: text.map((line) => `<p>${escaped(line)}</p>`).join(""),
  correctAnswer,
  answerOptions: [...options],
});
