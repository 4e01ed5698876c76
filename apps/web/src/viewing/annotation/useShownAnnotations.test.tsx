// @vitest-environment happy-dom
import { ViewerEmitter } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { ListedAnnotation } from "./annotation-outbox.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import { useShownAnnotations } from "./useShownAnnotations.ts";

/** Like the viewer: deselects annotations that are no longer shown, and reports it to the page. */
function openViewer(): SlideViewer {
  const emitter = new ViewerEmitter();
  let selected: number | null = null;
  const annotations = {
    show(shown: readonly { id: unknown }[]) {
      if (selected === null || shown.some(({ id }) => id === selected)) return;
      selected = null;
      emitter.emit("select", null);
    },
    setSelected(id: number | null) {
      selected = id;
    },
    setSelectedToo: () => undefined,
    setHovered: () => undefined,
  };
  return { annotations, on: emitter.on.bind(emitter) } as unknown as SlideViewer;
}

afterEach(cleanup);

it("the selection stays when the server assigns an ID, even if the list lacks the annotation temporarily", () => {
  const select = vi.fn();
  const boardOf = (annotations: readonly ListedAnnotation[]) =>
    ({
      ...{
        annotations,
        isWhole: true,
        isVisible: true,
        hoveredId: null,
        selected: annotations[0] ?? null,
        selectedIds: new Set(),
      },
      ...{ hover: vi.fn(), select, toggleSelected: vi.fn() },
    }) as unknown as AnnotationBoard;
  const viewer = openViewer();
  const { rerender } = renderHook(({ board }) => useShownAnnotations(viewer, board, null, []), {
    initialProps: { board: boardOf([buildAnnotation({ id: -20 })]) },
  });
  rerender({ board: boardOf([]) });
  rerender({ board: boardOf([buildAnnotation({ id: 17 })]) });
  rerender({ board: boardOf([buildAnnotation({ id: 18 })]) });
  expect(select).not.toHaveBeenCalled();
});

it("while annotations are hidden, only selected ones are drawn", () => {
  const viewer = openViewer();
  const show = vi.spyOn(viewer.annotations, "show");
  const board = {
    ...{ annotations: [buildAnnotation({ id: 1 }), buildAnnotation({ id: 2 })], isWhole: true, isVisible: false },
    ...{ hoveredId: null, selected: null, selectedIds: new Set([2]) },
    ...{ hover: vi.fn(), select: vi.fn(), toggleSelected: vi.fn() },
  } as unknown as AnnotationBoard;
  renderHook(() => useShownAnnotations(viewer, board, null, []));
  expect(show.mock.lastCall?.[0]).toMatchObject([{ id: 2, order: 2 }]);
});
