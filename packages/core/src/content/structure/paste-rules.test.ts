/** Allowed parents according to part 2, section 4 of the specification ("Slide manager tree operations"). */
import { describe, expect, it } from "vitest";
import { ITEM_KIND_NAMES, type ItemKind } from "../item/item-kinds.ts";
import {
  canBeAdded,
  canLiveIn,
  canPaste,
  canRemove,
  canReturn,
  hasCopyButton,
  type PlaceFacts,
} from "./paste-rules.ts";

const place = (kind: ItemKind, quizType: string | null = null): PlaceFacts => ({ kind, quizType });
const individual = (kind: ItemKind): PlaceFacts => place(kind, "Individual");
const PARENTS = ITEM_KIND_NAMES.filter((kind) => kind !== "quizAnswerOption");

const pasted: [sentence: string, kinds: ItemKind[], into: ItemKind[]][] = [
  ["images into cases, folders or courses", ["image"], ["case", "course", "folder"]],
  ["folders into folders or courses", ["folder"], ["course", "folder"]],
  ["pages, quizzes, cases and radiology by type", ["page", "quiz", "case", "radiology"], ["course", "folder"]],
  ["attachments into every item that shows them", ["attachment"], ["course", "folder", "image"]],
  [
    "items that are only created in place, nowhere",
    ["course", "embed", "textbook", "enrollment", "quizAnswerOption"],
    [],
  ],
  ["slides and cases of a quiz into the quiz or its slides", ["quizSlide", "quizCase"], ["quiz", "quizSlides"]],
  [
    "questions into a quiz, its questions, slides or cases",
    ["quizQuestion"],
    ["quiz", "quizCase", "quizQuestions", "quizSlide"],
  ],
];

describe("pasting", () => {
  for (const [sentence, kinds, into] of pasted) {
    it(sentence, () => {
      for (const kind of kinds)
        expect(PARENTS.filter((parent) => canPaste(kind, individual(parent))).sort(), kind).toEqual([...into].sort());
    });
  }

  it("into quizzes only if they are Individual", () => {
    for (const kind of ["quizQuestion", "quizSlide", "quizCase"] as const)
      for (const quizType of ["Common", "Auto-Generated", null])
        expect(
          PARENTS.filter(
            (parent) => canPaste(kind, place(parent, quizType)) || canLiveIn(kind, place(parent, quizType)),
          ),
        ).toEqual([]);
  });
});

it.each([
  ["Individual", ["quizCase", "quizQuestion", "quizSlide"], ["quizQuestion"]],
  ["Common", ["quizCase", "quizQuestion", "quizSlide"], []],
  ["Auto-Generated", ["quizCase", "quizSlide"], []],
])("%s quizzes: %j are added to the quiz, %j to one of its slides", (quizType, toQuiz, toSlide) => {
  const added = (parent: ItemKind) =>
    ITEM_KIND_NAMES.filter((kind) => canBeAdded(kind, place(parent, quizType))).sort();
  expect([added("quiz"), added("quizSlide")]).toEqual([toQuiz, toSlide]);
});

describe("removal", () => {
  const inFolder: ItemKind[] = [
    "attachment",
    "case",
    "embed",
    "enrollment",
    "folder",
    "image",
    "page",
    "quiz",
    "radiology",
    "textbook",
  ];

  it("is allowed for the kinds that the tree contains itself", () => {
    expect(ITEM_KIND_NAMES.filter((kind) => kind !== "course" && canRemove(kind, place("folder"))).sort()).toEqual(
      inFolder,
    );
  });

  it("is rejected from a quiz and from the slides of a quiz", () => {
    for (const parent of ["quiz", "quizSlides"] as const)
      expect(ITEM_KIND_NAMES.filter((kind) => canRemove(kind, individual(parent)))).toEqual([]);
  });
});

it("the document of a textbook can be moved and restored, but neither added nor pasted", () => {
  const textbook = place("textbook");
  expect([canLiveIn, canReturn, canBeAdded, canPaste].map((may) => may("attachment", textbook))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe("the copy button", () => {
  const shown: [what: string, kind: ItemKind, where: PlaceFacts, isShown: boolean][] = [
    ["a page", "page", place("folder"), true],
    ["a folder", "folder", place("course"), true],
    ["a quiz", "quiz", place("folder"), true],
    ["a case", "case", place("folder"), true],
    ["radiology", "radiology", place("folder"), true],
    ["an image of a folder", "image", place("folder"), true],
    ["an image of a course", "image", place("course"), true],
    ["an image of a case", "image", place("case"), false],
    ["a question of an Individual quiz", "quizQuestion", individual("quiz"), true],
    ["a slide of an Individual quiz", "quizSlide", individual("quiz"), true],
    ["a question of a Common quiz", "quizQuestion", place("quiz", "Common"), false],
    ["an embed", "embed", place("folder"), false],
    ["a textbook", "textbook", place("folder"), false],
    ["a course", "course", place("course"), false],
  ];
  for (const [what, kind, where, isShown] of shown)
    it(`${isShown ? "is shown" : "is not shown"} for ${what}`, () => expect(hasCopyButton(kind, where)).toBe(isShown));
});
