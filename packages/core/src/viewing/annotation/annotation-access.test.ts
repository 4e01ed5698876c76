import { describe, expect, it } from "vitest";
import {
  type AnnotationCaller,
  type AnnotationFacts,
  type ChangeableAnnotation,
  canDeleteAnnotation,
  canEditAnnotation,
  canSeeAnnotation,
  isInAnnotationFilter,
} from "./annotation-access.ts";
import { ANNOTATION_FILTERS, type AnnotationFilter, DEFAULT_ANNOTATION_FILTER } from "./annotation-filter.ts";

const ME = 1;
const GROUP = 7;
const OTHER_GROUP = 8;
const workGroupIds = [GROUP];
const callers = {
  guest: { id: 0, isExpert: false, isContentManager: false, workGroupIds: [] },
  learner: { id: ME, isExpert: false, isContentManager: false, workGroupIds },
  expert: { id: ME, isExpert: true, isContentManager: false, workGroupIds },
  teacher: { id: ME, isExpert: true, isContentManager: true, workGroupIds },
} satisfies Record<string, AnnotationCaller>;
const annotations = {
  "my student work": { authorId: ME, isStudent: true, workGroupId: null },
  "another student's work": { authorId: 2, isStudent: true, workGroupId: null },
  "my expert annotation": { authorId: ME, isStudent: false, workGroupId: null },
  "mine that was converted": { authorId: ME, isStudent: false, isConverted: true, workGroupId: null },
  "another student's that was converted": { authorId: 2, isStudent: false, isConverted: true, workGroupId: null },
  "another expert's annotation": { authorId: 3, isStudent: false, workGroupId: null },
  "mine in my group": { authorId: ME, isStudent: true, workGroupId: GROUP },
  "another's in my group": { authorId: 2, isStudent: true, workGroupId: GROUP },
  "an expert's in my group": { authorId: 3, isStudent: false, workGroupId: GROUP },
  "mine in a group that I was taken out of": { authorId: ME, isStudent: true, workGroupId: OTHER_GROUP },
  "an expert's in another group": { authorId: 3, isStudent: false, workGroupId: OTHER_GROUP },
} as const satisfies Record<string, AnnotationFacts & Partial<ChangeableAnnotation>>;

const cases: [
  caller: keyof typeof callers,
  annotation: keyof typeof annotations,
  sees: boolean,
  edits: boolean,
  deletes: boolean,
][] = [
  ["guest", "another student's work", false, false, false],
  ["guest", "another expert's annotation", true, false, false],
  ["learner", "my student work", true, true, true],
  ["learner", "another student's work", false, false, false],
  ["learner", "my expert annotation", true, true, true],
  ["learner", "another expert's annotation", true, false, false],
  ["expert", "another student's work", true, false, false],
  ["expert", "my expert annotation", true, true, true],
  ["expert", "another expert's annotation", true, false, false],
  ["teacher", "another student's work", true, false, true],
  ["teacher", "my expert annotation", true, true, true],
  ["teacher", "another expert's annotation", true, true, true],
  ["guest", "mine that was converted", true, false, false],
  ["learner", "mine that was converted", true, false, false],
  ["learner", "another student's that was converted", true, false, false],
  ["expert", "mine that was converted", true, true, true],
  ["expert", "another student's that was converted", true, true, true],
  ["teacher", "another student's that was converted", true, true, true],
  ["guest", "an expert's in my group", false, false, false],
  ["learner", "mine in my group", true, true, true],
  ["learner", "another's in my group", true, false, false],
  ["learner", "an expert's in my group", true, false, false],
  ["learner", "mine in a group that I was taken out of", false, false, false],
  ["learner", "an expert's in another group", false, false, false],
  ["expert", "another's in my group", true, false, false],
  ["expert", "an expert's in another group", false, false, false],
  ["teacher", "another's in my group", true, false, true],
  ["teacher", "an expert's in my group", true, false, true],
  ["teacher", "mine in a group that I was taken out of", false, false, false],
  ["teacher", "an expert's in another group", false, false, false],
];
for (const [who, what, sees, edits, deletes] of cases) {
  it(`${who}, ${what}: ${[sees && "sees", edits && "edits", deletes && "deletes"].filter(Boolean).join(", ") || "nothing"}`, () => {
    const [caller, annotation] = [callers[who], { isConverted: false, ...annotations[what] }];
    expect(canSeeAnnotation(caller, annotation)).toBe(sees);
    expect(canEditAnnotation(caller, annotation)).toBe(edits);
    expect(canDeleteAnnotation(caller, annotation)).toBe(deletes);
  });
}

describe("the filter", () => {
  const expected: Record<AnnotationFilter, (keyof typeof annotations)[]> = {
    all: Object.keys(annotations) as (keyof typeof annotations)[],
    expert: [
      "my expert annotation",
      "mine that was converted",
      "another student's that was converted",
      "another expert's annotation",
    ],
    student: ["my student work", "another student's work"],
    mine: [
      "my student work",
      "my expert annotation",
      "mine that was converted",
      "mine in my group",
      "mine in a group that I was taken out of",
    ],
    none: [],
    workgroup: ["mine in my group", "another's in my group", "an expert's in my group"],
  };
  for (const filter of ANNOTATION_FILTERS) {
    it(`${filter} includes ${expected[filter].join(", ") || "nothing"}`, () => {
      const matching = Object.entries(annotations).filter(([, facts]) =>
        isInAnnotationFilter(filter, callers.expert, facts, GROUP),
      );
      expect(matching.map(([name]) => name)).toEqual(expected[filter]);
    });
  }

  it("workgroup includes nothing while no group is selected", () => {
    const matching = Object.values(annotations).filter((facts) =>
      isInAnnotationFilter("workgroup", callers.expert, facts),
    );
    expect(matching).toEqual([]);
  });

  it("defaults to expert", () => expect(DEFAULT_ANNOTATION_FILTER).toBe("expert"));
});
