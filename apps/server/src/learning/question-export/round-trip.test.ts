/** Exported questions are unchanged after an import, as far as the formats express them. */

import type { ExportFormat } from "@parfocal/core/question-export/export-formats.ts";
import type { ExportedQuestion } from "@parfocal/core/question-export/export-question.ts";
import { writeMoodleXml } from "@parfocal/core/question-export/write-moodle-xml.ts";
import { writeQtiPackage } from "@parfocal/core/question-export/write-qti-package.ts";
import { type ImportResult, importQuestion } from "@parfocal/core/question-import/import-question.ts";
import { readMoodleXml } from "@parfocal/core/question-import/moodle-xml.ts";
import { itemsOfManifest } from "@parfocal/core/question-import/qti-manifest.ts";
import { readQti } from "@parfocal/core/question-import/read-qti.ts";
import type { QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readQuestionXml } from "#question-import/read-question-xml.ts";
import { sanitiseRichText } from "#rich-text/sanitise-rich-text.ts";

function readAgain(format: ExportFormat, questions: readonly ExportedQuestion[]): ImportResult[] {
  if (format === "moodleXml")
    return (readMoodleXml(readQuestionXml(writeMoodleXml(questions)))?.questions ?? []).map((one) =>
      importQuestion(one),
    );
  const [manifest, ...items] = writeQtiPackage(7, questions);
  expect(itemsOfManifest(readQuestionXml(String(manifest?.contents)))).toEqual(items.map(({ path }) => path));
  return items.flatMap(({ contents }) =>
    (readQti(readQuestionXml(String(contents)))?.questions ?? []).map((one) => importQuestion(one)),
  );
}

/** Includes characters with a meaning in XML, HTML or the formats themselves. */
const WORDS = fc
  .string({
    unit: fc.oneof(fc.constantFrom(..."aBz09 <>&\"'*\\#=~{}:;/!?-[]µäß→😀"), fc.string({ minLength: 1, maxLength: 1 })),
  })
  .map((text) =>
    text
      .replace(/[^\t\n -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
const words = WORDS.map((text) => text || "x");
/** `|` separates alternatives. */
const alternative = words.map((text) => text.replaceAll("|", "/"));
const formatted = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        "<p>#</p>",
        "<p>a <b>#</b><br>c</p>",
        "<ul><li>#</li></ul>",
        '<h2 style="color: red">#</h2>',
        "<pre>#\n  x</pre>",
      ),
      WORDS,
    ),
    { maxLength: 3 },
  )
  .map((parts) =>
    sanitiseRichText(parts.map(([form, text]) => form.replace("#", () => text.replace(/[<&]/g, ""))).join("")),
  );

const option = (change: object) => ({
  id: 1,
  option: "",
  isCorrect: false,
  left: "",
  right: "",
  region: null,
  ...change,
});
const choices = fc
  .uniqueArray(words, { minLength: 1, maxLength: 26 })
  .chain((texts) =>
    fc.tuple(
      fc.constant(texts),
      fc.nat({ max: texts.length - 1 }),
      fc.array(fc.boolean(), { minLength: 26, maxLength: 26 }),
    ),
  );
const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => Number(value.toPrecision(6)) || 0);

const answers = fc.oneof(
  choices.map(([texts, right]) => ({
    type: "multiple-choice" as QuestionType,
    answerOptions: texts.map((text, place) => option({ option: text, isCorrect: place === right })),
  })),
  choices.map(([texts, right, others]) => ({
    type: "multiple-answer" as QuestionType,
    answerOptions: texts.map((text, place) => option({ option: text, isCorrect: place === right || others[place] })),
  })),
  fc
    .uniqueArray(words, {
      minLength: 2,
      maxLength: 12,
      selector: (text) => text.normalize("NFKC").toUpperCase().toLowerCase(),
    })
    .chain((texts) =>
      fc.nat({ max: texts.length - 1 }).map((distractors) => ({
        type: "matching" as QuestionType,
        answerOptions: texts.map((right, place) =>
          option({ left: place < texts.length - distractors ? `left of ${place}` : "", right }),
        ),
      })),
    ),
  fc.uniqueArray(alternative, { maxLength: 4 }).map((texts) => ({
    type: "short-answer" as QuestionType,
    correctAnswer: texts.filter((text) => !text.includes("±") && !text.includes("+-")).join(" | "),
  })),
  fc.tuple(number, number).map(([value, tolerance]) => ({
    type: "short-answer" as QuestionType,
    correctAnswer: `${value} ± ${Math.abs(tolerance)}`,
  })),
);
const question: fc.Arbitrary<ExportedQuestion> = fc
  .tuple(words, formatted, formatted, fc.option(fc.nat({ max: 99_999 }).map((cents) => cents / 100)), answers)
  .map(([title, content, explanation, score, rest]) => ({
    ...{
      id: 1,
      title: title.slice(0, 150).toWellFormed().trim() || "x",
      content,
      explanation,
      score,
      correctAnswer: "",
    },
    ...{ slideId: null, itemId: null, answerOptions: [], ...rest },
  }));

const ofImport = (result: ImportResult | undefined) => {
  if (!result || !("question" in result)) return result;
  const { content, explanation, ...rest } = result.question;
  return {
    ...{ ...rest, content: sanitiseRichText(content), explanation: sanitiseRichText(explanation) },
    notes: result.notes.filter((note) => note !== "essay"),
  };
};

const expected = ({ title, content, explanation, score, type, correctAnswer, answerOptions }: ExportedQuestion) => ({
  ...{ title, content, explanation, score, type, correctAnswer, notes: [] },
  answerOptions: answerOptions.map(({ id, region, ...rest }) => rest),
  images: [],
});

describe.each(["moodleXml", "qti"] as const)("questions exported as %s", (format) => {
  it("are unchanged after an import", () => {
    fc.assert(
      fc.property(fc.array(question, { minLength: 1, maxLength: 3 }), (questions) => {
        const numbered = questions.map((one, index) => ({ ...one, id: index + 1 }));
        expect(readAgain(format, numbered).map(ofImport)).toEqual(numbered.map(expected));
      }),
      { numRuns: 150 },
    );
  });
});
