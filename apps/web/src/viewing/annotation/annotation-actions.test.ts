import { describe, expect, it } from "vitest";
import { type AnnotationAction, actionsFor } from "./annotation-actions.ts";
import type { ListedAnnotation } from "./annotation-outbox.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";

const LEARNER = { id: 7, displayName: "Leo", isExpert: false, isContentManager: false };
const EXPERT = { ...LEARNER, id: 8, isExpert: true };
const STUDENTS = { isStudent: true, author: "Leo" };
const DECLINED = { state: "declined", comment: "", reviewer: "Eva", reviewedAt: "2026-11-21T10:00:00.000Z" } as const;

describe("available actions", () => {
  const cases: [what: string, who: typeof LEARNER, facts: Partial<ListedAnnotation>, actions: AnnotationAction[]][] = [
    ["to a learner, of an expert's", LEARNER, {}, ["copyLink"]],
    ["with a link", LEARNER, { link: "/s1/i4/" }, ["openLink", "copyLink"]],
    [
      "to its author",
      LEARNER,
      { ...STUDENTS, userCanEdit: true, userCanDelete: true },
      ["edit", "copyLink", "history", "delete"],
    ],
    [
      "to its author, once it was converted",
      LEARNER,
      { author: "Leo", isUserOwner: true, isConverted: true, userCanEdit: false, userCanDelete: false },
      ["copyLink"],
    ],
    [
      "to an expert, once it was converted",
      EXPERT,
      { author: "Leo", isConverted: true, userCanEdit: true, userCanDelete: true },
      ["edit", "copyLink", "history", "delete"],
    ],
    ["to an expert, of a student's", EXPERT, STUDENTS, ["copyLink", "convert", "publish", "decline"]],
    ["to an expert, of a work group's", EXPERT, { ...STUDENTS, workGroupId: 5 }, ["copyLink"]],
    ["to an expert, of one that is published", EXPERT, { ...STUDENTS, isStudentMarked: true }, ["copyLink"]],
    [
      "to an expert, of one that is declined",
      EXPERT,
      { ...STUDENTS, review: DECLINED },
      ["copyLink", "convert", "publish"],
    ],
    ["of one that waits in the outbox", LEARNER, { id: -5, saveState: "waiting", userCanEdit: true }, ["edit"]],
    ["of one that was simplified", LEARNER, { userCanEdit: true, isSimplified: true }, ["copyLink", "history"]],
  ];
  for (const [what, who, facts, actions] of cases) {
    it(`${what}: ${actions.join(", ")}`, () => {
      expect(actionsFor(buildAnnotation(facts), who)).toEqual(actions);
    });
  }
});
