// @vitest-environment happy-dom
import { ViewerEmitter } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { ListedAnnotation } from "./annotation-outbox.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import { useShownAnnotations } from "./useShownAnnotations.ts";

/** As the viewer does: deselects annotations that are no longer shown, and reports it to the page. */
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

it("what is chosen stays so while the server numbers it, also when the list lacks it for a moment", () => {
  const select = vi.fn();
  const boardOf = (annotations: readonly ListedAnnotation[]) =>
    ({
      ...{ annotations, isWhole: true, hoveredId: null, selected: annotations[0] ?? null, selectedIds: new Set() },
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
