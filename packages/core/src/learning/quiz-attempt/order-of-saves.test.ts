/**
 * Issue 14, acceptance 4: the points of an attempt depend on the last answers, never on the order in which the saves
 * arrive, nor on the order of selections, pairs and marks within an answer.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { isNewer } from "./attempt-rules.ts";
import type { GivenAnswer } from "./given-answer.ts";
import { gradeAnswer, type KeyOption, type QuestionKey } from "./grade-answer.ts";
import { type Points, sumOfPoints } from "./points.ts";

const RUNS = 300;
const SIDE_PX = 400;

const option = (id: number, change: Partial<KeyOption> = {}): KeyOption => ({
  ...{ id, option: `Option ${id}`, isCorrect: false, left: "", right: "", region: null },
  ...change,
});
const square = (x: number, y: number, side: number) =>
  `POLYGON ((${x} ${y}, ${x + side} ${y}, ${x + side} ${y + side}, ${x} ${y + side}, ${x} ${y}))`;
const pair = (id: number, left: string, right: string) => option(id, { option: "", left, right });

/** One of each type; two regions overlap, and 1.01 and 2.35 points do not divide into whole hundredths. */
const QUESTIONS: readonly QuestionKey[] = [
  { type: "short-answer", score: 1.01, correctAnswer: "Kidney | 12.5 ± 0.5 µm", options: [], pixel: null },
  {
    type: "multiple-choice",
    score: null,
    correctAnswer: "",
    options: [option(1, { isCorrect: true }), option(2), option(3)],
    pixel: null,
  },
  {
    type: "multiple-answer",
    score: 2.35,
    correctAnswer: "",
    options: [1, 2, 3, 4, 5].map((id) => option(id, { isCorrect: id < 4 })),
    pixel: null,
  },
  {
    type: "matching",
    score: 1.01,
    correctAnswer: "",
    options: [pair(1, "HE", "pink"), pair(2, "PAS", "magenta"), pair(3, "Eosin", "Pink "), pair(4, "", "green")],
    pixel: null,
  },
  {
    type: "annotation",
    score: 2.35,
    correctAnswer: "",
    options: [square(0, 0, 100), square(50, 50, 100), square(200, 200, 80)].map((region, at) =>
      option(at + 1, { region }),
    ),
    pixel: { x: 0.25, y: 0.5 },
  },
];

const place = fc.nat(SIDE_PX);
const mark = fc.oneof(
  fc.tuple(place, place).map(([x, y]) => `POINT (${x} ${y})`),
  fc.tuple(place, place, fc.integer({ min: 1, max: 150 })).map(([x, y, side]) => square(x, y, side)),
  fc.tuple(place, place, place, place).map((ends) => `LINESTRING (${ends[0]} ${ends[1]}, ${ends[2]} ${ends[3]})`),
  fc.constant(square(0, 0, 100)),
);
const ticks = fc.uniqueArray(fc.integer({ min: 1, max: 5 }));
const pairs = fc.uniqueArray(
  fc.record({ leftId: fc.integer({ min: 1, max: 4 }), rightId: fc.integer({ min: 1, max: 4 }) }),
  {
    selector: ({ leftId }) => leftId,
  },
);

/** An answer that the page could send to the question at this position. */
const ANSWERS: readonly fc.Arbitrary<GivenAnswer>[] = [
  fc
    .constantFrom("kidney", " KIDNEY", "12,4 µm", "13.1 µm", "liver", "")
    .map((text) => ({ type: "short-answer", text })),
  fc.constantFrom(1, 2, 3, null).map((optionId) => ({ type: "multiple-choice", optionId })),
  ticks.map((optionIds) => ({ type: "multiple-answer", optionIds })),
  pairs.map((all) => ({ type: "matching", pairs: all })),
  fc.array(mark, { maxLength: 5 }).map((marks) => ({ type: "annotation", marks })),
];

interface Save {
  readonly question: number;
  readonly rev: number;
  readonly answer: GivenAnswer;
}

/** Each change has its own revision, as assigned by the page. */
const someSaves = fc
  .tuple(...ANSWERS.map((answer) => fc.array(answer, { maxLength: 5 })))
  .map((ofEach) =>
    ofEach.flatMap((answers, question): Save[] => answers.map((answer, at) => ({ question, rev: at + 1, answer }))),
  );

/** The points of an attempt that got these saves, one after the other. */
function pointsAfter(saves: readonly Save[]): Points {
  const stored = new Map<number, Save>();
  for (const save of saves) if (isNewer(save, stored.get(save.question) ?? null)) stored.set(save.question, save);
  return sumOfPoints(
    QUESTIONS.flatMap((key, question) => gradeAnswer(key, stored.get(question)?.answer ?? null) ?? []),
  );
}

it("points never depend on the order in which saves arrive, nor on duplicates", () => {
  const inTwoOrders = someSaves.chain((saves) =>
    fc.record({
      saves: fc.constant(saves),
      shuffled: fc.shuffledSubarray(saves, { minLength: saves.length }),
      repeated: fc.shuffledSubarray(saves),
    }),
  );
  fc.assert(
    fc.property(inTwoOrders, ({ saves, shuffled, repeated }) => {
      const points = pointsAfter(saves);
      expect(pointsAfter(shuffled)).toEqual(points);
      expect(pointsAfter([...repeated, ...shuffled])).toEqual(points);
      expect(pointsAfter([...shuffled, ...repeated])).toEqual(points);
    }),
    { numRuns: RUNS },
  );
});

it("points never depend on the number of earlier changes to an answer", () => {
  fc.assert(
    fc.property(someSaves, (saves) => {
      const last = saves.filter(
        ({ question, rev }) => !saves.some((other) => other.question === question && other.rev > rev),
      );
      expect(pointsAfter(last)).toEqual(pointsAfter(saves));
    }),
    { numRuns: RUNS },
  );
});

/** The same answer with its parts reversed or in another order. */
function reordered<Part>(parts: readonly Part[], turn: number): Part[] {
  const from = parts.length === 0 ? 0 : turn % parts.length;
  return [...parts.slice(from), ...parts.slice(0, from)].toReversed();
}
function reorder(answer: GivenAnswer, turn: number): GivenAnswer {
  switch (answer.type) {
    case "multiple-answer":
      return { ...answer, optionIds: reordered(answer.optionIds, turn) };
    case "matching":
      return { ...answer, pairs: reordered(answer.pairs, turn) };
    case "annotation":
      return { ...answer, marks: reordered(answer.marks, turn) };
    case "short-answer":
    case "multiple-choice":
      return answer;
  }
}

it("points never depend on the order of selections, pairs and marks, nor on that of the options", () => {
  fc.assert(
    fc.property(fc.tuple(...ANSWERS), fc.nat(4), (answers, turn) => {
      for (const [question, answer] of answers.entries()) {
        const key = QUESTIONS[question] as QuestionKey;
        const verdict = gradeAnswer(key, answer);
        expect(gradeAnswer(key, reorder(answer, turn))).toEqual(verdict);
        expect(gradeAnswer({ ...key, options: reordered(key.options, turn) }, answer)).toEqual(verdict);
      }
    }),
    { numRuns: RUNS },
  );
});
