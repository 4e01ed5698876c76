// @vitest-environment happy-dom
import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SeenPart } from "./annotation-cells.ts";
import type { AnnotationsSeen } from "./annotations-seen.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import { useManyAnnotations } from "./useManyAnnotations.ts";

const SIDE = 1024;
const IMAGE = { id: 9, slideInformation: { width: SIDE, height: SIDE } };
const PER_CELL_MAX = 3;

interface RequestBody {
  readonly bounds: Bounds;
  readonly resolution?: number;
}

/** Requests to the server, and its annotations. */
const server = vi.hoisted(() => ({
  requests: [] as RequestBody[],
  at: [] as (readonly [x: number, y: number])[],
  hangs: false,
  /** Outlines too large for one response, unless simplified. */
  isOverfull: false,
  aborted: 0,
}));
vi.mock("#platform/call.ts", () => ({
  call: async (_call: unknown, { body }: { body: RequestBody }, { signal }: { signal: AbortSignal }) => {
    server.requests.push(body);
    signal.addEventListener("abort", () => {
      server.aborted += 1;
    });
    if (server.hangs) return new Promise(() => undefined);
    const { minX, minY, maxX, maxY } = body.bounds;
    const isSimplified = body.resolution !== undefined && (body.resolution > 1 || server.isOverfull);
    const there = server.at.flatMap(([x, y], index) => {
      const geometry = `POLYGON ((${x} ${y}, ${x + 4} ${y}, ${x} ${y + 4}, ${x} ${y}))`;
      const exists = x <= maxX && x + 4 >= minX && y <= maxY && y + 4 >= minY;
      const title = isSimplified ? "simplified" : "as drawn";
      return exists ? [buildAnnotation({ id: index + 1, geometry, title })] : [];
    });
    const isComplete = there.length <= PER_CELL_MAX;
    const cells = isComplete
      ? []
      : [{ column: Math.floor(minX / 64), row: Math.floor(minY / 64), count: there.length }];
    return {
      total: server.at.length,
      inView: there.length,
      isComplete,
      isSimplified,
      annotations: isComplete ? there : [],
      density: { cellPx: 64, cells },
    };
  },
}));

function startMany(seen: SeenPart, facts: Partial<AnnotationBoard> = {}) {
  let part = seen;
  let reportView: () => void = () => undefined;
  const squares = { seenPart: () => part, show: vi.fn(), destroy: vi.fn() };
  const viewer = {
    use: () => squares,
    on(_name: string, listener: () => void) {
      reportView = listener;
      return () => undefined;
    },
  } as unknown as SlideViewer;
  const takeSeen = vi.fn<(seen: AnnotationsSeen) => void>();
  const board = {
    ...{
      filter: "all",
      choice: "all",
      isWhole: false,
      clearedBy: null,
      isVisible: true,
      selectedIds: new Set(),
      takeSeen,
    },
    ...facts,
  } as unknown as AnnotationBoard;
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const hook = renderHook((now: AnnotationBoard) => useManyAnnotations(viewer, IMAGE, now), {
    wrapper,
    initialProps: board,
  });
  const moveTo = async (next: SeenPart): Promise<void> => {
    part = next;
    reportView();
    // Until the view is idle, and the responses have arrived.
    await settle(200);
    await settle(50);
  };
  const choose = (ids: readonly number[]): Promise<void> => {
    hook.rerender({ ...board, selectedIds: new Set(ids) });
    return settle(50);
  };
  const lastSeen = (): AnnotationsSeen => takeSeen.mock.lastCall?.[0] as AnnotationsSeen;
  return { squares, takeSeen, lastSeen, moveTo, choose };
}

const settle = (ms: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

const quarter = (column: 0 | 1, row: 0 | 1, resolution: number): SeenPart => {
  const [minX, minY] = [column * 512 + 1, row * 512 + 1];
  return { bounds: { minX, minY, maxX: minX + 510, maxY: minY + 510 }, resolution };
};

describe("annotations of a slide with too many to load at once", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    Object.assign(server, { requests: [], at: [], hangs: false, isOverfull: false, aborted: 0 });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  it("are requested only around the view, and reported with those in view", async () => {
    server.at = [
      [20, 20],
      [900, 900],
    ];
    const { lastSeen } = startMany(quarter(0, 0, 1));
    await settle(50);
    expect(server.requests.length).toBeGreaterThan(1);
    expect(Math.max(...server.requests.map(({ bounds }) => bounds.minX))).toBeLessThan(512);
    expect(lastSeen()).toMatchObject({ isLoading: false, hasFailed: false, inSquares: 0 });
    expect(lastSeen().annotations.map(({ id }) => id)).toEqual([1]);
  });

  it("are requested again when the view stops elsewhere, and not when it returns", async () => {
    server.at = [
      [20, 20],
      [900, 900],
    ];
    const { lastSeen, moveTo } = startMany(quarter(0, 0, 1));
    await settle(50);
    const first = server.requests.length;
    await moveTo(quarter(1, 1, 1));
    expect(server.requests.length).toBeGreaterThan(first);
    expect(lastSeen().annotations.map(({ id }) => id)).toEqual([2]);
    const both = server.requests.length;
    await moveTo(quarter(0, 0, 1));
    expect(server.requests).toHaveLength(both);
    expect(lastSeen().annotations.map(({ id }) => id)).toEqual([1]);
  });

  it("are no longer awaited if the view has moved elsewhere", async () => {
    server.hangs = true;
    const { moveTo } = startMany(quarter(0, 0, 1));
    await settle(50);
    const requestCount = server.requests.length;
    await moveTo(quarter(1, 1, 1));
    expect(server.aborted).toBe(requestCount);
  });

  it("are density squares if a cell has too many", async () => {
    server.at = [0, 1, 2, 3, 4].map((step) => [70 + step, 70] as const);
    const { lastSeen, squares } = startMany(quarter(0, 0, 1));
    await settle(50);
    expect(lastSeen().annotations).toEqual([]);
    expect(lastSeen().inSquares).toBe(5);
    expect(squares.show.mock.lastCall?.[0]).toMatchObject([{ sidePx: 64, count: 5 }]);
  });

  it("are loaded with their original shapes once selected, several with one request", async () => {
    server.at = [
      [20, 20],
      [400, 400],
      [440, 20],
    ];
    const { lastSeen, choose } = startMany(quarter(0, 0, 4));
    await settle(50);
    const titles = () => lastSeen().annotations.map(({ title, isSimplified }) => [title, isSimplified ?? false]);
    expect(titles()).toEqual(Array(3).fill(["simplified", true]));
    const before = server.requests.length;
    await choose([1, 2]);
    expect(server.requests).toHaveLength(before + 1);
    expect(titles()).toEqual([
      ["as drawn", false],
      ["as drawn", false],
      ["simplified", true],
    ]);
  });

  it("are marked as simplified, even at full resolution, if the server has simplified them", async () => {
    server.at = [[20, 20]];
    server.isOverfull = true;
    const { lastSeen, choose } = startMany(quarter(0, 0, 1));
    await settle(50);
    expect(lastSeen().annotations.map(({ isSimplified }) => isSimplified)).toEqual([true]);
    await choose([1]);
    expect(lastSeen().annotations.map(({ title, isSimplified }) => [title, isSimplified ?? false])).toEqual([
      ["as drawn", false],
    ]);
  });

  it("stay while they are selected, wherever the view moves", async () => {
    server.at = [
      [20, 20],
      [900, 900],
    ];
    const { lastSeen, moveTo, choose } = startMany(quarter(0, 0, 1));
    await settle(50);
    await choose([1]);
    await moveTo(quarter(1, 1, 1));
    expect(lastSeen().annotations.map(({ id }) => id)).toEqual([1, 2]);
  });

  const silent: [what: string, facts: Partial<AnnotationBoard>][] = [
    ["all of them were loaded", { isWhole: true }],
    ["the list is cleared", { clearedBy: "place" }],
  ];
  for (const [what, facts] of silent) {
    it(`are not requested while ${what}`, async () => {
      const { takeSeen } = startMany(quarter(0, 0, 1), facts);
      await settle(300);
      expect(server.requests).toEqual([]);
      expect(takeSeen).not.toHaveBeenCalled();
    });
  }
});
