// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { slideFeature } from "./slide-features.ts";

const imageWith = (isBound: boolean, micronsPerPixel: number | null) =>
  ({ isBound, annotationsActive: false, slideInformation: { micronsPerPixel } }) as unknown as SeenImage;

describe("lengths and areas", () => {
  const cases: [what: string, image: SeenImage, whyNot: string | null][] = [
    ["are measured if the pixel size is known", imageWith(false, 0.25), null],
    ["are not measured in a case that is bound", imageWith(true, 0.25), "slide.isBound"],
    ["are not measured without a pixel size", imageWith(true, null), "slide.needsPixelSize"],
  ];
  for (const [what, image, whyNot] of cases) {
    it(what, () => {
      const reasons = (["measureLength", "measureArea"] as const).map((name) => slideFeature(name).whyNot?.(image));
      expect(reasons).toEqual([whyNot, whyNot]);
    });
  }
});

it("students' annotations can be reviewed even if annotations are turned off, by experts only", () => {
  const { isOffered } = slideFeature("review");
  const image = imageWith(false, null);
  expect([isOffered(image, (one) => one === "annotateAsExpert"), isOffered(image, () => false)]).toEqual([true, false]);
});
