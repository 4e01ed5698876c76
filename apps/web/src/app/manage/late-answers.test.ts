// @vitest-environment happy-dom
/** Late responses never replace what the person has selected or opened in the meantime. */
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { placeInto } from "#tree/drop-place.ts";
import { histology } from "#tree/testing/build-tree.ts";
import { treeRows } from "#tree/tree-rows.ts";
import { selectOne, type TreeSelection } from "#tree/tree-selection.ts";
import type { Done } from "#tree/tree-store.ts";
import { usePutting } from "./usePutting.ts";
import { useRowDrop } from "./useRowDrop.ts";
import type { TreeActions } from "./useTreeActions.ts";

afterEach(cleanup);

const COPY_ID = 77;
const PARENT_ID = 3;
const done = { results: [{ removals: [], made: [COPY_ID] }] } as unknown as Done;

describe("a copy", () => {
  const onReveal = vi.fn();
  function startCopy() {
    onReveal.mockClear();
    const answer = Promise.withResolvers<Done | null>();
    const actions = { paste: () => answer.promise } as unknown as TreeActions;
    const { result, rerender } = renderHook(
      (selection: TreeSelection) =>
        usePutting({ store: {} as never, actions, selection, setFilter: () => undefined, onReveal }),
      { initialProps: selectOne("1/2") },
    );
    const copying = result.current.put("paste", PARENT_ID, [{ id: 5, kind: "case" }]);
    const end = () =>
      act(() => {
        answer.resolve(done);
        return copying;
      });
    return { rerender, answer: end };
  }

  it("is selected once the server has created it", async () => {
    const { answer } = startCopy();
    await answer();
    expect(onReveal).toHaveBeenCalledWith(COPY_ID, PARENT_ID);
  });

  it("is not selected if another row was selected before the server answered", async () => {
    const { rerender, answer } = startCopy();
    rerender(selectOne("1/4"));
    await answer();
    expect(onReveal).not.toHaveBeenCalled();
  });
});

describe("a move", () => {
  const tree = histology();
  const rows = treeRows(tree, { isExpanded: () => true, filter: null });
  const rowAt = (key: string) => rows.find((row) => row.key === key) ?? expect.fail(`no row ${key}`);
  function startMove() {
    const target = rowAt("1/3");
    const dragged = rowAt("1/7");
    const answer = Promise.withResolvers<Done | null>();
    const onSelection = vi.fn();
    const onOpen = vi.fn();
    const before = selectOne(dragged.key);
    const { result, rerender } = renderHook(
      (props: { readonly selection: TreeSelection; readonly chosenId: number }) =>
        useRowDrop({
          tree,
          shown: { rows, setOpenRows: () => undefined },
          actions: { drop: () => answer.promise } as unknown as TreeActions,
          onSelection,
          onOpen,
          ...props,
        }),
      { initialProps: { selection: before, chosenId: dragged.id } },
    );
    const moving = result.current(placeInto(target), [dragged], true);
    const dropped = onSelection.mock.lastCall?.[0] as TreeSelection;
    const end = (how: Done | null) =>
      act(() => {
        answer.resolve(how);
        return moving;
      });
    return { rerender, dragged, before, dropped, onSelection, onOpen, end };
  }

  it("keeps the editor of the moved item open, under its new URL", async () => {
    const { rerender, dragged, dropped, onOpen, end } = startMove();
    rerender({ selection: dropped, chosenId: dragged.id });
    await end(done);
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it("does not return to the moved item if another one was opened before the server answered", async () => {
    const { rerender, dragged, onOpen, end } = startMove();
    rerender({ selection: selectOne("9"), chosenId: dragged.id + 1 });
    await end(done);
    expect(onOpen).not.toHaveBeenCalled();
  });

  it("that fails restores the previous selection, unless another row has been selected", async () => {
    const quiet = startMove();
    quiet.rerender({ selection: quiet.dropped, chosenId: quiet.dragged.id });
    await quiet.end(null);
    expect(quiet.onSelection).toHaveBeenLastCalledWith(quiet.before);
    const busy = startMove();
    busy.rerender({ selection: selectOne("9"), chosenId: busy.dragged.id });
    await busy.end(null);
    expect(busy.onSelection).toHaveBeenCalledOnce();
  });
});
