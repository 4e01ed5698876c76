import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import { expect, it } from "vitest";
import { choiceOf, isEmptyChoice, isInChoice, questionOf } from "./annotation-choice.ts";

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
  it(`${filter} with group ${workGroupId}: ${isEmpty ? "asks nobody" : `holds ${holds || "none of these"}`}`, () => {
    const choice = choiceOf(filter, workGroupId);
    expect(questionOf(choice)).toEqual(question);
    expect(isEmptyChoice(choice)).toBe(isEmpty);
    const held = Object.entries(annotations).filter(([, facts]) => isInChoice(choice, { id: 1 }, facts));
    expect(held.map(([name]) => name).join(", ")).toBe(holds);
  });
}
