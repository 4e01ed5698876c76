/**
 * Questions as Moodle XML.
 *
 * Source: docs.moodle.org, "Moodle XML format".
 */
import { leftOf, rightOf } from "../quiz-attempt/grade-answer.ts";
import { type ExportedImages, imagesIn, NO_IMAGES } from "./export-images.ts";
import { type ExportedQuestion, isExported } from "./export-question.ts";
import { readShortKey } from "./short-key.ts";
import { xhtmlOf, xmlText } from "./xml-text.ts";

const FULL_PERCENT = 100;
/** Moodle's own precision for thirds. */
const PERCENT_DECIMALS = 5;

/** Questions that the format cannot express are omitted. */
export const writeMoodleXml = (questions: readonly ExportedQuestion[], images: ExportedImages = NO_IMAGES): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n${questions
    .filter(isExported)
    .map((question) => questionXml(question, images))
    .join("\n")}\n</quiz>\n`;

const text = (words: string): string => `<text>${xmlText(words)}</text>`;

/** Formatted text with its image files. */
function html(name: string, markup: string, images: ExportedImages, before = ""): string {
  const imageAt = (address: string) => {
    const image = images.get(address);
    return image ? `@@PLUGINFILE@@/${encodeURIComponent(image.name)}` : null;
  };
  const files = imagesIn([markup], images).map(
    (image) => `<file name="${xmlText(image.name)}" path="/" encoding="base64">${image.base64()}</file>`,
  );
  return `<${name} format="html">${text(before + xhtmlOf(markup, imageAt).xhtml)}${files.join("")}</${name}>`;
}

function questionXml(question: ExportedQuestion, images: ExportedImages): string {
  const { title, content, explanation = "", score } = question;
  const { type, parts } = answersXml(question);
  return [
    `<question type="${type}">`,
    `<name>${text(title)}</name>`,
    html("questiontext", content, images, `<p>${xmlText(title)}</p>`),
    html("generalfeedback", explanation, images),
    ...(score === null ? [] : [`<defaultgrade>${score}</defaultgrade>`]),
    ...parts,
    "</question>",
  ].join("\n");
}

interface Answers {
  readonly type: string;
  readonly parts: readonly string[];
}

function answersXml(question: ExportedQuestion): Answers {
  const { type, answerOptions, correctAnswer } = question;
  if (type === "short-answer") return shortAnswerXml(correctAnswer);
  if (type === "matching") {
    const pairs = answerOptions.filter((option) => rightOf(option) !== "");
    return { type: "matching", parts: ["<shuffleanswers>true</shuffleanswers>", ...pairs.map(pairXml)] };
  }
  const isSingle = type === "multiple-choice";
  const right = answerOptions.filter(({ isCorrect }) => isCorrect).length;
  const wrong = answerOptions.length - right;
  const percentOf = (isCorrect: boolean) => {
    if (isSingle) return isCorrect ? FULL_PERCENT : 0;
    return isCorrect ? FULL_PERCENT / right : right === 0 ? 0 : -FULL_PERCENT / wrong;
  };
  return {
    type: "multichoice",
    parts: [
      `<single>${isSingle}</single>`,
      "<shuffleanswers>true</shuffleanswers>",
      ...answerOptions.map(({ option, isCorrect }) => answerXml(option, percentOf(isCorrect))),
    ],
  };
}

const answerXml = (words: string, percent: number, more = ""): string =>
  `<answer fraction="${Number(percent.toFixed(PERCENT_DECIMALS))}" format="plain_text">${text(words)}${more}</answer>`;

const pairXml = (option: ExportedQuestion["answerOptions"][number]): string => {
  const left = leftOf(option);
  return `<subquestion format="plain_text">${text(left)}<answer>${text(rightOf(option))}</answer></subquestion>`;
};

function shortAnswerXml(correctAnswer: string): Answers {
  const { alternatives, numbers } = readShortKey(correctAnswer);
  if (alternatives.length === 0) return { type: "essay", parts: [answerXml("", 0)] };
  if (numbers)
    return {
      type: "numerical",
      parts: numbers.map(({ value, tolerance }) =>
        answerXml(String(value), FULL_PERCENT, `<tolerance>${tolerance}</tolerance>`),
      ),
    };
  return {
    type: "shortanswer",
    // A star is a wildcard.
    parts: ["<usecase>0</usecase>", ...alternatives.map((one) => answerXml(one.replaceAll("*", "\\*"), FULL_PERCENT))],
  };
}
