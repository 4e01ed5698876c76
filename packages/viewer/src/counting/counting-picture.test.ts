import { type FrameSettings, NO_FRAME } from "@parfocal/core/counting/counting-frame.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { compose, create } from "ol/transform.js";
import { describe, expect, it } from "vitest";
import { radiansOf } from "../rotation/rotation.ts";
import { type ScreenPoint, slideToScreenOf } from "../world/slide-to-screen.ts";
import { worldOfSlide } from "../world/world.ts";
import { countingPicture } from "./counting-picture.ts";

const CENTER: SlidePoint = [2000, 2000];

/** 800 x 600 px of the screen around a position on the slide. */
function toScreenAt(center: SlidePoint, resolution: number, turnDeg = 0) {
  const [x, y] = worldOfSlide(center);
  return slideToScreenOf(compose(create(), 400, 300, 1 / resolution, -1 / resolution, -radiansOf(turnDeg), -x, -y));
}

function pictureOf(
  frame: Partial<FrameSettings>,
  { resolution = 4, turnDeg = 0, pixelSizeUm = { x: 0.25, y: 0.25 }, viewCenter = CENTER } = {},
) {
  const toScreen = toScreenAt(viewCenter, resolution, turnDeg);
  return countingPicture({ ...NO_FRAME, ...frame }, viewCenter, pixelSizeUm, toScreen);
}

const rounded = (path: readonly ScreenPoint[] = []) => path.map(([x, y]) => [Math.round(x) + 0, Math.round(y) + 0]);
const extent = (path: readonly ScreenPoint[] = []) => {
  const [xs, ys] = [path.map(([x]) => x), path.map(([, y]) => y)];
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
};

describe("a field of view on the screen", () => {
  it("FN 22 at 40x is 550 µm across: 550 px at 1 µm per px", () => {
    const [width = 0, height = 0] = extent(pictureOf({ kind: "field" }).edges[0]?.path);
    expect(width).toBeCloseTo(550, 1);
    expect(height).toBeCloseTo(550, 1);
  });
  it("has the same width in µm with non-square pixels", () => {
    const [width = 0, height = 0] = extent(
      pictureOf({ kind: "field" }, { pixelSizeUm: { x: 0.25, y: 0.5 } }).edges[0]?.path,
    );
    expect(width).toBeCloseTo(550, 1);
    expect(height).toBeCloseTo(275, 1);
  });
  it("moves with the view, or stays on the slide", () => {
    const seen = { viewCenter: [2400, 2000] as SlidePoint };
    expect(pictureOf({ kind: "field" }, seen).edges[0]?.path[0]?.[0]).toBeCloseTo(675, 6);
    expect(pictureOf({ kind: "field", center: CENTER }, seen).edges[0]?.path[0]?.[0]).toBeCloseTo(575, 6);
  });
});

describe("a frame with edges", () => {
  const square = { kind: "area", areaMm2: 0.04, center: CENTER, edgeRule: "unbiased" } as const;

  it("has inclusion edges left and top, exclusion edges right and bottom with their extensions", () => {
    const { edges } = pictureOf(square);
    expect(edges.map(({ look }) => look)).toEqual(["in", "out"]);
    expect(rounded(edges[0]?.path)).toEqual([
      [300, 400],
      [300, 200],
      [500, 200],
    ]);
    expect(rounded(edges[1]?.path)).toEqual([
      [500, 170],
      [500, 200],
      [500, 400],
      [300, 400],
      [300, 430],
    ]);
  });
  it("rotates with the slide", () => {
    const { edges } = pictureOf(square, { turnDeg: 90 });
    expect(rounded(edges[0]?.path)).toEqual([
      [300, 200],
      [500, 200],
      [500, 400],
    ]);
  });
  it("rotates independently, also with non-square pixels", () => {
    const { edges } = pictureOf({ ...square, turnDeg: 90 }, { pixelSizeUm: { x: 0.25, y: 0.5 } });
    expect(rounded(edges[0]?.path)).toEqual([
      [300, 250],
      [500, 250],
      [500, 350],
    ]);
  });
  it("has equal edges with the centre rule", () => {
    expect(pictureOf({ ...square, edgeRule: "middle" }).edges.map(({ look }) => look)).toEqual(["plain"]);
  });
  it("has handles above to move and rotate it; none if it follows the view, and no rotation for a circle", () => {
    expect(pictureOf(square).handles.map(({ name, at }) => [name, ...rounded([at])])).toEqual([
      ["move", [400, 182]],
      ["turn", [400, 148]],
    ]);
    expect(pictureOf({ ...square, center: null }).handles).toEqual([]);
    expect(pictureOf({ kind: "field", center: CENTER }).handles.map(({ name }) => name)).toEqual(["move"]);
  });
});

describe("lattices", () => {
  it("a chamber shows only lines that can be distinguished", () => {
    const linesAt = (resolution: number) => pictureOf({ kind: "neubauer" }, { resolution }).lines.length;
    // 0.05 mm are 50, 5 and 0.5 px; the triple lines' 5 µm are 5 px and less.
    expect(linesAt(4)).toBeGreaterThan(linesAt(40));
    expect(linesAt(40)).toBeGreaterThan(linesAt(400));
    expect(linesAt(400)).toBeGreaterThanOrEqual(8);
  });
  it("shows its points, unless they would overlap", () => {
    const lattice = { kind: "lattice", columns: 3, rows: 2, spacingUm: 50 } as const;
    expect(rounded(pictureOf(lattice).points)).toEqual([
      [350, 275],
      [400, 275],
      [450, 275],
      [350, 325],
      [400, 325],
      [450, 325],
    ]);
    expect(pictureOf(lattice, { resolution: 100 }).points).toEqual([]);
  });
});
