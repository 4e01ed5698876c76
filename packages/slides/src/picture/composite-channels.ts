/**
 * Combines channels into one colour image: each is scaled from its display range to its colour, and the results are
 * added, like light.
 */
import type { RawPicture } from "../codec/raw-picture.ts";
import type { SlideChannel } from "../slide-source.ts";

/**
 * @param planes one per channel, all of the same size, decoded from the results of `readTile`.
 * @param sampleBits 16: red is the high and green the low byte of a sample; 8: red is the sample.
 * @returns red, green and blue.
 */
export function compositeChannels(
  planes: readonly RawPicture[],
  channels: readonly SlideChannel[],
  sampleBits: 8 | 16,
): RawPicture {
  const [first] = planes;
  if (first === undefined) throw new RangeError("There are no channels.");
  const { width, height } = first;
  const sums = new Float32Array(width * height * 3);
  for (const [index, plane] of planes.entries()) {
    if (plane.width !== width || plane.height !== height) throw new RangeError("The channels are not of one size.");
    addChannel(sums, plane, channels[index]!, sampleBits);
  }
  const samples = Buffer.allocUnsafeSlow(sums.length);
  for (let i = 0; i < sums.length; i++) samples[i] = Math.min(255, Math.round(sums[i]!));
  return { width, height, channels: 3, samples };
}

function addChannel(sums: Float32Array, plane: RawPicture, channel: SlideChannel, sampleBits: 8 | 16): void {
  const { samples, channels: step } = plane;
  const [red, green, blue] = partsOf(channel.colour);
  const shares = shareOfEach(channel, sampleBits);
  for (let at = 0, to = 0; to < sums.length; at += step, to += 3) {
    const share = shares[sampleBits === 16 ? samples[at]! * 256 + samples[at + 1]! : samples[at]!]!;
    if (share === 0) continue;
    sums[to]! += share * red;
    sums[to + 1]! += share * green;
    sums[to + 2]! += share * blue;
  }
}

/** Brightness at which each sample value is shown, 0 to 1. */
function shareOfEach({ window: { min, max } }: SlideChannel, sampleBits: 8 | 16): Float32Array {
  const span = Math.max(1, max - min);
  const shares = new Float32Array(2 ** sampleBits);
  for (let sample = 0; sample < shares.length; sample++) {
    shares[sample] = Math.min(1, Math.max(0, (sample - min) / span));
  }
  return shares;
}

/** @param colour `#rrggbb`. */
function partsOf(colour: string): readonly [red: number, green: number, blue: number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
