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
    ["for a learner, on an expert's", LEARNER, {}, ["copyLink"]],
    ["with a link", LEARNER, { link: "/s1/i4/" }, ["openLink", "copyLink"]],
    [
      "for its author",
      LEARNER,
      { ...STUDENTS, userCanEdit: true, userCanDelete: true },
      ["edit", "copyLink", "history", "delete"],
    ],
    [
      "for its author, after conversion",
      LEARNER,
      { author: "Leo", isUserOwner: true, isConverted: true, userCanEdit: false, userCanDelete: false },
      ["copyLink"],
    ],
    [
      "for an expert, after conversion",
      EXPERT,
      { author: "Leo", isConverted: true, userCanEdit: true, userCanDelete: true },
      ["edit", "copyLink", "history", "delete"],
    ],
    ["for an expert, on a student's", EXPERT, STUDENTS, ["copyLink", "convert", "publish", "decline"]],
    ["for an expert, on a work group's", EXPERT, { ...STUDENTS, workGroupId: 5 }, ["copyLink"]],
    ["for an expert, on a published one", EXPERT, { ...STUDENTS, isStudentMarked: true }, ["copyLink"]],
    ["for an expert, on a declined one", EXPERT, { ...STUDENTS, review: DECLINED }, ["copyLink", "convert", "publish"]],
    ["on one that is waiting in the outbox", LEARNER, { id: -5, saveState: "waiting", userCanEdit: true }, ["edit"]],
    ["on a simplified one", LEARNER, { userCanEdit: true, isSimplified: true }, ["copyLink", "history"]],
  ];
  for (const [what, who, facts, actions] of cases) {
    it(`${what}: ${actions.join(", ")}`, () => {
      expect(actionsFor(buildAnnotation(facts), who)).toEqual(actions);
    });
  }
});
