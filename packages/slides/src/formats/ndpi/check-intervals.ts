/**
 * Checks an image's complete list of restart intervals: each must be within its strip, after the previous one.
 */
import { SlideFileError } from "../../slide-source.ts";
import { visitNumbers } from "../../tiff/number-list-reader.ts";
import type { NdpiPicture } from "./ndpi-picture.ts";
import type { ReadableBytes } from "./read-ndpi.ts";

/** @throws SlideFileError `damaged` otherwise. */
export async function checkIntervals(
  { placesBy, starts, startsHigh, rows, lanes, strip }: NdpiPicture,
  file: ReadableBytes,
): Promise<void> {
  if (placesBy !== "table" || starts === null) return;
  const count = rows * lanes;
  const places = new Float64Array(count);
  await visitNumbers(file, { ...starts, count }, true, (low, index) => {
    places[index] = low;
  });
  if (startsHigh !== null) {
    await visitNumbers(file, { ...startsHigh, count }, true, (high, index) => {
      places[index]! += high * 2 ** 32;
    });
  }
  const isOutOfPlace = (start: number, index: number) => start > strip.bytes || start <= (places[index - 1] ?? -1);
  if (places.some(isOutOfPlace)) {
    throw new SlideFileError("damaged", "This file is damaged: its index of restart intervals contradicts itself.");
  }
}
