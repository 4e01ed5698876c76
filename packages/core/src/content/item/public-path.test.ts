import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ITEM_KIND_NAMES, ITEM_KINDS, type ItemKind } from "./item-kinds.ts";
import {
  formatPracticePath,
  formatPublicPath,
  formatQuizPath,
  formatReviewPath,
  type PathStep,
  parsePublicPath,
  parseScreenPath,
} from "./public-path.ts";

const paths: [path: string, siteId: number, steps: [kind: string, id: number][]][] = [
  ["/s1/", 1, []],
  ["/s1", 1, []],
  ["/s1/course2/", 1, [["course", 2]]],
  [
    "/s1/course2/f3/i9/",
    1,
    [
      ["course", 2],
      ["folder", 3],
      ["image", 9],
    ],
  ],
  [
    "s1/course2/f3/i9",
    1,
    [
      ["course", 2],
      ["folder", 3],
      ["image", 9],
    ],
  ],
  [
    "/s12/course2/f3/f4/q5/qs6/",
    12,
    [
      ["course", 2],
      ["folder", 3],
      ["folder", 4],
      ["quiz", 5],
      ["quizQuestion", 6],
    ],
  ],
  [
    "/s1/course2/c7/i9/",
    1,
    [
      ["course", 2],
      ["case", 7],
      ["image", 9],
    ],
  ],
  ["/s1/embed5/", 1, [["embed", 5]]],
  ["/s1/enroll5/", 1, [["enrollment", 5]]],
  ["//s1//course2/", 1, [["course", 2]]],
];
describe("a path", () => {
  for (const [path, siteId, steps] of paths) {
    it(path, () => expect(parsePublicPath(path)).toEqual({ siteId, steps: steps.map(([kind, id]) => ({ kind, id })) }));
  }
});

const foreign = [
  "",
  "/",
  "/course2/",
  "/s0/",
  "/s01/",
  "/s-1/",
  "/sx/",
  "/s1/course/",
  "/s1/course02/",
  "/s1/course0/",
  "/s1/x5/",
  "/s1/COURSE2/",
  "/s1/i9.jpg",
  "/s1/i9?x=1",
  "/s1/../i9/",
  "/s1/i%39/",
  "/s1/toString5/",
  "/s1/constructor1/",
  "/s1/i1e3/",
  `/s${"9".repeat(16)}/`,
  `/s1/i${"9".repeat(16)}/`,
  `/s1/${"f1/".repeat(65)}`,
  "/s1/ i9/",
  "/s1/i9\n/",
];
describe("rejects other paths", () => {
  for (const path of foreign) it(JSON.stringify(path.slice(0, 40)), () => expect(parsePublicPath(path)).toBeNull());
});

it("a location is unchanged after formatting and parsing its path", () => {
  const withPage = ITEM_KIND_NAMES.filter((kind) => ITEM_KINDS[kind].segment !== null);
  const id = fc.integer({ min: 1, max: 2 ** 31 });
  const step: fc.Arbitrary<PathStep> = fc.record({ kind: fc.constantFrom(...withPage), id });
  fc.assert(
    fc.property(id, fc.array(step, { maxLength: 12 }), (siteId, steps) => {
      expect(parsePublicPath(formatPublicPath({ siteId, steps }))).toEqual({ siteId, steps });
    }),
  );
});

it("is written as /s{id}/course{id}/f{id}.../i{id}/", () => {
  const steps: PathStep[] = [
    { kind: "course", id: 2 },
    { kind: "folder", id: 3 },
    { kind: "folder", id: 4 },
    { kind: "image", id: 9 },
  ];
  expect(formatPublicPath({ siteId: 1, steps })).toBe("/s1/course2/f3/f4/i9/");
  expect(formatPublicPath({ siteId: 12, steps: [] })).toBe("/s12/");
});

describe("the specification's segments", () => {
  const segments: [segment: string, kind: ItemKind][] = [
    ["f", "folder"],
    ["course", "course"],
    ["i", "image"],
    ["c", "case"],
    ["q", "quiz"],
    ["qs", "quizQuestion"],
    ["t", "textbook"],
    ["embed", "embed"],
    ["enroll", "enrollment"],
  ];
  for (const [segment, kind] of segments) {
    it(`${segment}{id} is a ${kind}, read and written`, () => {
      const place = { siteId: 1, steps: [{ kind, id: 7 }] };
      expect(parsePublicPath(`/s1/${segment}7/`)).toEqual(place);
      expect(formatPublicPath(place)).toBe(`/s1/${segment}7/`);
    });
  }
});

it("an item without a page has no path", () => {
  expect(() => formatPublicPath({ siteId: 1, steps: [{ kind: "quizSlide", id: 5 }] })).toThrow("quizSlide has no page");
});

it("no two kinds share a segment", () => {
  const segments = ITEM_KIND_NAMES.map((kind) => ITEM_KINDS[kind].segment).filter((segment) => segment !== null);
  expect(new Set(segments).size).toBe(segments.length);
});

const screens: [path: string, steps: string, within: string, isReview: boolean, isPreview?: boolean][] = [
  ["/s1/", "", "", false],
  ["/s1/course2/i9/", "course2 image9", "", false],
  ["/s1/course2/q5/", "course2 quiz5", "", false],
  ["/s1/course2/q5/qs6/", "course2 quiz5", "quizQuestion6", false],
  ["/s1/course2/q5/i9/qs6/", "course2 quiz5", "image9 quizQuestion6", false],
  ["/s1/q5/c7", "quiz5", "case7", false],
  ["/s1/course2/q5/review/", "course2 quiz5", "", true],
  ["/s1/q5/review", "quiz5", "", true],
  ["/s1/course2/q5/preview/", "course2 quiz5", "", false, true],
  ["/s1/course2/q5/preview/i9/qs6/", "course2 quiz5", "image9 quizQuestion6", false, true],
  ["/s1/q5/preview/review/", "quiz5", "", true, true],
];
describe("the screen of a path", () => {
  const text = (steps: readonly PathStep[]) => steps.map(({ kind, id }) => `${kind}${id}`).join(" ");
  for (const [path, steps, within, isReview, isPreview = false] of screens) {
    it(path, () => {
      const place = parseScreenPath(path);
      expect([text(place?.steps ?? []), text(place?.within ?? [])]).toEqual([steps, within]);
      expect([place?.isReview, place?.isPreview]).toEqual([isReview, isPreview]);
    });
  }

  const previews = [
    "/s1/preview/",
    "/preview/q5/",
    "/s1/preview/q5/",
    "/s1/q5/qs6/preview/",
    "/s1/q5/preview/preview/",
  ];
  const practices = ["/s1/practice/", "/s1/course2/practice/", "/s1/q5/qs6/practice/", "/s1/q5/review/practice/"];
  const reviews = ["/s1/review/", "/s1/course2/review/", "/s1/q5/qs6/review/", "/review/", "/s1/q5/reviews/"];
  for (const path of [...reviews, ...previews, ...practices, "/s1/q5/review/preview/"])
    it(`${path} has no screen`, () => expect(parseScreenPath(path)).toBeNull());

  it("the path of practising mistakes is parsed and formatted below its quiz, also in a preview", () => {
    const steps: PathStep[] = [{ kind: "quiz", id: 5 }];
    for (const isPreview of [false, true]) {
      const path = formatPracticePath({ siteId: 1, steps, isPreview });
      expect(path).toBe(isPreview ? "/s1/q5/preview/practice/" : "/s1/q5/practice/");
      expect(parseScreenPath(path)).toEqual({
        siteId: 1,
        steps,
        within: [],
        isReview: false,
        isPractice: true,
        isPreview,
      });
    }
  });

  it("the path of a review is formatted below its quiz", () => {
    const steps: PathStep[] = [{ kind: "quiz", id: 5 }];
    expect(formatReviewPath({ siteId: 1, steps })).toBe("/s1/q5/review/");
    expect(formatReviewPath({ siteId: 1, steps, isPreview: true })).toBe("/s1/q5/preview/review/");
    expect(formatQuizPath({ siteId: 1, steps, isPreview: true })).toBe("/s1/q5/preview/");
  });
});
