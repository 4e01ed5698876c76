// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PaintFrame } from "../annotation/canvas-layer.ts";
import { createPictureCache } from "./picture-cache.ts";

const FRAME: PaintFrame = {
  toScreen: { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 },
  width: 300,
  height: 200,
  pixelRatio: 2,
  isMoving: false,
  marginPx: 0,
};

beforeEach(() => {
  const context = { setTransform: () => undefined } as unknown as CanvasRenderingContext2D;
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
});
afterEach(() => void vi.restoreAllMocks());

test("the same view is painted once, in device pixels; another view or a change is painted again", () => {
  const cache = createPictureCache();
  const paint = vi.fn();
  const picture = cache.pictureOf(FRAME, paint);
  cache.pictureOf({ ...FRAME }, paint);
  expect(paint).toHaveBeenCalledTimes(1);
  expect([picture.width, picture.height]).toEqual([600, 400]);
  cache.pictureOf({ ...FRAME, toScreen: { ...FRAME.toScreen, e: 5 } }, paint);
  expect(paint).toHaveBeenCalledTimes(2);
  cache.clear();
  expect([picture.width, picture.height], "its memory is given back").toEqual([1, 1]);
  cache.pictureOf({ ...FRAME, toScreen: { ...FRAME.toScreen, e: 5 } }, paint);
  expect(paint).toHaveBeenCalledTimes(3);
});
