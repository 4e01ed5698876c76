import { describe, expect, it } from "vitest";
import { framesOf, nearestFirst } from "./stack-frames.ts";

describe("the images of a series", () => {
  it("are one for each file, and one for each frame of a multi-frame file", () => {
    const instances = [
      { number: 4, frames: 1, bytes: 10 },
      { number: 5, frames: 3, bytes: 30 },
    ];
    expect(framesOf({ instances }, "/radiology/7/2/instance/{n}")).toEqual([
      "wadouri:/radiology/7/2/instance/4",
      "wadouri:/radiology/7/2/instance/5?frame=1",
      "wadouri:/radiology/7/2/instance/5?frame=2",
      "wadouri:/radiology/7/2/instance/5?frame=3",
    ]);
  });

  it("have the token of a share before the frame", () => {
    const instances = [{ number: 5, frames: 2, bytes: 30 }];
    expect(framesOf({ instances }, "/radiology/7/2/instance/{n}?share=7.x")).toEqual([
      "wadouri:/radiology/7/2/instance/5?share=7.x&frame=1",
      "wadouri:/radiology/7/2/instance/5?share=7.x&frame=2",
    ]);
  });

  it("are fetched from the current one, forwards before backwards", () => {
    expect(nearestFirst(5, 1)).toEqual([2, 0, 3, 4]);
    expect(nearestFirst(1, 0)).toEqual([]);
  });
});
