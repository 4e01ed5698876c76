import { expect, it } from "vitest";
import { meanLight } from "./mean-light.ts";

const light = (...pixels: number[][]) => meanLight(pixels.flat())?.map((value) => Number(value.toFixed(6)));

it("has the mean optical density: it is the geometric mean", () =>
  expect(light([100, 10, 200, 255], [1, 1000 / 100, 50, 255])).toEqual([10, 10, 100]));
it("raises zero to the smallest value of a byte", () => expect(light([0, 0, 0, 255])).toEqual([1, 1, 1]));
it("omits transparent pixels", () => expect(light([10, 20, 30, 255], [0, 0, 0, 0])).toEqual([10, 20, 30]));
it("is null without pixels", () => expect(meanLight([0, 0, 0, 0])).toBeNull());
