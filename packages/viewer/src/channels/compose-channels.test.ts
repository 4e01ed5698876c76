import { describe, expect, it } from "vitest";
import { type ChannelPart, composeChannels, rgbOf, sharesOf } from "./compose-channels.ts";

const window = (min: number, max: number) => ({ min, max });
const part = (samples: number[], colour: string, min: number, max: number, gamma = 1): ChannelPart => ({
  samples: Uint16Array.from(samples),
  choice: { colour, window: window(min, max), gamma },
});

/** The formula of packages/slides/src/picture/composite-channels.ts, unchanged. */
function asOnTheServer(parts: readonly ChannelPart[], pixelCount: number): number[] {
  const sums = new Float32Array(pixelCount * 3);
  for (const { samples, choice } of parts) {
    const span = Math.max(1, choice.window.max - choice.window.min);
    const colour = [1, 3, 5].map((at) => Number.parseInt(choice.colour.slice(at, at + 2), 16));
    for (let pixel = 0; pixel < pixelCount; pixel += 1) {
      const share = Math.min(1, Math.max(0, ((samples[pixel] as number) - choice.window.min) / span));
      for (const [at, value] of colour.entries())
        sums[pixel * 3 + at] = (sums[pixel * 3 + at] as number) + share * value;
    }
  }
  return [...sums].map((sum) => Math.min(255, Math.round(sum)));
}

const withoutAlpha = (picture: Uint8ClampedArray): number[] => [...picture].filter((_value, at) => at % 4 !== 3);

describe("composed channels", () => {
  const cases: [name: string, parts: ChannelPart[], expected: number[]][] = [
    ["black below the window, full above it", [part([99, 100, 200, 201], "#00ff00", 100, 200)], [0, 0, 255, 255]],
    ["in between proportional, a half rounded up", [part([101, 150, 102], "#00ff00", 100, 200)], [3, 128, 5]],
    ["a window without width is a threshold", [part([9, 10, 11], "#00ff00", 10, 10)], [0, 0, 255]],
    ["added, and never above the maximum", [part([200], "#00c800", 0, 200), part([200], "#00c800", 0, 200)], [255]],
    ["gamma 2 brightens dark values, and keeps the ends", [part([0, 64, 256], "#00ff00", 0, 256, 2)], [0, 128, 255]],
    ["no channel is black", [], [0, 0]],
  ];
  for (const [name, parts, expected] of cases) {
    it(name, () => {
      const picture = composeChannels(parts, expected.length);
      expect(expected.map((_green, pixel) => picture[pixel * 4 + 1])).toEqual(expected);
      expect(expected.map((_green, pixel) => picture[pixel * 4 + 3])).toEqual(expected.map(() => 255));
    });
  }

  it("match the server's formula, also beyond one block", () => {
    const count = 10_001;
    const samples = (step: number) => Array.from({ length: count }, (_unused, at) => (at * step) & 65_535);
    const parts = [
      part(samples(7), "#1f77b4", 120, 61_000),
      part(samples(131), "#ff7f0e", 0, 4095),
      part(samples(977), "#2ca02c", 1000, 1003),
      part(samples(31), "#ffffff", 5, 65_535),
    ];
    const [ours, theirs] = [withoutAlpha(composeChannels(parts, count)), asOnTheServer(parts, count)];
    // The server sums in single precision: a sum close to a half may be rounded differently.
    const differences = ours.map((value, at) => Math.abs(value - (theirs[at] as number)));
    expect(ours).toHaveLength(theirs.length);
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
    expect(differences.filter((difference) => difference > 0).length).toBeLessThan(5);
  });

  it("accept samples of 8 bits", () => {
    const choice = { colour: "#ff0000", window: window(0, 255), gamma: 1 };
    expect([...composeChannels([{ samples: Uint8Array.of(0, 7, 255), choice }], 3)]).toEqual(
      [0, 7, 255].flatMap((red) => [red, 0, 0, 255]),
    );
  });
});

it("a colour is read as red, green and blue", () => expect(rgbOf("#0a80ff")).toEqual([10, 128, 255]));

it("shares are known for each possible sample", () => {
  const shares = sharesOf({ window: window(0, 65_535), gamma: 1 }, 65_536);
  expect([shares.length, shares[0], shares[65_535]]).toEqual([65_536, 0, 1]);
});
