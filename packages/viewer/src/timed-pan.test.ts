import { expect, it } from "vitest";
import { FlickKinetic } from "./timed-pan.ts";

type Move = readonly [x: number, atMs: number];

/** @param endMs of the release. */
function flick(moves: readonly Move[], endMs: number) {
  const kinetic = new FlickKinetic({ decay: -0.005, minVelocity: 0.05, delayMs: 100 });
  kinetic.begin();
  for (const [x, atMs] of moves) {
    kinetic.eventMs = atMs;
    kinetic.update(x, 0);
  }
  kinetic.eventMs = endMs;
  return { isFlick: kinetic.end(), distancePx: kinetic.getDistance(), angle: kinetic.getAngle() };
}

// All of these are handled in the same millisecond, as on a busy page.
const cases: [what: string, moves: readonly Move[], endMs: number, isFlick: boolean][] = [
  [
    "a fast stroke",
    [
      [0, 1000],
      [40, 1020],
      [80, 1040],
    ],
    1050,
    true,
  ],
  [
    "a pause before the release",
    [
      [0, 1000],
      [40, 1020],
      [80, 1040],
    ],
    1141,
    false,
  ],
  [
    "a release at the end of the time",
    [
      [0, 1000],
      [40, 1020],
      [80, 1040],
    ],
    1140,
    true,
  ],
  [
    "a slow stroke",
    [
      [0, 1000],
      [1, 1040],
      [2, 1080],
    ],
    1090,
    false,
  ],
  [
    "a fast stroke that ends slowly",
    [
      [0, 1000],
      [400, 1020],
      [401, 1180],
      [402, 1270],
    ],
    1280,
    false,
  ],
  [
    "less than a frame",
    [
      [0, 1000],
      [40, 1010],
    ],
    1020,
    false,
  ],
  ["a single position", [[0, 1000]], 1010, false],
  ["no movement", [], 1010, false],
];
for (const [what, moves, endMs, isFlick] of cases)
  it(`${what} ${isFlick ? "is" : "is not"} a flick`, () => {
    expect(flick(moves, endMs).isFlick).toBe(isFlick);
  });

it("has the distance and direction of its speed", () => {
  const { distancePx, angle } = flick(
    [
      [80, 1000],
      [40, 1020],
      [0, 1040],
    ],
    1050,
  );
  expect(distancePx).toBeCloseTo((2 - 0.05) / 0.005);
  expect(angle).toBeCloseTo(Math.PI);
});
