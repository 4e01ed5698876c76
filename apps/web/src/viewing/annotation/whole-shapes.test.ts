import type { Bounds } from "@parfocal/core/geometry/shape.ts";
import { describe, expect, it } from "vitest";
import { buildAnnotation } from "./testing/build-annotation.ts";
import { fetchWholeShapes, type WholePart } from "./whole-shapes.ts";

const at = (id: number, x: number) =>
  buildAnnotation({ id, geometry: `POLYGON ((${x} 0, ${x + 9} 0, ${x} 9, ${x} 0))`, isSimplified: true });

/** A server that returns a limited number at once. */
function startServer(onSlide: readonly (readonly [id: number, x: number])[], most: number) {
  const requested: (Bounds | number)[] = [];
  const ask = async (part: WholePart) => {
    requested.push("bounds" in part ? part.bounds : part.annotationId);
    const there = onSlide.filter(([id, x]) =>
      "bounds" in part ? x <= part.bounds.maxX && x + 9 >= part.bounds.minX : id === part.annotationId,
    );
    const isComplete = there.length <= most;
    const annotations = there.map(([id]) => buildAnnotation({ id, title: "whole" }));
    const density = { cellPx: 1, cells: [] };
    return {
      total: onSlide.length,
      inView: there.length,
      isComplete,
      isSimplified: false,
      annotations: isComplete ? annotations : [],
      density,
    };
  };
  return { requested, ask };
}

describe("full-resolution shapes", () => {
  it("are requested together, without those in between", async () => {
    const { requested, ask } = startServer(
      [
        [1, 0],
        [2, 100],
        [3, 200],
      ],
      3,
    );
    const { annotations } = await fetchWholeShapes([at(1, 0), at(3, 200)], ask);
    expect(annotations.map(({ id, title }) => [id, title])).toEqual([
      [1, "whole"],
      [3, "whole"],
    ]);
    expect(requested).toEqual([{ minX: 0, minY: 0, maxX: 200, maxY: 0 }]);
  });

  it("are requested in halves if there are too many for one response", async () => {
    const { requested, ask } = startServer(
      [
        [1, 0],
        [2, 100],
        [3, 200],
        [4, 300],
      ],
      2,
    );
    const { annotations } = await fetchWholeShapes([at(1, 0), at(2, 100), at(3, 200), at(4, 300)], ask);
    expect(annotations.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(requested).toHaveLength(3);
  });

  it("are requested one by one if too many are at one position", async () => {
    const { requested, ask } = startServer(
      [
        [1, 0],
        [2, 0],
      ],
      1,
    );
    const { annotations } = await fetchWholeShapes([at(1, 0), at(2, 0)], ask);
    expect(annotations.map(({ id }) => id)).toEqual([1, 2]);
    expect(requested.filter((part) => typeof part === "number")).toEqual([1, 2]);
  });

  it("that the server simplified nevertheless are not accepted", async () => {
    const simplified = {
      ...{ total: 1, inView: 1, isComplete: true, isSimplified: true, density: { cellPx: 1, cells: [] } },
      annotations: [buildAnnotation({ id: 1 })],
    };
    expect((await fetchWholeShapes([at(1, 0)], async () => simplified)).annotations).toEqual([]);
  });

  it("of an empty list cause no request", async () => {
    const { requested, ask } = startServer([], 1);
    await fetchWholeShapes([], ask);
    expect(requested).toEqual([]);
  });
});
