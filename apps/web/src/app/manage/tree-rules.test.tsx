// @vitest-environment happy-dom
/** Copy, removal and paste in the tree. Source: spec part 2, section 4, "Slide manager tree operations". */
import { notifications } from "@mantine/notifications";
import { act, cleanup, renderHook } from "@testing-library/react";
import i18next, { type TFunction } from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { buildTree } from "#tree/testing/build-tree.ts";
import { treeEn } from "#tree/tree.en.ts";
import { isGroup, type TreeRow, treeRows } from "#tree/tree-rows.ts";
import { offeredActions, type RowActions } from "./row-actions.ts";
import { pickableKinds } from "./row-facts.ts";
import { useTreeClipboard } from "./useTreeClipboard.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { tree: treeEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

const tree = buildTree([
  {
    id: 1,
    kind: "course",
    children: [
      {
        id: 2,
        kind: "folder",
        children: [
          { id: 3, kind: "case", children: [{ id: 4, kind: "image" }] },
          { id: 5, kind: "image", isActive: false },
          { id: 6, kind: "page" },
          {
            id: 7,
            kind: "quiz",
            quizType: "Individual",
            children: [
              { id: 8, kind: "quizQuestion" },
              { id: 9, kind: "quizSlide", children: [{ id: 10, kind: "quizQuestion" }] },
            ],
          },
          { id: 11, kind: "quiz", quizType: "Common" },
          { id: 12, kind: "embed" },
          { id: 13, kind: "radiology" },
        ],
      },
      { id: 14, kind: "enrollment" },
      { id: 15, kind: "textbook" },
      { id: 16, kind: "folder" },
    ],
  },
  { id: 17, kind: "course" },
]);
const rows = treeRows(tree, { isExpanded: () => true, filter: null });
const row = (id: number): TreeRow =>
  rows.find((one) => one.id === id && one.kind !== "quizQuestions" && one.kind !== "quizSlides") as TreeRow;

const nothing = () => undefined;
const actions: RowActions = {
  copy: nothing,
  duplicate: nothing,
  cut: nothing,
  moveTo: nothing,
  carry: nothing,
  activate: nothing,
  annotate: nothing,
  tags: nothing,
  remove: nothing,
};
const offered = (...ids: number[]): string[] =>
  offeredActions(i18next.t as TFunction, { tree, rows: ids.map(row), actions }).map(({ text }) => text);

describe("available actions", () => {
  const copied: [what: string, id: number, isOffered: boolean][] = [
    ["a folder", 2, true],
    ["a case", 3, true],
    ["an image of a folder", 5, true],
    ["an image of a case", 4, false],
    ["a page", 6, true],
    ["a quiz", 7, true],
    ["a question of an Individual quiz", 8, true],
    ["a slide of an Individual quiz", 9, true],
    ["a question of a slide of it", 10, true],
    ["an embed", 12, false],
    ["radiology", 13, true],
    ["an enrollment form", 14, false],
    ["a textbook", 15, false],
    ["a course", 1, false],
  ];
  it.each(copied)("copying %s", (_what, id, isOffered) => expect(offered(id).includes("Copy")).toBe(isOffered));

  it("duplicating, if the copy is another item", () => {
    const duplicable = rows.filter(({ kind }) => !isGroup(kind)).filter(({ id }) => offered(id).includes("Duplicate"));
    expect(duplicable.map(({ id }) => id)).toEqual([2, 3, 6, 7, 8, 10, 11, 13, 16]);
    expect(offered(2, 3)).not.toContain("Duplicate");
  });

  const removed: [what: string, id: number, text: string | null][] = [
    ["a course", 1, "Delete course…"],
    ["a folder", 2, "Move to bin"],
    ["a case", 3, "Move to bin"],
    ["an image of a case", 4, "Move to bin"],
    ["a quiz", 7, "Move to bin"],
    ["a question, from a quiz", 8, null],
    ["a slide, from a quiz", 9, null],
    ["a textbook", 15, "Move to bin"],
  ];
  it.each(removed)("removing %s", (_what, id, text) =>
    expect(offered(id).find((one) => one === "Move to bin" || one === "Delete course…") ?? null).toBe(text),
  );

  it("for several items only actions that apply to each; courses are deleted one by one", () => {
    expect(offered(3, 5)).toEqual([
      "Copy",
      "Cut",
      "Move to…",
      "Move with keyboard",
      "Show to learners",
      "Hide from learners",
      "Hide annotations",
      "Tags…",
      "Move to bin",
    ]);
    expect(offered(3, 12)).not.toContain("Copy");
    expect(offered(1, 17)).toEqual(["Move with keyboard", "Hide from learners", "Tags…"]);
    expect(offered(5)).not.toContain("Hide from learners");
  });
});

describe("pasting", () => {
  /** @returns id of the target, or "refused". */
  function paste(mode: "copy" | "cut", id: number | null, onto: number): number | string {
    vi.spyOn(notifications, "show").mockReturnValue("");
    let target: number | null = null;
    const take = (into: TreeRow) => {
      target = into.id;
    };
    const { result } = renderHook(() => useTreeClipboard({ tree, rows, onMove: take, onCopy: take }));
    if (id !== null) act(() => result.current[mode]([row(id)]));
    act(() => result.current.paste(row(onto)));
    return target ?? "refused";
  }

  const places: [what: string, id: number, onto: number, into: number | "refused"][] = [
    ["an image into a case", 5, 3, 3],
    ["an image into a folder", 5, 16, 16],
    ["an image into a course", 5, 17, 17],
    ["an image beside a page", 5, 6, 2],
    ["a folder into a folder", 2, 16, 16],
    ["a folder into a course", 2, 17, 17],
    ["a page into a folder", 6, 16, 16],
    ["a quiz into a course", 7, 17, 17],
    ["a case into a folder", 3, 16, 16],
    ["a question into an Individual quiz", 10, 7, 7],
    ["a question into a slide of one", 8, 9, 9],
    ["a question into a quiz of another type", 8, 11, "refused"],
    ["a question into a folder", 8, 16, "refused"],
    ["a slide of a quiz into a slide of it: beside", 9, 10, "refused"],
    ["a slide of a quiz into its quiz", 9, 7, 7],
    ["a slide of a quiz into a course", 9, 17, "refused"],
  ];
  it.each(places)("%s", (_what, id, onto, into) => expect(paste("copy", id, onto)).toBe(into));

  it("cut items cannot be pasted into their own contents", () => expect(paste("cut", 2, 6)).toBe("refused"));

  it('nothing: "The clipboard is empty!"', async () => {
    expect(paste("copy", null, 2)).toBe("refused");
    await vi.waitFor(() => expect(notifications.show).toHaveBeenCalled());
    expect(JSON.stringify(vi.mocked(notifications.show).mock.calls.at(-1))).toContain("The clipboard is empty!");
  });
});

describe("existing items that can be added", () => {
  const places: [id: number, what: string, kinds: string[]][] = [
    [1, "a course", ["image", "attachment", "case", "radiology"]],
    [2, "a folder", ["image", "attachment", "case", "radiology"]],
    [3, "a case", ["image"]],
    [5, "a slide", ["attachment"]],
    [7, "an Individual quiz", ["quizQuestion"]],
    [9, "a slide of an Individual quiz", ["quizQuestion"]],
    [11, "a Common quiz", []],
    [6, "a page", []],
  ];
  for (const [id, what, kinds] of places)
    it(`${what}: ${kinds.join(", ") || "nothing"}`, () => expect(pickableKinds(tree, id)).toEqual(kinds));
});

it("tags are offered for several items if any of them can have tags", () => {
  const offered = (...ids: number[]) =>
    offeredActions(i18next.t, { tree, rows: ids.map(row), actions }).some(({ text }) => text === treeEn.tags);
  expect([offered(2, 5), offered(5, 13), offered(13, 14), offered(5)]).toEqual([true, true, false, false]);
});
