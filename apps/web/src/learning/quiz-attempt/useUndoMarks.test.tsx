// @vitest-environment happy-dom
import { act, renderHook } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { useUndoMarks } from "./useUndoMarks.ts";

const render = (initial: readonly string[]) =>
  renderHook(() => {
    const [marks, setMarks] = useState(initial);
    return { marks, setMarks, undo: useUndoMarks(marks, setMarks) };
  }).result;

it("marks that existed when the question was opened are not undone", () => {
  expect(render(["a"]).current.undo).toBeNull();
});

it("each undo reverts one change: a drawn mark is removed, a removed one is restored at its position", () => {
  const shown = render(["a", "b"]);
  act(() => shown.current.setMarks(["a", "b", "c"]));
  act(() => shown.current.setMarks(["b", "c"]));
  act(() => shown.current.undo?.());
  expect(shown.current.marks).toEqual(["a", "b", "c"]);
  act(() => shown.current.undo?.());
  expect(shown.current.marks).toEqual(["a", "b"]);
  expect(shown.current.undo).toBeNull();
});

it("a change after an undo is the next to be undone", () => {
  const shown = render([]);
  act(() => shown.current.setMarks(["a"]));
  act(() => shown.current.undo?.());
  act(() => shown.current.setMarks(["b"]));
  act(() => shown.current.undo?.());
  expect(shown.current.marks).toEqual([]);
});
