import { describe, expect, it } from "vitest";
import {
  type AnnotationCaller,
  canDeleteAnnotation,
  canEditAnnotation,
  canSeeAnnotation,
  isInAnnotationFilter,
} from "./annotation-access.ts";
import { ANNOTATION_FILTERS, type AnnotationFilter, DEFAULT_ANNOTATION_FILTER } from "./annotation-filter.ts";

const ME = 1;
const callers = {
  guest: { id: 0, isExpert: false, isContentManager: false },
  learner: { id: ME, isExpert: false, isContentManager: false },
  expert: { id: ME, isExpert: true, isContentManager: false },
  teacher: { id: ME, isExpert: true, isContentManager: true },
} satisfies Record<string, AnnotationCaller>;
const annotations = {
  "my student work": { authorId: ME, isStudent: true },
  "another student's work": { authorId: 2, isStudent: true },
  "my expert annotation": { authorId: ME, isStudent: false },
  "another expert's annotation": { authorId: 3, isStudent: false },
} as const;

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
];
for (const [who, what, sees, edits, deletes] of cases) {
  it(`${who}, ${what}: ${[sees && "sees", edits && "edits", deletes && "deletes"].filter(Boolean).join(", ") || "nothing"}`, () => {
    const [caller, annotation] = [callers[who], annotations[what]];
    expect(canSeeAnnotation(caller, annotation)).toBe(sees);
    expect(canEditAnnotation(caller, annotation)).toBe(edits);
    expect(canDeleteAnnotation(caller, annotation)).toBe(deletes);
  });
}

describe("the filter", () => {
  const expected: Record<AnnotationFilter, (keyof typeof annotations)[]> = {
    all: Object.keys(annotations) as (keyof typeof annotations)[],
    expert: ["my expert annotation", "another expert's annotation"],
    student: ["my student work", "another student's work"],
    mine: ["my student work", "my expert annotation"],
    none: [],
    workgroup: [],
  };
  for (const filter of ANNOTATION_FILTERS) {
    it(`${filter} holds ${expected[filter].join(", ") || "nothing"}`, () => {
      const held = Object.entries(annotations).filter(([, facts]) =>
        isInAnnotationFilter(filter, callers.expert, facts),
      );
      expect(held.map(([name]) => name)).toEqual(expected[filter]);
    });
  }

  it("is expert unless another is chosen", () => expect(DEFAULT_ANNOTATION_FILTER).toBe("expert"));
});
