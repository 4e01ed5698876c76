/**
 * DICOM's RLE: a table of segments, one for each byte of a pixel, each compressed with PackBits.
 *
 * Source: DICOM PS3.5, annex G.
 */
import { unpackBits } from "../codec/pack-bits.ts";
import { damagedDicom } from "./damaged-dicom.ts";

const HEADER_BYTES = 64;
const MAX_SEGMENTS = 15;

/**
 * @param pixels number of pixels in the frame.
 * @param samplesPerPixel 1 or 3.
 * @param bytesPerSample 1 or 2.
 * @returns interleaved samples; two-byte samples are little-endian.
 * @throws SlideFileError `damaged`
 */
export function unpackRle(frame: Buffer, pixels: number, samplesPerPixel: number, bytesPerSample: number): Buffer {
  const count = samplesPerPixel * bytesPerSample;
  if (frame.length < HEADER_BYTES || frame.readUInt32LE(0) !== count || count > MAX_SEGMENTS) throw damagedRle();
  const samples = Buffer.allocUnsafeSlow(pixels * count);
  for (let segment = 0; segment < count; segment++) {
    const start = frame.readUInt32LE(4 + segment * 4);
    const end = segment + 1 < count ? frame.readUInt32LE(8 + segment * 4) : frame.length;
    if (start < HEADER_BYTES || end < start || end > frame.length) throw damagedRle();
    const bytes = unpackBits(frame.subarray(start, end), pixels);
    // The most significant byte of a sample comes first.
    const sample = Math.floor(segment / bytesPerSample);
    const target = sample * bytesPerSample + (bytesPerSample - 1 - (segment % bytesPerSample));
    for (let pixel = 0; pixel < pixels; pixel++) samples[pixel * count + target] = bytes[pixel]!;
  }
  return samples;
}

function damagedRle() {
  return damagedDicom("a part of its image is not valid RLE");
}
