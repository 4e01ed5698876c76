/**
 * Answers to the questions of one type as a table: one row per attempt and question, so that points can be summed.
 *
 * Source: spec part 2, section 7 (`/v2/quiz/export`: id, type, enrollmentFormId; the file name ends with the answer
 * type and .csv); reliability rule D-11, which `csv-text.ts` implements.
 */
import { countryName } from "../../content/custom-field/country-codes.ts";
import { CSV_BYTE_ORDER_MARK, type CsvCell, csvText } from "../../csv/csv-text.ts";
import type { EnrollmentField } from "../../sharing/enrollment/enrollment-form.ts";
import type { RegistrationLanguage } from "../../sharing/enrollment/registrations-csv.ts";
import { optionLabel } from "../quiz/question-rules.ts";
import type { QuestionType } from "../quiz/quiz-types.ts";
import type { GivenAnswer } from "../quiz-attempt/given-answer.ts";
import { leftOf, rightOf } from "../quiz-attempt/grade-answer.ts";
import type { ResultState } from "./result-rules.ts";

const HEADINGS = {
  en: {
    before: ["Name", "Email", "Attempt", "State", "Started", "Submitted", "Question number", "Question", "Slide"],
    after: ["Correct", "Points", "Maximum points", "Comment"],
    answer: "Answer",
    options: "Options",
    marks: "Marks",
    wkt: "WKT (slide pixels)",
    former: (title: string) => `${title} (no longer asked)`,
    state: { started: "in progress", submitted: "submitted", outOfTime: "out of time" },
    yes: "yes",
    no: "no",
    removed: "(removed)",
    generated: "What is shown?",
  },
  de: {
    before: ["Name", "E-Mail", "Versuch", "Stand", "Begonnen", "Abgegeben", "Fragennummer", "Frage", "Präparat"],
    after: ["Richtig", "Punkte", "Höchstpunkte", "Kommentar"],
    answer: "Antwort",
    options: "Optionen",
    marks: "Markierungen",
    wkt: "WKT (Präparat-Pixel)",
    former: (title: string) => `${title} (nicht mehr gefragt)`,
    state: { started: "in Bearbeitung", submitted: "abgegeben", outOfTime: "Zeit abgelaufen" },
    yes: "ja",
    no: "nein",
    removed: "(entfernt)",
    generated: "Was ist zu sehen?",
  },
} as const satisfies Record<RegistrationLanguage, unknown>;

/** The file name. */
export const answersFileName = (quizId: number, type: QuestionType): string => `quiz-${quizId}-${type}.csv`;

/** Column of an enrollment form. */
export type FormColumn = Pick<EnrollmentField, "title" | "type"> & { readonly isCurrent: boolean };

interface ExportedOption {
  readonly id: number;
  readonly option: string;
  readonly left: string;
  readonly right: string;
}

export interface AnswerLine {
  readonly name: string;
  readonly email: string;
  readonly attemptNo: number;
  readonly state: ResultState;
  /** `yyyy-MM-dd HH:mm:ss` in the site's time zone. */
  readonly startedAt: string;
  readonly submittedAt: string | null;
  /** From 1, numbered over the whole quiz. */
  readonly questionNumber: number;
  /** Empty: “What is shown?” in the language of the table. */
  readonly question: string;
  /** Title of the slide or case; null: none. */
  readonly subject: string | null;
  readonly options: readonly ExportedOption[];
  /** Null: not answered. */
  readonly answer: GivenAnswer | null;
  readonly isRight: boolean | null;
  /** Null: not scored. */
  readonly points: number | null;
  readonly maxPoints: number | null;
  readonly comment: string;
  /** In column order; empty: the person has not registered. */
  readonly registration: readonly (string | null)[];
}

interface Table {
  readonly type: QuestionType;
  readonly form: readonly FormColumn[];
  readonly language: RegistrationLanguage;
}

/** The first line, with a byte order mark so that spreadsheets read it as UTF-8. */
export function answersCsvHead({ type, form, language }: Table): string {
  const words = HEADINGS[language];
  const titles = form.map(({ title, isCurrent }) => (isCurrent ? title : words.former(title)));
  return (
    CSV_BYTE_ORDER_MARK + csvText([[...words.before, ...answerHeadings(type, language), ...words.after, ...titles]])
  );
}

export function answersCsvRows(lines: readonly AnswerLine[], table: Table): string {
  return csvText(lines.map((line) => cellsOf(line, table)));
}

function answerHeadings(type: QuestionType, language: RegistrationLanguage): string[] {
  const { answer, options, marks, wkt } = HEADINGS[language];
  if (type === "annotation") return [marks, wkt];
  return type === "multiple-choice" || type === "multiple-answer" ? [options, answer] : [answer];
}

function cellsOf(line: AnswerLine, { type, form, language }: Table): CsvCell[] {
  const words = HEADINGS[language];
  return [
    line.name,
    line.email,
    line.attemptNo,
    words.state[line.state],
    line.startedAt,
    line.submittedAt,
    line.questionNumber,
    line.question || words.generated,
    line.subject,
    ...answerCells(line, type, words.removed),
    line.isRight === null ? null : line.isRight ? words.yes : words.no,
    line.points,
    line.maxPoints,
    line.comment === "" ? null : line.comment,
    ...form.map((column, place) => {
      const value = line.registration[place] ?? null;
      return value !== null && column.type === "country" ? countryName(value, language) : value;
    }),
  ];
}

/** An answer of another type than the question's was given before the question was changed; it counts as none. */
function answerCells({ answer, options }: AnswerLine, type: QuestionType, removed: string): CsvCell[] {
  const given = answer?.type === type ? answer : null;
  switch (type) {
    case "short-answer":
      return [given?.type === type ? given.text : null];
    case "multiple-choice":
      return chosenCells(options, given?.type === type && given.optionId !== null ? [given.optionId] : [], removed);
    case "multiple-answer":
      return chosenCells(options, given?.type === type ? given.optionIds : [], removed);
    case "matching": {
      const find = (id: number) => options.find((option) => option.id === id);
      const sideOf = (option: ExportedOption | undefined, side: (option: ExportedOption) => string) =>
        option ? side(option) : removed;
      const pairs = given?.type === type ? given.pairs : [];
      const texts = pairs.map(
        ({ leftId, rightId }) => `${sideOf(find(leftId), leftOf)} → ${sideOf(find(rightId), rightOf)}`,
      );
      return [texts.length === 0 ? null : texts.join("; ")];
    }
    case "annotation": {
      const marks = given?.type === type ? given.marks : [];
      return [marks.length, wktOf(marks)];
    }
  }
}

function chosenCells(options: readonly ExportedOption[], ids: readonly number[], removed: string): CsvCell[] {
  if (ids.length === 0) return [null, null];
  const places = ids.map((id) => options.findIndex((option) => option.id === id)).sort((a, b) => a - b);
  return [
    places.map((place) => (place < 0 ? removed : optionLabel(place))).join(", "),
    places.map((place) => options[place]?.option ?? removed).join("; "),
  ];
}

function wktOf(marks: readonly string[]): string | null {
  if (marks.length < 2) return marks[0] ?? null;
  return `GEOMETRYCOLLECTION (${marks.join(", ")})`;
}
