// @vitest-environment happy-dom
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { ReviewStep } from "./review-keys.ts";
import { resetConfirmations } from "./skipped-confirmations.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";
import { useReviewQueue } from "./useReviewQueue.ts";

afterEach(() => {
  cleanup();
  resetConfirmations();
});

function openQueue({ startId = null as number | null, hasOthers = true } = {}) {
  const showShape = vi.fn();
  const viewer = { on: () => () => undefined, focus: () => undefined, showShape } as unknown as SlideViewer;
  const board = {
    ...{ filter: "all", setFilter: () => undefined, setVisible: () => undefined, select: vi.fn(), showDialog: vi.fn() },
    dialog: null,
  } as unknown as AnnotationBoard;
  const annotator = { state: { mode: "off" } } as Annotator;
  const onLeave = vi.fn(() => hasOthers);
  const onAccept = vi.fn();
  const annotations = [4, 5, 6].map((id) => buildAnnotation({ id }));
  const parts = { students: [{ open: 3 }], viewer, board, annotator, startId, onAccept, onLeave };
  const { result, rerender } = renderHook((shown) => useReviewQueue({ ...parts, annotations: shown }), {
    initialProps: annotations,
  });
  const take = (step: ReviewStep) => act(() => result.current.take(step));
  return {
    annotations,
    result,
    rerender,
    take,
    onLeave,
    onAccept,
    board,
    showShape,
    current: () => result.current.current?.id,
  };
}

describe("the review queue", () => {
  it("starts with the annotation in the URL, or the oldest", () => {
    expect(openQueue({ startId: 5 }).current()).toBe(5);
    expect(openQueue({ startId: 99 }).current()).toBe(4);
    expect(openQueue().current()).toBe(4);
  });

  it("continues with other slides at its ends", () => {
    const { take, onLeave, current } = openQueue({ startId: 6 });
    take("next");
    expect(onLeave.mock.calls).toEqual([["next"]]);
    expect(current()).toBe(6);
    take("back");
    take("back");
    take("back");
    expect(onLeave.mock.calls).toEqual([["next"], ["back"]]);
    expect(current()).toBe(4);
  });

  it("wraps around if no other slide is waiting", () => {
    const { take, current } = openQueue({ startId: 6, hasOthers: false });
    take("next");
    expect(current()).toBe(4);
    take("back");
    expect(current()).toBe(6);
  });

  it("continues with the next slide once all on this one are decided", () => {
    const { rerender, take, onLeave, board, annotations } = openQueue();
    take("decline");
    expect(board.showDialog).toHaveBeenCalledOnce();
    rerender(annotations.slice(3));
    take("decline");
    expect(board.showDialog).toHaveBeenCalledOnce();
    take("next");
    expect(onLeave.mock.calls).toEqual([["next"]]);
  });

  it("moves from a decided annotation to the next one, even if it started in the middle", () => {
    const { rerender, take, current, annotations } = openQueue({ startId: 5 });
    take("decline");
    rerender(annotations.filter(({ id }) => id !== 5));
    expect(current()).toBe(6);
  });

  it("needs a confirmation for each conversion until it is turned off; also on other slides, but not for publishing", () => {
    const first = openQueue();
    first.take("convert");
    expect(first.onAccept).not.toHaveBeenCalled();
    const [question] = vi.mocked(first.board.showDialog).mock.lastCall ?? [];
    if (question?.action !== "convert") throw new Error("it does not ask");
    question.onStopAsking?.();
    first.take("convert");
    expect(first.board.showDialog).toHaveBeenCalledOnce();
    expect(first.onAccept.mock.calls).toMatchObject([["convert", { id: 4 }]]);
    const later = openQueue({ startId: 6 });
    later.take("convert");
    expect(later.onAccept.mock.calls).toMatchObject([["convert", { id: 6 }]]);
    later.take("publish");
    expect(later.board.showDialog).toHaveBeenCalledOnce();
  });

  it("does not offer to turn off confirmation for the last annotation, nor for declining", () => {
    const { take, rerender, board, annotations } = openQueue();
    take("decline");
    rerender(annotations.slice(2));
    take("publish");
    const questions = vi.mocked(board.showDialog).mock.calls.map(([question]) => question);
    expect(questions.map((question) => question && "onStopAsking" in question)).toEqual([false, false]);
  });

  it("shows each annotation beside the panel", () => {
    const { result, rerender, annotations, showShape } = openQueue();
    const panel = document.createElement("aside");
    panel.style.position = "absolute";
    Object.defineProperties(panel, { offsetLeft: { value: 68 }, offsetWidth: { value: 320 } });
    document.body.append(panel);
    const inPanel = panel.appendChild(document.createElement("div"));
    act(() => {
      result.current.panel.current = inPanel;
    });
    rerender(annotations.slice(1));
    expect(showShape).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ coveredLeftPx: 388 }));
    panel.style.position = "static";
    rerender(annotations.slice(2));
    expect(showShape).toHaveBeenLastCalledWith(expect.anything(), expect.objectContaining({ coveredLeftPx: 0 }));
  });
});
