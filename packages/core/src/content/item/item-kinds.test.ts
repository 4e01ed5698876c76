/** Compares the table of kinds with the specification: tree item types, entity types, URL segments. */
import { expect, it } from "vitest";
import { ITEM_KIND_NAMES, ITEM_KINDS } from "./item-kinds.ts";

const sorted = (words: string): string[] => words.split(", ").sort();

it("the tree's item types are exactly those of the specification", () => {
  expect([...ITEM_KIND_NAMES].sort()).toEqual(
    sorted(
      "course, folder, case, quiz, quizSlide, quizCase, quizQuestion, quizAnswerOption, quizQuestions, quizSlides, embed, page, radiology, enrollment, textbook, image, attachment",
    ),
  );
});

it("ten kinds have an entity type for assignments", () => {
  expect(ITEM_KIND_NAMES.flatMap((kind) => ITEM_KINDS[kind].entityType ?? []).sort()).toEqual(
    sorted(
      "sz-image, sz-attachment, sz-quiz, sz-textbook, sz-folder, sz-case, sz-enrollment, sz-page, sz-radiology, sz-embed",
    ),
  );
});

it("URL segments are those of the specification", () => {
  const segments = { folder: "f", course: "course", image: "i", case: "c", quiz: "q", quizQuestion: "qs" };
  const others = { textbook: "t", embed: "embed", enrollment: "enroll" };
  for (const [kind, segment] of Object.entries({ ...segments, ...others }))
    expect(ITEM_KINDS[kind as keyof typeof segments].segment, kind).toBe(segment);
});
