/** A small file with two fluorescence channels, three focus planes and two time points, and its expected display. */
import { writeFileSync } from "node:fs";
import type { SlidePlanes } from "@parfocal/core/image/image.contract.ts";
import { buildOmeTiff, sampleAt } from "@parfocal/slides/testing/build-ome-tiff.ts";
import { drawOnce } from "./drawn-files.ts";

export const CHANNEL_SLIDE = { width: 700, height: 500, channels: 2, depths: 3, times: 2 } as const;

/** Red and green, in the form of OME-XML colours: a signed number of red, green, blue and alpha. */
const CHANNELS = ['Name="Cy5" Color="-16776961"', 'Name="FITC" Color="16711935"'];

/** @returns the path of the file. */
export function writeChannelFile(): Promise<string> {
  const bytes = buildOmeTiff({
    ...CHANNEL_SLIDE,
    tilePx: 256,
    isPacked: true,
    channelAttributes: (channel) => CHANNELS[channel] ?? "",
    pixelsAttributes: 'PhysicalSizeX="0.5" PhysicalSizeY="0.5" PhysicalSizeZ="0.75"',
  });
  return drawOnce("two-channels.ome.tif", (path) => writeFileSync(path, bytes));
}

interface Seen {
  readonly depth: number;
  readonly time: number;
  readonly x: number;
  readonly y: number;
}

/** Intensity of a channel's colour at a position, from 0 to 1. */
export function shareAt(window: SlidePlanes["channels"][number]["window"], channel: number, seen: Seen): number {
  const { depth, time, x, y } = seen;
  const share = (sampleAt({ channel, depth, time }, x, y) - window.min) / Math.max(1, window.max - window.min);
  return Math.min(1, Math.max(0, share));
}
