// @vitest-environment happy-dom
import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { type ChosenPlace, useShownPlace } from "./useShownPlace.ts";

const place = (id: number): ChosenPlace => ({ id, parentId: 1 });
const [A, B, C] = [place(10), place(11), place(12)];

/** @returns ids that the tree was made to show since; the address as it is set. */
function open(first: ChosenPlace | null, knows: (id: number) => boolean = () => true) {
  const shown: number[] = [];
  const show = ({ id }: ChosenPlace) => knows(id) && shown.push(id) > 0;
  const { result, rerender } = renderHook(({ chosen }) => useShownPlace(chosen && { ...chosen }, show), {
    initialProps: { chosen: first },
  });
  shown.length = 0;
  return { shown, tree: result, address: (chosen: ChosenPlace | null) => rerender({ chosen }) };
}

it("a row that is clicked stays selected while its address is on the way, and when it has come", () => {
  const { shown, tree, address } = open(A);
  tree.current.expect(B);
  address(A);
  address(B);
  expect(shown).toEqual([]);
});

it("of two clicked one after the other the second stays", () => {
  const { shown, tree, address } = open(A);
  tree.current.expect(B);
  tree.current.expect(C);
  for (const each of [A, B, C]) address(each);
  expect(shown).toEqual([]);
});

it("who stays with unsaved changes sees the row of the editor again", () => {
  const { shown, tree, address } = open(A);
  tree.current.expect(B);
  address(A);
  tree.current.showAgain();
  expect(shown).toEqual([10]);
});

it("an address from elsewhere is shown, also one that was left before", () => {
  const { shown, tree, address } = open(A);
  tree.current.expect(B);
  for (const each of [B, A, B, null, B]) address(each);
  expect(shown).toEqual([10, 11, 11]);
});

it("what was made is shown once the tree knows it, and not what was there before", () => {
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
