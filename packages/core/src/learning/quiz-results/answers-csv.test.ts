import { describe, expect, it } from "vitest";
import { readRawCsv } from "../../csv/read-csv.ts";
import { QUESTION_TYPES, type QuestionType } from "../quiz/quiz-types.ts";
import type { GivenAnswer } from "../quiz-attempt/given-answer.ts";
import { type AnswerLine, answersCsvHead, answersCsvRows, answersFileName, type FormColumn } from "./answers-csv.ts";

const option = (id: number, text: string, left = "", right = "") => ({ id, option: text, left, right });

const LINE: AnswerLine = {
  name: "Ada",
  email: "ada@school.test",
  attemptNo: 2,
  state: "outOfTime",
  startedAt: "2026-11-23 10:00:00",
  submittedAt: "2026-11-23 10:30:00",
  questionNumber: 3,
  question: "Which stains?",
  subject: "Kidney",
  options: [option(7, "HE"), option(8, "PAS"), option(9, "")],
  answer: null,
  isRight: false,
  points: 0.5,
  maxPoints: 2,
  comment: "",
  registration: [],
};

function tableOf(type: QuestionType, line: Partial<AnswerLine>, form: FormColumn[] = [], language: "en" | "de" = "en") {
  const table = { type, form, language };
  const text = answersCsvHead(table) + answersCsvRows([{ ...LINE, ...line }], table);
  const [head = [], row = []] = readRawCsv(text.slice(1));
  return Object.fromEntries(head.map((name, place) => [name, row[place]]));
}

describe("the table of answers", () => {
  it("contains the person, the question and the points", () => {
    const row = tableOf("short-answer", { answer: { type: "short-answer", text: "PAS" }, comment: "Good" });
    expect(row).toEqual({
      Name: "Ada",
      Email: "ada@school.test",
      Attempt: "2",
      State: "out of time",
      Started: "2026-11-23 10:00:00",
      Submitted: "2026-11-23 10:30:00",
      "Question number": "3",
      Question: "Which stains?",
      Slide: "Kidney",
      Answer: "PAS",
      Correct: "no",
      Points: "0.5",
      "Maximum points": "2",
      Comment: "Good",
    });
  });

  it("writes the question of an Auto-Generated quiz in the language of the headings", () => {
    expect(tableOf("multiple-choice", { question: "" }).Question).toBe("What is shown?");
    expect(tableOf("multiple-choice", { question: "" }, [], "de").Frage).toBe("Was ist zu sehen?");
  });

  const answers: [GivenAnswer, Record<string, string>][] = [
    [
      { type: "multiple-choice", optionId: 8 },
      { Options: "B", Answer: "PAS" },
    ],
    [
      { type: "multiple-choice", optionId: null },
      { Options: "", Answer: "" },
    ],
    [
      { type: "multiple-answer", optionIds: [8, 7] },
      { Options: "A, B", Answer: "HE; PAS" },
    ],
    [
      { type: "multiple-answer", optionIds: [7, 99] },
      { Options: "(removed), A", Answer: "(removed); HE" },
    ],
    [
      { type: "annotation", marks: ["POINT (1 2)"] },
      { Marks: "1", "WKT (slide pixels)": "POINT (1 2)" },
    ],
    [
      { type: "annotation", marks: ["POINT (1 2)", "LINESTRING (0 0, 1 1)"] },
      { Marks: "2", "WKT (slide pixels)": "GEOMETRYCOLLECTION (POINT (1 2), LINESTRING (0 0, 1 1))" },
    ],
  ];
  for (const [answer, cells] of answers) {
    it(`has separate columns for ${JSON.stringify(answer)}`, () => {
      expect(tableOf(answer.type, { answer })).toMatchObject(cells);
    });
  }

  it("has the pairs of a matching question, and marks removed options", () => {
    const options = [option(1, "", "HE", "pink"), option(2, "", "PAS", "magenta")];
    const pairs = [
      { leftId: 1, rightId: 2 },
      { leftId: 2, rightId: 99 },
    ];
    const row = tableOf("matching", { options, answer: { type: "matching", pairs } });
    expect(row.Answer).toBe("HE → magenta; PAS → (removed)");
  });

  it("treats an answer from before a type change as empty", () => {
    expect(tableOf("short-answer", { answer: { type: "multiple-choice", optionId: 7 } }).Answer).toBe("");
  });

  it("has no formula in any user-written cell", () => {
    const evil = '=HYPERLINK("http://x")';
    const row = tableOf(
      "short-answer",
      { name: evil, question: evil, comment: evil, answer: { type: "short-answer", text: evil }, registration: [evil] },
      [{ title: "=Semester", type: "text", isCurrent: true }],
    );
    for (const cell of [row.Name, row.Question, row.Comment, row.Answer, row["'=Semester"]])
      expect(cell).toBe(`'${evil}`);
  });

  it("adds the answers to an enrollment form, countries by their names", () => {
    const form: FormColumn[] = [
      { title: "Semester", type: "text", isCurrent: true },
      { title: "Land", type: "country", isCurrent: false },
    ];
    const row = tableOf("short-answer", { registration: ["3", "DE"] }, form, "de");
    expect(row).toMatchObject({ Semester: "3", "Land (nicht mehr gefragt)": "Deutschland", Stand: "Zeit abgelaufen" });
    expect(tableOf("short-answer", {}, form)).toMatchObject({ Semester: "" });
  });

  it("has a file name that ends with the answer type and .csv", () => {
    for (const type of QUESTION_TYPES) expect(answersFileName(12, type)).toBe(`quiz-12-${type}.csv`);
  });
});
