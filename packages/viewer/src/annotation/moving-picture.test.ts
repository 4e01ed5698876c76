import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMovingPicture } from "./moving-picture.ts";

/** A canvas that only records its transforms and sizes. */
function fakeContext() {
  const transforms: number[][] = [];
  const context = {
    save: () => {},
    restore: () => {},
    setTransform: () => {},
    drawImage: () => {},
    transform: (...numbers: number[]) => transforms.push(numbers.map((value) => Math.round(value * 1000) / 1000 + 0)),
  };
  return { context: context as unknown as CanvasRenderingContext2D, transforms };
}
const frame = (scale: number, e: number, f: number) => ({
  toScreen: { a: scale, b: 0, c: 0, d: scale, e, f },
  width: 800,
  height: 600,
  pixelRatio: 2,
  isMoving: true,
  marginPx: 0,
});

describe("the image shown while the view moves", () => {
  beforeEach(() => {
    vi.stubGlobal("document", { createElement: () => ({ getContext: () => fakeContext().context }) });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("is painted once and moves with the view", () => {
    const { context, transforms } = fakeContext();
    const paint = vi.fn();
    const picture = createMovingPicture(() => 0);
    picture.show(context, frame(1, 0, 0), paint);
    picture.show(context, frame(1, 30, -20), paint);
    picture.show(context, frame(1.5, 0, 0), paint);
    expect(paint).toHaveBeenCalledTimes(1);
    expect(transforms).toEqual([
      [1, 0, 0, 1, -160, -160],
      [1, 0, 0, 1, -130, -180],
      [1.5, 0, 0, 1.5, -240, -240],
    ]);
  });
  it("is larger than the screen on all sides", () => {
    const paint = vi.fn();
    createMovingPicture(() => 0).show(fakeContext().context, frame(1, 5, 6), paint);
    expect(paint.mock.calls[0]?.[1]).toEqual({ ...frame(1, 165, 166), width: 1120, height: 920, marginPx: 160 });
  });

  const again: [string, number, number, number][] = [
    ["at the maximum age", 200, 1, 1],
    ["too old", 201, 1, 2],
    ["much enlarged", 0, 1.7, 2],
    ["much reduced", 0, 0.6, 2],
  ];
  for (const [name, afterMs, scale, times] of again) {
    it(`${name}: painted ${times === 1 ? "once" : "again"}`, () => {
      let time = 0;
      const paint = vi.fn();
      const picture = createMovingPicture(() => time);
      picture.show(fakeContext().context, frame(1, 0, 0), paint);
      time = afterMs;
      picture.show(fakeContext().context, frame(scale, 0, 0), paint);
      expect(paint).toHaveBeenCalledTimes(times);
    });
  }
  it("is painted again after being invalidated", () => {
    const paint = vi.fn();
    const picture = createMovingPicture(() => 0);
    picture.show(fakeContext().context, frame(1, 0, 0), paint);
    picture.forget();
    picture.show(fakeContext().context, frame(1, 0, 0), paint);
    expect(paint).toHaveBeenCalledTimes(2);
  });
});
