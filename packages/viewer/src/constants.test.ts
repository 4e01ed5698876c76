import { readFileSync } from "node:fs";
import { MINIMUM_RESOLUTION } from "@parfocal/core/geometry/zoom.ts";
import { describe, expect, it } from "vitest";
import { HOVER_TOLERANCE_PX } from "./annotation/shape-distance.ts";
import { MEASUREMENT_STROKE_WIDTH_PX } from "./annotation/work-style.ts";
import { FULLSCREEN_RESIZE_DELAY_MS } from "./fullscreen/fullscreen.ts";
import { ROTATION_STEP_DEG } from "./rotation/rotation.ts";
import { RESIZE_DELAY_MS } from "./view-state/slide-view.ts";

/** The specification's name of each number that the viewer has. */
const OURS: Readonly<Record<string, number>> = {
  rotationStep: ROTATION_STEP_DEG,
  hoverTolerance: HOVER_TOLERANCE_PX,
  resizeDelay: RESIZE_DELAY_MS,
  fullscreenResizeDelay: FULLSCREEN_RESIZE_DELAY_MS,
  measurementStrokeWidth: MEASUREMENT_STROKE_WIDTH_PX,
  minimumResolution: MINIMUM_RESOLUTION,
};

const specified = new Map(
  readFileSync(new URL("../../../docs/spec/constants.tsv", import.meta.url), "utf8")
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([name = "", value = ""]) => [name, value]),
);

describe("numbers from the specification", () => {
  for (const [name, value] of Object.entries(OURS)) {
    it(`${name} is ${value}`, () => expect(String(value)).toBe(specified.get(name)));
  }
});
