/** Which content types have an editor, and what can be added where (spec part 1, section 2; part 2, section 2). */
import { describe, expect, it } from "vitest";
import { buildTree } from "#tree/testing/build-tree.ts";
import { ITEM_SCREENS } from "./item-editors.ts";
import { addableKinds, isAddedTo, takesSlides } from "./row-facts.ts";

const sorted = (words: string) => words.split(", ").sort();

it("editors exist for course, folder, case, image, quiz, question, answer option, embed, page and the others", () => {
  const edited = Object.entries(ITEM_SCREENS).flatMap(([kind, { Editor }]) => (Editor ? [kind] : []));
  const others = "quizSlide, quizCase, radiology, enrollment, textbook, attachment";
  expect(edited.sort()).toEqual(
    sorted(`course, folder, case, image, quiz, quizQuestion, quizAnswerOption, embed, page, ${others}`),
  );
});

describe("what can be added", () => {
  const tree = buildTree([
    {
      id: 1,
      kind: "course",
      children: [
        { id: 2, kind: "folder", children: [] },
        { id: 3, kind: "quiz", quizType: "Individual", children: [{ id: 4, kind: "quizSlide", children: [] }] },
        { id: 5, kind: "quiz", quizType: "Common", children: [{ id: 7, kind: "quizSlide", children: [] }] },
        { id: 8, kind: "quiz", quizType: "Auto-Generated", children: [] },
        { id: 6, kind: "page" },
      ],
    },
  ]);
  const inFolders = "folder, case, quiz, embed, page, radiology, enrollment, textbook, attachment";
  const places: [into: string, id: number, kinds: string][] = [
    ["a course", 1, inFolders],
    ["a folder", 2, inFolders],
    ["an Individual quiz", 3, "quizQuestion, quizSlide, quizCase"],
    ["a slide of an Individual quiz", 4, "quizQuestion"],
    ["a Common quiz", 5, "quizQuestion, quizSlide, quizCase"],
    ["an Auto-Generated quiz", 8, "quizSlide, quizCase"],
  ];
  for (const [into, id, kinds] of places)
    it(`to ${into}: ${kinds}`, () => expect([...addableKinds(tree, id)].sort()).toEqual(sorted(kinds)));

  it("nothing to a slide of a Common quiz", () => expect(isAddedTo(tree, 7)).toBe(false));

  it("slides to courses and folders, nothing to a page", () => {
    expect([1, 2, 3, 6].map((id) => takesSlides(tree, id))).toEqual([true, true, false, false]);
    expect(addableKinds(tree, 6)).toEqual([]);
  });
});
