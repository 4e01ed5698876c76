import { describe, expect, it } from "vitest";
import { parseTypedQuestions } from "./typed-questions.ts";

const parse = (text: string) => parseTypedQuestions(text, 40);
const option = (text: string, isCorrect = false) => ({ option: text, isCorrect, left: "", right: "" });

describe("questions typed as one text", () => {
  it("are separated by empty lines, or by text after the answers", () => {
    const { questions, problems } = parse("First?\n* yes\n- no\nSecond?\n= PAS\r\n\r\n\r\nThird?");
    expect(problems).toEqual([]);
    expect(questions.map(({ title, line, type }) => [line, title, type])).toEqual([
      [1, "First?", "multiple-choice"],
      [4, "Second?", "short-answer"],
      [8, "Third?", "short-answer"],
    ]);
  });

  it.each([
    ["one correct option", "Q\n- HE\n* PAS", "multiple-choice", [option("HE"), option("PAS", true)]],
    ["no correct option", "Q\n- HE", "multiple-choice", [option("HE")]],
    ["two correct options", "Q\n*HE\n*PAS", "multiple-answer", [option("HE", true), option("PAS", true)]],
    [
      "pairs, one of which is a distractor",
      "Q\n- HE -> pink\n- → blue",
      "matching",
      [
        { option: "", isCorrect: false, left: "HE", right: "pink" },
        { option: "", isCorrect: false, left: "", right: "blue" },
      ],
    ],
    ["an arrow in one of several options", "Q\n- a -> b\n- c", "multiple-choice", [option("a -> b"), option("c")]],
    ["an arrow in a correct option", "Q\n* a -> b", "multiple-choice", [option("a -> b", true)]],
  ] as const)("%s", (_name, text, type, options) => {
    expect(parse(text)).toEqual({
      questions: [{ line: 1, title: "Q", text: [], type, correctAnswer: "", options }],
      problems: [],
    });
  });

  it("take several accepted answers, and lines that continue the question", () => {
    expect(parse("Name it.\nOne word.\n= glomerulus\n= tuft | ball").questions).toEqual([
      {
        line: 1,
        title: "Name it.",
        text: ["One word."],
        type: "short-answer",
        correctAnswer: "glomerulus | tuft | ball",
        options: [],
      },
    ]);
  });

  it.each([
    ["an answer before any question", "* PAS", [{ line: 1, kind: "answerWithoutQuestion" }]],
    ["an answer after an empty line", "Q\n\n- PAS", [{ line: 3, kind: "answerWithoutQuestion" }]],
    ["an option without text", "Q\n-\n* a", [{ line: 2, kind: "emptyAnswer" }]],
    ["options and accepted answers", "Q\n= a\n- b\n* c", [{ line: 3, kind: "mixedAnswers" }]],
    ["a title that is too long", `${"x".repeat(41)}\n= a`, [{ line: 1, kind: "titleTooLong" }]],
    ["an option that is too long", `Q\n- ${"x".repeat(1001)}`, [{ line: 2, kind: "optionTooLong" }]],
    ["more options than the alphabet has letters", `Q${"\n- a".repeat(27)}`, [{ line: 28, kind: "tooManyOptions" }]],
  ] as const)("%s is a problem of its line", (_name, text, problems) => {
    expect(parse(text).problems).toEqual(problems);
  });

  it("empty input yields no question", () => {
    expect(parse(" \n\t\n")).toEqual({ questions: [], problems: [] });
  });
});
