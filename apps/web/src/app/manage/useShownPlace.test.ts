// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { type ChosenPlace, useShownPlace } from "./useShownPlace.ts";

const place = (id: number): ChosenPlace => ({ id, parentId: 1 });
const [A, B, C] = [place(10), place(11), place(12)];

/** @returns ids that the tree was made to show since; a function that sets the address. */
function open(first: ChosenPlace | null, knows: (id: number) => boolean = () => true) {
  const shown: number[] = [];
  const show = ({ id }: ChosenPlace) => knows(id) && shown.push(id) > 0;
  const { result, rerender } = renderHook(({ chosen }) => useShownPlace(chosen && { ...chosen }, show), {
    initialProps: { chosen: first },
  });
  shown.length = 0;
  return { shown, tree: result, address: (chosen: ChosenPlace | null) => rerender({ chosen }) };
}

it("a clicked row stays selected before and after the address follows", () => {
  const { shown, tree, address } = open(A);
  tree.current.expect(B);
  address(A);
  address(B);
  expect(shown).toEqual([]);
});

it("of two rows clicked in succession the second stays selected", () => {
  const { shown, tree, address } = open(A);
  tree.current.expect(B);
  tree.current.expect(C);
  for (const each of [A, B, C]) address(each);
  expect(shown).toEqual([]);
});

it("cancelling the change of page shows the row of the editor again", () => {
  const { shown, tree, address } = open(A);
  tree.current.expect(B);
  address(A);
  tree.current.showAgain();
  expect(shown).toEqual([10]);
});

it("an external change of the address is shown, also to one that was left before", () => {
  const { shown, tree, address } = open(A);
  tree.current.expect(B);
  for (const each of [B, A, B, null, B]) address(each);
  expect(shown).toEqual([10, 11, 11]);
});

it("a new item is shown once the tree knows it; until then the previous row is not shown again", () => {
  const known = new Set([10]);
  const { shown, tree, address } = open(A, (id) => known.has(id));
  tree.current.reveal(B);
  for (const each of [A, B]) address(each);
  expect(shown).toEqual([]);
  known.add(11);
  address(B);
  expect(shown).toEqual([11]);
});

it("an item that is already shown is shown again on request", () => {
  const { shown, tree } = open(A);
  tree.current.reveal(A);
  expect(shown).toEqual([10]);
});
