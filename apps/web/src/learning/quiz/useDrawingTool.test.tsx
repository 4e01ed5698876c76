// @vitest-environment happy-dom
import { ViewerEmitter } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useDrawingTool } from "./useDrawingTool.ts";

afterEach(cleanup);

const IDLE = { editedId: null, isFreehand: false, typeName: null, canUndo: false, canRedo: false, canFinish: false };

/** A viewer that draws as the real one does; `pressEscape` simulates its Escape key. */
function openViewer() {
  const emitter = new ViewerEmitter();
  const state = (isDrawing: boolean) => emitter.emit("drawingState", { ...IDLE, isDrawing });
  const viewer = {
    on: emitter.on.bind(emitter),
    annotations: { startDrawing: () => state(true), cancelDrawing: () => state(false) },
  } as unknown as SlideViewer;
  return { viewer, pressEscape: () => act(() => state(false)) };
}

function Tools({ viewer }: { readonly viewer: SlideViewer }) {
  const { drawing, start, cancel } = useDrawingTool(viewer, () => undefined);
  return (
    <>
      <button type="button" aria-pressed={drawing === "point"} onClick={(event) => start("point", event.currentTarget)}>
        Point
      </button>
      {drawing && (
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      )}
    </>
  );
}

const point = () => screen.getByRole("button", { name: "Point" });

it("is active until Escape is pressed on the slide", () => {
  const { viewer, pressEscape } = openViewer();
  render(<Tools viewer={viewer} />);
  act(() => point().click());
  expect(point().getAttribute("aria-pressed")).toBe("true");
  pressEscape();
  expect(point().getAttribute("aria-pressed")).toBe("false");
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});

it("gets the focus back after the button that ended the drawing is removed", () => {
  const { viewer } = openViewer();
  render(<Tools viewer={viewer} />);
  act(() => point().click());
  const cancel = screen.getByRole("button", { name: "Cancel" });
  act(() => cancel.focus());
  act(() => cancel.click());
  expect(document.activeElement).toBe(point());
});

it("leaves the focus on the slide", () => {
  const { viewer, pressEscape } = openViewer();
  render(
    <>
      <Tools viewer={viewer} />
      <button type="button">Slide</button>
    </>,
  );
  act(() => point().click());
  act(() => screen.getByText("Slide").focus());
  pressEscape();
  expect(document.activeElement).toBe(screen.getByText("Slide"));
});
