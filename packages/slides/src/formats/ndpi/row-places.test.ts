import { describe, expect, it } from "vitest";
import { readJpegStream } from "../../codec/jpeg-stream.ts";
import { SlideFileError } from "../../slide-source.ts";
import { encodeIntervals } from "../../testing/build-ndpi.ts";
import { buildPicture } from "../../testing/pictures.ts";
import type { NdpiPicture } from "./ndpi-picture.ts";
import { RecordedRows } from "./row-places.ts";

const STRIP = { width: 2400, height: 32, position: 1000, bytes: 9 * 2 ** 32, isPhotometricRgb: false };

/** Three rows of two lanes; the lists of their offsets are in `bytes`, low halves first. */
async function picture(lows: readonly number[], highs: readonly number[]) {
  const { jpeg } = await encodeIntervals(buildPicture(32, 24), {});
  const bytes = Buffer.alloc((lows.length + highs.length) * 4);
  for (const [index, value] of [...lows, ...highs].entries()) bytes.writeUInt32LE(value, index * 4);
  const described: NdpiPicture = {
    ...STRIP,
    strip: STRIP,
    stream: readJpegStream(jpeg, false)!,
    rows: 3,
    lanes: 2,
    unitsInLane: 150,
    rowsPerRestart: 0,
    placesBy: "table",
    starts: { position: 0, count: lows.length, bytesEach: 4 },
    startsHigh: highs.length === 0 ? null : { position: lows.length * 4, count: highs.length, bytesEach: 4 },
  };
  const read = async (position: number, length: number) => bytes.subarray(position, position + length);
  return new RecordedRows({ size: bytes.length, read }, described);
}

describe("recorded offsets of intervals", () => {
  it("have 64 bits in two lists", async () => {
    const rows = await picture([600, 700, 5, 50, 2, 9], [0, 0, 1, 1, 3, 3]);
    const places = await rows.find(1, 0, 3);
    expect([...places.starts]).toEqual([1700, 2 ** 32 + 1050, 3 * 2 ** 32 + 1009]);
    expect([...places.ends]).toEqual([2 ** 32 + 1005, 3 * 2 ** 32 + 1002, STRIP.bytes + 1000]);
  });

  it("do not need a second list below 4 GiB", async () => {
    const rows = await picture([600, 700, 800, 900, 1000, 1100], []);
    expect([...(await rows.find(0, 1, 2)).starts]).toEqual([1800, 2000]);
  });

  it("are damaged if they decrease", async () => {
    const rows = await picture([600, 700, 800, 650, 1000, 1100], []);
    await expect(rows.find(0, 1, 1)).rejects.toThrow(SlideFileError);
  });
});
