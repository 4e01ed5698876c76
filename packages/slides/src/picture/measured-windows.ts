/**
 * Display ranges of channels, measured on their pixels, since most cameras use only a part of their range and files
 * rarely say which.
 */
import { decodePicture, type RawPicture } from "../codec/raw-picture.ts";
import {
  descriptionOf,
  openingPlaneOf,
  type SlideChannel,
  type SlideDescription,
  type SlidePlanes,
  type SlideSource,
  tileGridOf,
} from "../slide-source.ts";

/** At most this many pixels of a channel are examined, and at most this many tiles of all channels together. */
const MAX_PX = 1_000_000;
const MAX_TILES = 256;

/** Fractions of the pixels below and above the display range: dust, dead and saturated pixels. */
const SHARE_BELOW = 0.001;
const SHARE_ABOVE = 0.001;

/** Three channels of red, green and blue light form a colour image, whose display range is always the whole range. */
const PRIMARY_COLOURS = ["#ff0000", "#00ff00", "#0000ff"];
const PRIMARY_NAMES = /^(red|green|blue|[rgb]|channel [123])$/i;

const measured = new WeakMap<SlideSource, Promise<SlidePlanes>>();

/**
 * The planes of a slide with the default display ranges of its channels. A range that is a part of the whole range was
 * set by the file and is kept; the whole range carries no information, so the range is measured, the first time only.
 *
 * @throws SlideFileError if a tile to be measured cannot be decoded.
 */
export async function shownPlanesOf(source: SlideSource): Promise<SlidePlanes | null> {
  const { planes } = source;
  if (planes === null || isColourInChannels(planes)) return planes;
  const known = measured.get(source) ?? measureWindows(source, planes);
  measured.set(source, known);
  // A failed measurement can be retried: the cause may have been the disk.
  known.catch(() => measured.delete(source));
  return known;
}

/** Description of a slide with the default display ranges of its channels. */
export async function shownDescriptionOf(source: SlideSource): Promise<SlideDescription> {
  return descriptionOf(source, await shownPlanesOf(source));
}

/** Whether three channels form a colour image. */
export function isColourInChannels({ channels, sampleBits }: SlidePlanes): boolean {
  return (
    sampleBits === 8 &&
    channels.length === 3 &&
    channels.every(({ name, colour }, index) => colour === PRIMARY_COLOURS[index] && PRIMARY_NAMES.test(name))
  );
}

async function measureWindows(source: SlideSource, planes: SlidePlanes): Promise<SlidePlanes> {
  const channels: SlideChannel[] = [];
  for (const [index, channel] of planes.channels.entries()) {
    const histogram = isWholeRange(channel) ? await histogramOf(source, planes, index) : null;
    channels.push(histogram === null ? channel : { ...channel, window: windowOf(histogram) });
  }
  return { ...planes, channels };
}

/** Whether the window is the whole range of 1 to 16 bits. */
function isWholeRange({ window: { min, max } }: SlideChannel): boolean {
  return min === 0 && max > 0 && max <= 65_535 && Number.isInteger(Math.log2(max + 1));
}

/**
 * Histogram of the smallest level, at the first time, at the lowest, middle and highest depth; if there are many tiles,
 * of some, evenly spaced.
 */
async function histogramOf(source: SlideSource, planes: SlidePlanes, channel: number): Promise<Uint32Array> {
  const { sampleBits, depths, channels } = planes;
  const level = source.levels.length - 1;
  const facts = source.levels[level]!;
  const { columns, rows } = tileGridOf(facts);
  const looked = [...new Set([0, openingPlaneOf(planes).depth, depths - 1])];
  const most = Math.min(MAX_PX / (facts.tileWidth * facts.tileHeight), MAX_TILES / channels.length) / looked.length;
  const count = Math.min(columns * rows, Math.max(1, Math.floor(most)));
  const histogram = new Uint32Array(2 ** sampleBits);
  for (const depth of looked) {
    for (let i = 0; i < count; i++) {
      // The middles of `count` equal parts.
      const index = Math.floor(((i + 0.5) * columns * rows) / count);
      const plane = { channel, depth, time: 0 };
      const { bytes } = await source.readTile(level, index % columns, Math.floor(index / columns), { plane });
      countSamples(histogram, await decodePicture(bytes), sampleBits);
    }
  }
  return histogram;
}

function countSamples(histogram: Uint32Array, { samples, channels: step }: RawPicture, sampleBits: 8 | 16): void {
  for (let at = 0; at < samples.length; at += step) {
    const sample = sampleBits === 16 ? samples[at]! * 256 + samples[at + 1]! : samples[at]!;
    histogram[sample]! += 1;
  }
}

/** The window is at least one step wide. */
function windowOf(histogram: Uint32Array): SlideChannel["window"] {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  const highest = histogram.length - 1;
  let min = 0;
  for (let below = histogram[0]!; below <= total * SHARE_BELOW && min < highest; ) below += histogram[++min]!;
  let max = highest;
  for (let above = histogram[highest]!; above <= total * SHARE_ABOVE && max > 0; ) above += histogram[--max]!;
  return min < max ? { min, max } : { min: Math.min(min, highest - 1), max: Math.min(min, highest - 1) + 1 };
}
