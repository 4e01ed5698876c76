import { describe, expect, it } from "vitest";
import { createdForTest } from "./annotation-undo.builder.ts";
import {
  NOTHING_DONE,
  redoChanges,
  type UndoableAction,
  undoChanges,
  withAction,
  withNumbered,
  withRedone,
  withUndone,
} from "./annotation-undo.ts";

const { annotation, fields } = createdForTest(7);
const create = (id: number): UndoableAction => ({ name: "create", steps: [{ kind: "create", id, fields }] });
const remove = (id: number): UndoableAction => ({
  name: "remove",
  steps: [{ kind: "remove", id, annotation: { ...annotation, id } }],
});
const after = { ...fields, title: "other" };
const change: UndoableAction = { name: "change", steps: [{ kind: "change", id: 7, before: fields, after }] };
const order: UndoableAction = { name: "order", steps: [{ kind: "order", before: [1, 2], after: [2, 1] }] };

describe("undo and redo", () => {
  const cases: [what: string, action: UndoableAction, undo: unknown, redo: unknown][] = [
    [
      "a new one is deleted; redo restores it from the bin",
      create(7),
      { action: "remove", subjectId: 7 },
      restoring(null),
    ],
    [
      "a new one that the server never had is created again under its ID",
      create(-50),
      { action: "remove", subjectId: -50 },
      { action: "create", subjectId: -50, fields },
    ],
    [
      "a change is reverted",
      change,
      { action: "update", subjectId: 7, fields, base: after },
      { action: "update", subjectId: 7, fields: after, base: fields },
    ],
    [
      "a deleted one is restored from the bin",
      remove(7),
      { ...restoring(annotation), base: fields },
      { action: "remove", subjectId: 7 },
    ],
    [
      "a deleted one that the server never had is created again",
      remove(-50),
      { action: "create", subjectId: -50, fields },
      { action: "remove", subjectId: -50 },
    ],
    ["an order is reverted", order, { action: "order", ids: [1, 2] }, { action: "order", ids: [2, 1] }],
  ];
  for (const [what, action, undo, redo] of cases) {
    it(what, () => {
      expect(undoChanges(action)).toMatchObject([undo]);
      expect(redoChanges(action)).toMatchObject([redo]);
    });
  }

  function restoring(restores: unknown) {
    return { action: "update", subjectId: 7, fields: { ...fields, restores } };
  }

  it("one that was deleted while a change was waiting is restored with that change", () => {
    const waiting: UndoableAction = {
      name: "remove",
      steps: [{ kind: "remove", id: 7, annotation: { ...annotation, saveState: "waiting" } }],
    };
    expect(undoChanges(waiting)[0]).not.toHaveProperty("base");
  });

  it("several steps are undone from the last to the first", () => {
    const both: UndoableAction = { name: "paste", steps: [...create(7).steps, ...create(8).steps] };
    expect(undoChanges(both).map((one) => "subjectId" in one && one.subjectId)).toEqual([8, 7]);
  });
});

describe("the history of a slide", () => {
  it("supports undo and redo; a new action clears the redo steps", () => {
    const two = withAction(withAction(NOTHING_DONE, create(7)), change);
    expect(withUndone(two).done.map(({ name }) => name)).toEqual(["create"]);
    expect(withRedone(withUndone(two))).toEqual(two);
    expect(withAction(withUndone(two), order).undone).toEqual([]);
  });

  it("has an end on both sides", () => {
    expect(withUndone(NOTHING_DONE)).toEqual(NOTHING_DONE);
    expect(withRedone(NOTHING_DONE)).toEqual(NOTHING_DONE);
  });

  it("replaces a local ID with the server's", () => {
    const undone = withUndone(withAction(withAction(NOTHING_DONE, create(-50)), remove(-50)));
    const numbered = withNumbered(undone, -50, 12);
    expect([...numbered.done, ...numbered.undone].flatMap(({ steps }) => steps)).toMatchObject([
      { id: 12 },
      { id: 12 },
    ]);
  });

  it("an action without steps is ignored", () => {
    expect(withAction(NOTHING_DONE, { name: "paste", steps: [] }).done).toEqual([]);
  });
});
