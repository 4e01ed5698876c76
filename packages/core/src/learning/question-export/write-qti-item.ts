/**
 * Writes a question as a QTI 3.0 item.
 *
 * Source: 1EdTech, "Question and Test Interoperability (QTI): ASI Information Model" 3.0.
 */
import { leftOf, rightOf, wholePairs } from "../quiz-attempt/grade-answer.ts";
import { foldedAnswer } from "../quiz-attempt/short-answer.ts";
import type { ExportedQuestion } from "./export-question.ts";
import { readShortKey, type TolerantNumber } from "./short-key.ts";
import { xhtmlOf, xmlText } from "./xml-text.ts";

const NAMESPACE = "http://www.imsglobal.org/xsd/imsqtiasi_v3p0";
const MAP_RESPONSE = "https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/map_response.xml";
/** Decimals of a share of the score. */
const SHARE_DECIMALS = 6;

interface Key {
  /** `cardinality` and `base-type` of the response. */
  readonly declared: string;
  readonly correct: readonly string[];
  /** Points by value; empty: scored in another way. */
  readonly points: readonly (readonly [value: string, points: number])[];
  readonly interaction: string;
  /** Empty: scored manually. */
  readonly processing: string;
}

/** Path of an image relative to the item; null: it is omitted. */
type ImageAt = (address: string) => string | null;

/** @param question for which `isExported` is true. */
export function writeQtiItem(question: ExportedQuestion, imageAt: ImageAt = () => null): string {
  const { id, title, content, explanation = "", score } = question;
  const { declared, correct, points, interaction, processing } = keyOf(question);
  const text = xhtmlOf(content, imageAt);
  const explained = xhtmlOf(explanation, imageAt).xhtml;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<qti-assessment-item xmlns="${NAMESPACE}" identifier="question-${id}" title="${xmlText(title)}" adaptive="false" time-dependent="false">`,
    `<qti-response-declaration identifier="RESPONSE" ${declared}>`,
    ...(correct.length === 0 ? [] : [`<qti-correct-response>${correct.map(valueXml).join("")}</qti-correct-response>`]),
    ...(points.length === 0 ? [] : [mappingXml(points)]),
    "</qti-response-declaration>",
    outcomeXml("SCORE", "float", "0"),
    ...(score === null ? [] : [outcomeXml("MAXSCORE", "float", String(score))]),
    ...(explained === "" ? [] : [outcomeXml("FEEDBACK", "identifier", "explanation")]),
    "<qti-item-body>",
    `<p>${xmlText(title)}</p>${text.isBlocks ? text.xhtml : `<div>${text.xhtml}</div>`}`,
    interaction,
    "</qti-item-body>",
    ...(processing === "" ? [] : [processing]),
    ...(explained === ""
      ? []
      : [
          `<qti-modal-feedback outcome-identifier="FEEDBACK" identifier="explanation" show-hide="show">`,
          `<qti-content-body>${explained}</qti-content-body></qti-modal-feedback>`,
        ]),
    "</qti-assessment-item>",
    "",
  ].join("\n");
}

const valueXml = (value: string): string => `<qti-value>${xmlText(value)}</qti-value>`;

const outcomeXml = (name: string, type: string, value: string): string =>
  `<qti-outcome-declaration identifier="${name}" cardinality="single" base-type="${type}"><qti-default-value>${valueXml(value)}</qti-default-value></qti-outcome-declaration>`;

const mappingXml = (points: Key["points"]): string =>
  `<qti-mapping default-value="0" lower-bound="0">${points
    .map(
      ([key, value]) =>
        `<qti-map-entry map-key="${xmlText(key)}" mapped-value="${Number(value.toFixed(SHARE_DECIMALS))}" case-sensitive="false"/>`,
    )
    .join("")}</qti-mapping>`;

const MAPPED = `<qti-response-processing template="${MAP_RESPONSE}"/>`;

function keyOf(question: ExportedQuestion): Key {
  if (question.type === "matching") return pairsKey(question);
  return question.type === "short-answer" ? textKey(question) : choiceKey(question);
}

function choiceKey({ type, answerOptions, score }: ExportedQuestion): Key {
  const isSingle = type === "multiple-choice";
  const choices = answerOptions.map(({ option, isCorrect }, place) => ({
    name: `choice-${place + 1}`,
    option,
    isCorrect,
  }));
  const right = choices.filter(({ isCorrect }) => isCorrect);
  const wrong = choices.filter(({ isCorrect }) => !isCorrect);
  const whole = score ?? 1;
  const rightPoints = right.map(({ name }) => [name, isSingle ? whole : whole / right.length] as const);
  const wrongPoints = isSingle ? [] : wrong.map(({ name }) => [name, -whole / wrong.length] as const);
  return {
    declared: `cardinality="${isSingle ? "single" : "multiple"}" base-type="identifier"`,
    correct: right.map(({ name }) => name),
    points: right.length === 0 ? [] : [...rightPoints, ...wrongPoints],
    interaction: [
      `<qti-choice-interaction response-identifier="RESPONSE" shuffle="true" max-choices="${isSingle ? 1 : 0}">`,
      ...choices.map(
        ({ name, option }) => `<qti-simple-choice identifier="${name}">${xmlText(option)}</qti-simple-choice>`,
      ),
      "</qti-choice-interaction>",
    ].join("\n"),
    processing: right.length === 0 ? "" : MAPPED,
  };
}

function pairsKey({ answerOptions, score }: ExportedQuestion): Key {
  const whole = wholePairs(answerOptions);
  const rights = new Map<string, string>();
  // Right sides with equal texts are equal.
  for (const option of [...whole, ...answerOptions]) {
    const text = rightOf(option);
    if (text !== "" && !rights.has(foldedAnswer(text))) rights.set(foldedAnswer(text), text);
  }
  const names = new Map([...rights.keys()].map((folded, place) => [folded, `right-${place + 1}`]));
  const correct = whole.map((pair, place) => `left-${place + 1} ${names.get(foldedAnswer(rightOf(pair)))}`);
  const set = (sides: readonly (readonly [name: string, text: string])[], most: number) =>
    `<qti-simple-match-set>${sides
      .map(
        ([name, text]) =>
          `<qti-simple-associable-choice identifier="${name}" match-max="${most}">${xmlText(text)}</qti-simple-associable-choice>`,
      )
      .join("")}</qti-simple-match-set>`;
  return {
    declared: `cardinality="multiple" base-type="directedPair"`,
    correct,
    points: correct.map((pair) => [pair, (score ?? 1) / whole.length]),
    interaction: [
      `<qti-match-interaction response-identifier="RESPONSE" shuffle="true" max-associations="${whole.length}">`,
      set(
        whole.map((pair, place) => [`left-${place + 1}`, leftOf(pair)]),
        1,
      ),
      set(
        [...rights].map(([folded, text]) => [names.get(folded) ?? "", text]),
        0,
      ),
      "</qti-match-interaction>",
    ].join("\n"),
    processing: MAPPED,
  };
}

function textKey({ correctAnswer, score }: ExportedQuestion): Key {
  const { alternatives, numbers } = readShortKey(correctAnswer);
  const entry = `<p><qti-text-entry-interaction response-identifier="RESPONSE"/></p>`;
  const text = { declared: `cardinality="single" base-type="string"`, interaction: entry };
  if (alternatives.length === 0)
    return {
      ...{ ...text, correct: [], points: [], processing: "" },
      interaction: `<qti-extended-text-interaction response-identifier="RESPONSE"/>`,
    };
  const [number, ...others] = numbers ?? [];
  if (number && others.length === 0)
    return {
      declared: `cardinality="single" base-type="float"`,
      correct: [String(number.value)],
      points: [],
      interaction: entry,
      processing: toleranceXml(number, score ?? 1),
    };
  const points = alternatives.map((one) => [one, score ?? 1] as const);
  return { ...text, correct: alternatives.slice(0, 1), points, processing: MAPPED };
}

const toleranceXml = ({ tolerance }: TolerantNumber, points: number): string =>
  [
    "<qti-response-processing><qti-response-condition><qti-response-if>",
    `<qti-equal tolerance-mode="absolute" tolerance="${tolerance} ${tolerance}"><qti-variable identifier="RESPONSE"/><qti-correct identifier="RESPONSE"/></qti-equal>`,
    `<qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">${points}</qti-base-value></qti-set-outcome-value>`,
    "</qti-response-if></qti-response-condition></qti-response-processing>",
  ].join("");
