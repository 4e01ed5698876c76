/** Converts a question of a file to one of this product, and lists what cannot be expressed. */
import { TITLE_MAX_CHARACTERS } from "../../content/item/item-text-limits.ts";
import { RICH_TEXT_MAX_CHARACTERS } from "../../content/rich-text/rich-text-allowlist.ts";
import { CORRECT_ANSWER_MAX_CHARACTERS, OPTION_MAX_CHARACTERS } from "../quiz/question-limits.ts";
import { ANSWER_OPTIONS_MAX, isScore } from "../quiz/question-rules.ts";
import type { QuestionType } from "../quiz/quiz-types.ts";
import { escaped, markupOf, plainOf } from "./plain-from-markup.ts";
import { type FindImage, fileAt, type LostImage, markImages } from "./source-images.ts";
import type { LostPart, SourceAnswer, SourceImage, SourceQuestion, SourceText } from "./source-question.ts";

/** Parts of a question that are not imported. */
export const IMPORT_NOTES = [
  "feedback",
  "hints",
  "files",
  "units",
  "letterCase",
  "partialCredit",
  "weights",
  "wildcard",
  "separator",
  "score",
  "markdown",
  "titleShortened",
  "optionMarkup",
  "essay",
  "formulas",
  "allOrNothing",
  "fixedSides",
  "unmatched",
  "markerNotes",
  "stimulus",
] as const;
type ImportNote = (typeof IMPORT_NOTES)[number];

/** Reasons why a question is not imported. */
export const IMPORT_PROBLEMS = [
  "description",
  "noText",
  "noRightAnswer",
  "severalRight",
  "emptyOption",
  "tooManyOptions",
  "textTooLong",
  "optionTooLong",
  "answerTooLong",
] as const;
type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

interface ImportedOption {
  readonly option: string;
  readonly isCorrect: boolean;
  readonly left: string;
  readonly right: string;
}

export interface ImportedQuestion {
  readonly title: string;
  /** Formatted text, not sanitized. Image URLs are replaced by marks (`withImageAddresses`). */
  readonly content: string;
  readonly type: QuestionType;
  readonly score: number | null;
  readonly correctAnswer: string;
  /** Formatted text, not sanitized; empty: none. */
  readonly explanation: string;
  readonly answerOptions: readonly ImportedOption[];
  /** Images of content and explanation, by the number in their marks. */
  readonly images: readonly SourceImage[];
}

export type ImportResult =
  | {
      readonly question: ImportedQuestion;
      readonly notes: readonly ImportNote[];
      /** Images missing in the file. */
      readonly lostImages: readonly LostImage[];
    }
  | { readonly problem: ImportProblem };

type Answers = Pick<ImportedQuestion, "type" | "correctAnswer" | "answerOptions"> & {
  readonly notes: readonly ImportNote[];
};

/** Maximum length of the media library URL that replaces a mark. */
const STORED_ADDRESS_MAX_CHARACTERS = 100;
const FULL_PERCENT = 100;
/** Files contain rounded thirds and sevenths. */
const PERCENT_ROUNDING = 0.1;
/** Separates the alternatives of a short answer. */
const SEPARATOR = "|";

/** @param findInPackage finds images beside the file; omitted if there is no package. */
export function importQuestion(source: SourceQuestion, findInPackage: FindImage = () => null): ImportResult {
  const found = { images: [] as SourceImage[], lost: [] as LostImage[] };
  const marked = (text: SourceText): string =>
    text.format === "html"
      ? markImages(markupOf(text), (address) => fileAt(text.files, address) ?? findInPackage(address), found)
      : markupOf(text);
  const words = plainOf(source.text);
  const name = source.name.replace(/\s+/g, " ").trim();
  const title = name || words;
  const content = withoutTitle(marked(source.text), name);
  if (source.kind === "description") return { problem: "description" };
  if (title === "") return { problem: "noText" };
  const answers = answersOf(source);
  if (typeof answers === "string") return { problem: answers };
  const { notes, ...key } = answers;
  if (hasEmptyOption(source, key)) return { problem: "emptyOption" };
  const explanation = marked(source.explanation);
  const addressCharacters = found.images.length * STORED_ADDRESS_MAX_CHARACTERS;
  if (Math.max(content.length, explanation.length) + addressCharacters > RICH_TEXT_MAX_CHARACTERS)
    return { problem: "textTooLong" };
  if (key.answerOptions.length > ANSWER_OPTIONS_MAX) return { problem: "tooManyOptions" };
  if (key.answerOptions.some(isTooLong)) return { problem: "optionTooLong" };
  if (key.correctAnswer.length > CORRECT_ANSWER_MAX_CHARACTERS) return { problem: "answerTooLong" };
  const score = source.score === null || !isScore(String(source.score)) ? null : source.score;
  const lost: readonly LostPart[] = source.lost;
  return {
    question: { title: shortened(title), content, explanation, score, ...key, images: found.images },
    lostImages: found.lost,
    notes: [
      ...new Set<ImportNote>([
        ...lost,
        ...notes,
        ...only("score", source.score !== null && score === null),
        ...only(
          "markdown",
          [source.text, source.explanation].some(({ format }) => format === "markdown"),
        ),
        ...only("titleShortened", source.name !== "" && shortened(title) !== title),
      ]),
    ],
  };
}

/** Removes a first paragraph that repeats the title, since the title is shown above the text. Exports begin with it. */
function withoutTitle(content: string, name: string): string {
  const paragraph = `<p>${escaped(name)}</p>`;
  return name !== "" && content.startsWith(paragraph) ? content.slice(paragraph.length).trimStart() : content;
}

const only = (note: ImportNote, isSo: boolean): ImportNote[] => (isSo ? [note] : []);

/** An option that is only an image, for example, would be removed when the question is saved. */
function hasEmptyOption({ pairs }: SourceQuestion, { type, answerOptions }: Omit<Answers, "notes">): boolean {
  if (type !== "matching") return answerOptions.some(({ option }) => option === "");
  return pairs.some(({ left, right }) => plainOf(right) === "" || (left.text.trim() !== "" && plainOf(left) === ""));
}

const isTooLong = ({ option, left, right }: ImportedOption): boolean =>
  [option, left, right].some((text) => text.length > OPTION_MAX_CHARACTERS);

/** Cuts by code points, so that no character is split. */
function shortened(title: string): string {
  if (title.length <= TITLE_MAX_CHARACTERS) return title;
  let short = "";
  for (const character of title) {
    if (short.length + character.length >= TITLE_MAX_CHARACTERS) break;
    short += character;
  }
  return `${short.trimEnd()}…`;
}

function answersOf(source: SourceQuestion): Answers | ImportProblem {
  switch (source.kind) {
    case "single":
    case "trueFalse":
      return singleChoice(source);
    case "multiple":
      return multipleChoice(source);
    case "shortAnswer":
      return shortAnswer(source);
    case "numerical":
      return numericAnswer(source);
    case "matching":
      return matching(source);
    case "essay":
      return { type: "short-answer", correctAnswer: "", answerOptions: [], notes: ["essay"] };
    case "description":
      return "description";
  }
}

const isFull = ({ percent }: SourceAnswer): boolean => percent >= FULL_PERCENT - PERCENT_ROUNDING;
const isPartial = (one: SourceAnswer): boolean => one.percent > 0 && !isFull(one);

function options(answers: readonly SourceAnswer[], isCorrect: (answer: SourceAnswer) => boolean): ImportedOption[] {
  return answers.map((one) => ({ option: plainOf(one.text), isCorrect: isCorrect(one), left: "", right: "" }));
}

const hasMarkup = (answers: readonly Pick<SourceAnswer, "text">[]): boolean =>
  answers.some(({ text }) => text.format === "html" && /<(?!\/?(?:p|br|div|span)\b)\/?[a-z]/i.test(text.text));

function singleChoice({ answers }: SourceQuestion): Answers | ImportProblem {
  const right = answers.filter(isFull).length;
  if (right === 0) return "noRightAnswer";
  if (right > 1) return "severalRight";
  return {
    type: "multiple-choice",
    correctAnswer: "",
    answerOptions: options(answers, isFull),
    notes: [
      ...only(
        "partialCredit",
        answers.some((one) => isPartial(one) || one.percent < 0),
      ),
      ...only("optionMarkup", hasMarkup(answers)),
    ],
  };
}

/** Scoring of this product: each correct option adds the same share, each wrong one subtracts it. */
function multipleChoice({ answers }: SourceQuestion): Answers | ImportProblem {
  const right = answers.filter(({ percent }) => percent > 0);
  const wrong = answers.filter(({ percent }) => percent <= 0);
  if (right.length === 0) return "noRightAnswer";
  const isShare = (all: readonly SourceAnswer[], sign: 1 | -1) =>
    all.every(({ percent }) => Math.abs(percent - (sign * FULL_PERCENT) / all.length) < PERCENT_ROUNDING);
  return {
    type: "multiple-answer",
    correctAnswer: "",
    answerOptions: options(answers, ({ percent }) => percent > 0),
    notes: [...only("weights", !isShare(right, 1) || !isShare(wrong, -1)), ...only("optionMarkup", hasMarkup(answers))],
  };
}

/** `*` is a wildcard in a file; `\*` is a literal star. */
function shortAnswer({ answers }: SourceQuestion): Answers | ImportProblem {
  const full = answers.filter(isFull).map((one) => plainOf(one.text));
  const hasWildcard = (text: string) => /(?<!\\)\*/.test(text);
  const accepted = full
    .filter((text) => !hasWildcard(text) && !text.includes(SEPARATOR))
    .map((text) => text.replaceAll("\\*", "*"))
    .filter((text) => text !== "");
  if (accepted.length === 0) return "noRightAnswer";
  return {
    type: "short-answer",
    correctAnswer: [...new Set(accepted)].join(` ${SEPARATOR} `),
    answerOptions: [],
    notes: [
      ...only("partialCredit", answers.some(isPartial)),
      ...only("wildcard", full.some(hasWildcard)),
      ...only(
        "separator",
        full.some((text) => text.includes(SEPARATOR)),
      ),
    ],
  };
}

function numericAnswer({ answers }: SourceQuestion): Answers | ImportProblem {
  const full = answers.filter(isFull);
  const accepted = full.flatMap(({ value, tolerance }) => (value === null ? [] : `${value} ± ${tolerance ?? 0}`));
  if (accepted.length === 0) return "noRightAnswer";
  return {
    type: "short-answer",
    correctAnswer: accepted.join(` ${SEPARATOR} `),
    answerOptions: [],
    notes: [
      ...only("partialCredit", answers.some(isPartial)),
      ...only(
        "wildcard",
        full.some(({ value }) => value === null),
      ),
    ],
  };
}

function matching({ pairs }: SourceQuestion): Answers | ImportProblem {
  const sides = pairs.map(({ left, right }) => ({ left: plainOf(left), right: plainOf(right) }));
  if (!sides.some(({ left, right }) => left !== "" && right !== "")) return "noRightAnswer";
  return {
    type: "matching",
    correctAnswer: "",
    answerOptions: sides.map((pair) => ({ option: "", isCorrect: false, ...pair })),
    notes: only("optionMarkup", hasMarkup(pairs.flatMap(({ left, right }) => [{ text: left }, { text: right }]))),
  };
}
