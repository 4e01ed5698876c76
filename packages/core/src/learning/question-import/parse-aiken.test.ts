import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importQuestion } from "./import-question.ts";
import { parseAiken } from "./parse-aiken.ts";

const SAMPLE = new URL("../../../../../../shared/data/quiz/moodle_questions.aiken.txt", import.meta.url);
const GOOD = "Which?\nA) Kidney\nB. Liver\nANSWER: B";

describe("Aiken", () => {
  it("reads options with both separators, and the marked one as correct", () => {
    const { questions, failures } = parseAiken(`\uFEFF${GOOD.replaceAll("\n", "\r\n")}\r\n`);
    expect(failures).toEqual([]);
    expect(questions.map((one) => importQuestion(one))).toEqual([
      {
        question: {
          title: "Which?",
          content: "<p>Which?</p>",
          explanation: "",
          type: "multiple-choice",
          score: null,
          correctAnswer: "",
          answerOptions: [
            { option: "Kidney", isCorrect: false, left: "", right: "" },
            { option: "Liver", isCorrect: true, left: "", right: "" },
          ],
          images: [],
        },
        notes: [],
        lostImages: [],
      },
    ]);
  });

  it("shows markup as typed", () => {
    const [question] = parseAiken(GOOD.replace("Which?", 'Is <b class="x"> & so on\nmarkup?')).questions;
    expect(question && importQuestion(question)).toMatchObject({
      question: { content: "<p>Is &lt;b class=&quot;x&quot;&gt; &amp; so on<br>markup?</p>" },
    });
  });

  it.each([
    ["Which?\nA) Kidney\nB) Liver\n", "noAnswerLine"],
    ["Which?\nA) Kidney\nB) Liver\nANSWER: C", "unknownLetter"],
    ["Which?\nA) Kidney\nB) Liver\nANSWER: a", "unknownLetter"],
    ["Which?\nA) Kidney\nANSWER: A", "noOptions"],
    ["Which?", "noOptions"],
  ])("reports why it cannot read %j, with its line", (file, problem) => {
    const { questions, failures } = parseAiken(`${GOOD}\n\n${file}`);
    expect(questions).toHaveLength(1);
    expect(failures).toMatchObject([{ line: 6, problem, name: "Which?" }]);
  });

  it("continues with the next question if an answer is missing", () => {
    const { questions, failures } = parseAiken(`One?\nA) a\nB) b\n${GOOD}`);
    expect([questions.map(({ line }) => line), failures.map(({ line }) => line)]).toEqual([[4], [1]]);
  });

  it.skipIf(!existsSync(SAMPLE))("reads Moodle's own example (skipped without the samples)", () => {
    const { questions, failures } = parseAiken(readFileSync(SAMPLE, "utf8"));
    expect([questions.map(({ line }) => line), failures]).toEqual([[1, 8], []]);
  });
});
