import { ANNOTATION_FILTERS, type AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import { expect, it } from "vitest";
import { choiceHere, choiceOf, clearedBy, isEmptyChoice, isInChoice, questionOf } from "./annotation-choice.ts";

const GROUP = 7;

const cases: [
  filter: AnnotationFilter,
  workGroupId: number | null,
  question: object,
  isEmpty: boolean,
  holds: string,
][] = [
  ["mine", GROUP, { query: "mine" }, false, "own, own in 7"],
  ["expert", null, { query: "expert" }, false, ""],
  ["none", GROUP, { query: "none" }, true, ""],
  ["workgroup", null, { query: "workgroup" }, true, ""],
  ["workgroup", GROUP, { query: "workgroup", workGroupId: GROUP }, false, "own in 7, another's in 7"],
  ["workgroup", 8, { query: "workgroup", workGroupId: 8 }, false, ""],
];
const annotations = {
  own: { authorId: 1, isStudent: true, workGroupId: null },
  "own in 7": { authorId: 1, isStudent: true, workGroupId: GROUP },
  "another's in 7": { authorId: 2, isStudent: true, workGroupId: GROUP },
};
for (const [filter, workGroupId, question, isEmpty, holds] of cases) {
  it(`${filter} with group ${workGroupId}: ${isEmpty ? "requests nothing" : `contains ${holds || "none of these"}`}`, () => {
    const choice = choiceOf(filter, workGroupId);
    expect(questionOf(choice)).toEqual(question);
    expect(isEmptyChoice(choice)).toBe(isEmpty);
    const matching = Object.entries(annotations).filter(([, facts]) => isInChoice(choice, { id: 1 }, facts));
    expect(matching.map(([name]) => name).join(", ")).toBe(holds);
  });
}

it("only experts' annotations are cleared if annotations are turned off, or while they are hidden", () => {
  const cleared = (isShownHere: boolean, isVisible: boolean) =>
    ANNOTATION_FILTERS.flatMap((filter) => {
      const by = clearedBy(filter, isShownHere, isVisible);
      return by ? [`${filter} by ${by}`] : [];
    });
  expect(cleared(true, true)).toEqual([]);
  expect(cleared(true, false)).toEqual(["expert by button"]);
  expect(cleared(false, true)).toEqual(["expert by place"]);
  expect(cleared(false, false)).toEqual(["expert by place"]);
});

const GUEST = { id: 0, isExpert: false };
const LEARNER = { id: 1, isExpert: false };
const EXPERT = { id: 2, isExpert: true };
it("if annotations are turned off, the filter all means one's own for a learner, none for a guest, all for an expert", () => {
  const here = (isShownHere: boolean) => [GUEST, LEARNER, EXPERT].map((who) => choiceHere("all", isShownHere, who));
  expect(here(false)).toEqual(["none", "mine", "all"]);
  expect(here(true)).toEqual(["all", "all", "all"]);
  expect(choiceHere("workgroup 7", false, LEARNER)).toBe("workgroup 7");
});

it("the filter all, which is set after a learner has drawn, contains experts' and own annotations", () => {
  const experts = { authorId: 2, isStudent: false, workGroupId: null };
  const matching = (["expert", "all"] as const).map((filter) =>
    [experts, annotations.own].map((facts) => isInChoice(choiceOf(filter, null), LEARNER, facts)),
  );
  expect(matching).toEqual([
    [true, false],
    [true, true],
  ]);
});
