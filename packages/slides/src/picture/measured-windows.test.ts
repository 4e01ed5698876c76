import { describe, expect, it } from "vitest";
import type { SlidePlanes, SlideSource } from "../slide-source.ts";
import { readColourTile } from "./colour-tile.ts";
import { isColourInChannels, shownPlanesOf } from "./measured-windows.ts";
import { encodeServedSamples } from "./served-samples.ts";

const SIDE = 100;

interface Channel {
  readonly name?: string;
  readonly colour?: string;
  readonly window?: { readonly min: number; readonly max: number };
  readonly sampleOf: (pixel: number) => number;
}

/** One tile of 100 x 100 px per channel; `tilesRead` counts the reads. */
function slideOf(
  channels: readonly Channel[],
  sampleBits: 8 | 16 = 16,
): SlideSource & { readonly tilesRead: () => number } {
  const whole = { min: 0, max: 2 ** sampleBits - 1 };
  const planes: SlidePlanes = {
    channels: channels.map(({ name = "a", colour = "#ffffff", window = whole }) => ({ name, colour, window })),
    sampleBits,
    depths: 1,
    depthSpacingUm: null,
    times: 1,
  };
  let tilesRead = 0;
  return {
    format: "ome-tiff",
    width: SIDE,
    height: SIDE,
    levels: [{ width: SIDE, height: SIDE, tileWidth: SIDE, tileHeight: SIDE, downsample: 1 }],
    pixelSizeUm: null,
    objectivePower: null,
    orientationDeg: 0,
    associatedImages: [],
    planes,
    properties: {},
    isRecoding: true,
    tilesRead: () => tilesRead,
    readTile: async (_level, _x, _y, options) => {
      tilesRead += 1;
      const { sampleOf } = channels[options?.plane?.channel ?? 0]!;
      const samples = sampleBits === 16 ? new Uint16Array(SIDE * SIDE) : new Uint8Array(SIDE * SIDE);
      for (let i = 0; i < samples.length; i++) samples[i] = sampleOf(i);
      return encodeServedSamples(samples, SIDE, SIDE);
    },
    readAssociatedImage: () => Promise.reject(new RangeError("none")),
    close: async () => {},
  };
}

const windowsOf = async (slide: SlideSource) => (await shownPlanesOf(slide))!.channels.map(({ window }) => window);

describe("the display range of a channel", () => {
  it("excludes a thousandth at each end: dead and overexposed pixels", async () => {
    // 10,000 pixels: 9 at 0, 9 at 65,535, the others from 200 to 999.
    const sampleOf = (i: number) => (i < 9 ? 0 : i < 18 ? 65_535 : 200 + (i % 800));
    expect(await windowsOf(slideOf([{ sampleOf }]))).toEqual([{ min: 200, max: 999 }]);
  });

  it("is separate for each channel", async () => {
    const slide = slideOf([{ sampleOf: (i) => i % 100 }, { sampleOf: (i) => 4000 + (i % 50) }]);
    expect(await windowsOf(slide)).toEqual([
      { min: 0, max: 99 },
      { min: 4000, max: 4049 },
    ]);
  });

  it("of a single value is one step wide", async () => {
    for (const value of [0, 7, 65_535]) {
      const [window] = await windowsOf(slideOf([{ sampleOf: () => value }]));
      expect(window!.max - window!.min).toBe(1);
      expect(value).toBeGreaterThanOrEqual(window!.min);
      expect(value).toBeLessThanOrEqual(window!.max);
    }
  });

  it("is the file's own, unless it is the full range of 12 bits", async () => {
    const sampleOf = (i: number) => 10 + (i % 50);
    const slide = slideOf([
      { sampleOf, window: { min: 5, max: 1000 } },
      { sampleOf, window: { min: 0, max: 4095 } },
    ]);
    expect(await windowsOf(slide)).toEqual([
      { min: 5, max: 1000 },
      { min: 10, max: 59 },
    ]);
  });

  it("is measured once per opened slide, for any number of requests", async () => {
    const slide = slideOf([{ sampleOf: (i) => i % 9 }]);
    await Promise.all([shownPlanesOf(slide), shownPlanesOf(slide), shownPlanesOf(slide)]);
    expect(slide.tilesRead()).toBe(1);
  });

  it("of red, green and blue light, which are one image, is the full range", async () => {
    const sampleOf = () => 100;
    const primaries = ["#ff0000", "#00ff00", "#0000ff"].map((colour, i) => ({
      colour,
      name: `Channel ${i + 1}`,
      sampleOf,
    }));
    const slide = slideOf(primaries, 8);
    expect(isColourInChannels(slide.planes!)).toBe(true);
    expect(await windowsOf(slide)).toEqual([0, 1, 2].map(() => ({ min: 0, max: 255 })));
    expect(
      isColourInChannels(
        slideOf(
          primaries.map((one) => ({ ...one, name: "DAPI" })),
          8,
        ).planes!,
      ),
    ).toBe(false);
    expect(isColourInChannels(slideOf(primaries).planes!)).toBe(false);
  });
});

it("channels are added in their colours and display ranges", async () => {
  const slide = slideOf([
    { colour: "#ff8000", window: { min: 100, max: 300 }, sampleOf: (i) => (i === 0 ? 50 : i === 1 ? 200 : 900) },
    { colour: "#0000ff", window: { min: 1, max: 3 }, sampleOf: (i) => (i === 1 ? 2 : 1) },
  ]);
  const { samples, channels } = await readColourTile(slide, 0, 0, 0);
  expect(channels).toBe(3);
  expect([...samples.subarray(0, 9)]).toEqual([0, 0, 0, 128, 64, 128, 255, 128, 0]);
});
