import { expect, it } from "vitest";
import type { AnnotationsInView } from "./annotation.api.ts";
import {
  annotationsOfCells,
  annotationsWithin,
  type CellAnswer,
  countInSquares,
  squaresOfCells,
} from "./annotations-seen.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";

const answer = (column: number, resolution: number, part: Partial<AnnotationsInView>): CellAnswer => ({
  cell: { side: 64, resolution, column, row: 0 },
  part: {
    ...{ total: 9, inView: 9, isComplete: true, isSimplified: false },
    ...{ annotations: [], density: { cellPx: 32, cells: [] } },
    ...part,
  },
});

it("an annotation in two cells is listed once; all follow the image's order", () => {
  const [one, two, three] = [1, 2, 3].map((id) => buildAnnotation({ id, order: 10 - id }));
  const answers = [
    answer(0, 1, { annotations: [one, two].flatMap((each) => each ?? []) }),
    answer(1, 1, { annotations: [two, three].flatMap((each) => each ?? []) }),
  ];
  expect(annotationsOfCells(answers).map(({ id }) => id)).toEqual([3, 2, 1]);
});

it("shapes are simplified if the server says so, at any requested resolution", () => {
  const loaded = (isSimplified: boolean) =>
    annotationsOfCells([answer(0, 1, { isSimplified, annotations: [buildAnnotation()] })])[0]?.isSimplified;
  expect([loaded(false), loaded(true)]).toEqual([false, true]);
});

it("a square from two cells is listed once, with its full count", () => {
  const cells = (count: number) => ({ density: { cellPx: 32, cells: [{ column: 1, row: 0, count }] } });
  const squares = squaresOfCells([answer(0, 4, cells(40)), answer(1, 4, cells(7))]);
  expect(squares).toEqual([{ sidePx: 32, column: 1, row: 0, count: 40 }]);
  expect(countInSquares(squares, { minX: 40, minY: 0, maxX: 100, maxY: 100 })).toBe(40);
  expect(countInSquares(squares, { minX: 50, minY: 0, maxX: 100, maxY: 100 })).toBe(0);
});

it("an annotation is in view if it intersects it; all are, while the view is unknown", () => {
  const near = buildAnnotation({ id: 1 });
  const far = buildAnnotation({ id: 2, geometry: "POINT (900 900)" });
  expect(annotationsWithin([near, far], { minX: 5, minY: 5, maxX: 100, maxY: 100 })).toEqual([near]);
  expect(annotationsWithin([near, far], null)).toEqual([near, far]);
});
