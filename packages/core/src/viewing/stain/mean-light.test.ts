import { expect, it } from "vitest";
import { meanLight } from "./mean-light.ts";

const light = (...pixels: number[][]) => meanLight(pixels.flat())?.map((value) => Number(value.toFixed(6)));

it("is that of the mean optical density, the geometric mean", () =>
  expect(light([100, 10, 200, 255], [1, 1000 / 100, 50, 255])).toEqual([10, 10, 100]));
it("takes no light at all for the least that a byte can tell", () => expect(light([0, 0, 0, 255])).toEqual([1, 1, 1]));
it("leaves out what is transparent", () => expect(light([10, 20, 30, 255], [0, 0, 0, 0])).toEqual([10, 20, 30]));
it("of nothing is none", () => expect(meanLight([0, 0, 0, 0])).toBeNull());
