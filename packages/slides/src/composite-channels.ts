/**
 * Channels put together into one picture in colour: each is stretched from its window to its colour, and they are added,
 * as light is.
 */
import type { RawPicture } from "./codec/raw-picture.ts";
import type { SlideChannel } from "./slide-source.ts";

/**
 * @param planes one per channel, of one size, decoded to RGB from what `readTile` gives.
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
  for (const [index, { samples, channels: step }] of planes.entries()) {
    const { colour, window } = channels[index]!;
    const span = Math.max(1, window.max - window.min);
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [
      number,
      number,
      number,
    ];
    for (let pixel = 0; pixel < width * height; pixel++) {
      const high = samples[pixel * step]!;
      const sample = sampleBits === 16 ? high * 256 + samples[pixel * step + 1]! : high;
      const share = Math.min(1, Math.max(0, (sample - window.min) / span));
      sums[pixel * 3]! += share * red;
      sums[pixel * 3 + 1]! += share * green;
      sums[pixel * 3 + 2]! += share * blue;
    }
  }
  const samples = Buffer.allocUnsafeSlow(sums.length);
  for (let i = 0; i < sums.length; i++) samples[i] = Math.min(255, Math.round(sums[i]!));
  return { width, height, channels: 3, samples };
}
