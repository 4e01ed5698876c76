// @vitest-environment happy-dom
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { buildAnnotation } from "./testing/build-annotation.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import { usePanToAnnotation } from "./usePanToAnnotation.ts";

const IMAGE_ID = 9;
const there = buildAnnotation({ id: 12, geometry: "POINT (3 4)", zoom: 5.5 });
const server = vi.hoisted(() => ({ requests: [] as unknown[] }));
vi.mock("#platform/call.ts", () => ({
  call: async (_call: unknown, { body }: { body: unknown }) => {
    server.requests.push(body);
    return {
      total: 1,
      inView: 1,
      isComplete: true,
      isSimplified: false,
      annotations: [there],
      density: { cellPx: 1, cells: [] },
    };
  },
}));

function startWay(facts: Partial<AnnotationBoard>, linkedId: number | null = null) {
  const showShape = vi.fn<SlideViewer["showShape"]>();
  const viewer = { showShape } as unknown as SlideViewer;
  const board = { annotations: [], isWhole: true, panTarget: null, ...facts } as unknown as AnnotationBoard;
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook((now: AnnotationBoard) => usePanToAnnotation(viewer, IMAGE_ID, now, linkedId), {
    wrapper,
    initialProps: board,
  });
  const change = (next: Partial<AnnotationBoard>): void => hook.rerender({ ...board, ...next });
  const wentTo = () => showShape.mock.calls.map(([shape, options]) => [shape, options?.isAnimated, options?.zoom]);
  return { change, wentTo };
}

const POINT = { kind: "point", point: [3, 4] };
const panTarget = (imageId = IMAGE_ID) => ({ imageId, id: 12 });

describe("panning to an annotation", () => {
  beforeEach(() => {
    server.requests = [];
  });
  afterEach(cleanup);

  it("happens once the filter shows it, and again on a new request", () => {
    const target = panTarget();
    const way = startWay({ panTarget: target });
    expect(way.wentTo()).toEqual([]);
    way.change({ panTarget: target, annotations: [there] });
    way.change({ panTarget: target, annotations: [{ ...there, geometry: "POINT (9 9)" }] });
    expect(way.wentTo()).toEqual([[POINT, true, 5.5]]);
    way.change({ panTarget: panTarget(), annotations: [there] });
    expect(way.wentTo()).toHaveLength(2);
  });

  it("requests it from the server if only annotations in view are loaded", async () => {
    const way = startWay({ panTarget: panTarget(), isWhole: false });
    await vi.waitFor(() => expect(way.wentTo()).toEqual([[POINT, true, 5.5]]));
    expect(server.requests).toEqual([{ query: "all", annotationId: 12 }]);
  });

  it("happens immediately for one in the URL", () => {
    const way = startWay({ annotations: [there] }, 12);
    expect(way.wentTo()).toEqual([[POINT, false, 5.5]]);
  });

  it("does not happen for another slide", () => {
    const way = startWay({ panTarget: panTarget(8), annotations: [there] });
    expect(way.wentTo()).toEqual([]);
  });
});
