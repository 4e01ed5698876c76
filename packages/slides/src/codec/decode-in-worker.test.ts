import { afterAll, describe, expect, it } from "vitest";
import { boxOf, encodeJpeg2000, encodeJpegLs, jp2Of, type SamplesToEncode } from "../testing/encode-samples.ts";
import { buildPicture, compareSamples } from "../testing/pictures.ts";
import { decodeInWorker, type SampleCodec, stopDecoding } from "./decode-in-worker.ts";
import { decodeSamples } from "./decode-samples.ts";

afterAll(stopDecoding);

const colour = buildPicture(67, 45, 3);
const grey = buildPicture(67, 45, 1);
const deepGrey: SamplesToEncode = {
  width: 67,
  height: 45,
  channels: 1,
  bits: 12,
  samples: Uint16Array.from({ length: 67 * 45 }, (_, i) => (i * 37) % 4096),
};
/** Enumerated colours: sRGB. */
const SRGB = boxOf("colr", Buffer.from([1, 0, 0, 0, 0, 0, 16]));

const streams: [name: string, codec: SampleCodec, picture: SamplesToEncode, encode: () => Promise<Buffer>][] = [
  ["JPEG 2000 in colour", "jpeg2000", colour, () => encodeJpeg2000(colour)],
  ["grey JPEG 2000", "jpeg2000", grey, () => encodeJpeg2000(grey)],
  ["JPEG 2000 of 12 bits", "jpeg2000", deepGrey, () => encodeJpeg2000(deepGrey)],
  ["a JP2 file", "jpeg2000", colour, async () => jp2Of(await encodeJpeg2000(colour), colour, SRGB)],
  ["JPEG-LS plane by plane", "jpeg-ls", colour, () => encodeJpegLs(colour, 0)],
  ["JPEG-LS line by line", "jpeg-ls", colour, () => encodeJpegLs(colour, 1)],
  ["JPEG-LS pixel by pixel", "jpeg-ls", colour, () => encodeJpegLs(colour, 2)],
  ["grey JPEG-LS", "jpeg-ls", grey, () => encodeJpegLs(grey)],
  ["JPEG-LS of 12 bits", "jpeg-ls", deepGrey, () => encodeJpegLs(deepGrey)],
];

describe("lossless images are decoded sample by sample", () => {
  for (const [name, codec, picture, encode] of streams) {
    it(name, async () => {
      const { samples, ...facts } = await decodeInWorker(codec, await encode());
      const { width, height, channels, bits = 8 } = picture;
      expect(facts).toEqual({ width, height, channels, bits, isSigned: false });
      expect([...samples]).toEqual([...picture.samples]);
    });
  }
});

it("luma and chroma are converted to red, green and blue, for any value", async () => {
  const random = buildPicture(64, 64, 3, 5);
  const { samples } = await decodeInWorker("jpeg-ls", await encodeJpegLs(random), undefined, "yCbCr");
  const expected = random.samples.map((_, i) => {
    const [luma, cb, cr] = random.samples.subarray(i - (i % 3)) as unknown as [number, number, number];
    const added = [1.402 * (cr - 128), -0.344136 * (cb - 128) - 0.714136 * (cr - 128), 1.772 * (cb - 128)][i % 3]!;
    return Math.min(255, Math.max(0, Math.round(luma + added)));
  });
  expect(compareSamples(samples as Uint8Array, expected).greatest).toBeLessThanOrEqual(1);
  expect(compareSamples(samples as Uint8Array, expected).different).toBeLessThan(20);
});

it("the caller's bytes are unchanged", async () => {
  const bytes = await encodeJpeg2000(grey);
  const before = Buffer.from(bytes);
  await decodeInWorker("jpeg2000", bytes);
  expect(bytes.equals(before)).toBe(true);
});

/** A copy with a number of the SIZ marker changed. */
function withSize(codestream: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(codestream);
  changed.writeUInt32BE(value, at);
  return changed;
}

describe("an inconsistent stream is rejected with a message", () => {
  const cases: [what: string, codec: SampleCodec, bytes: () => Promise<Buffer>, reason: string][] = [
    ["empty", "jpeg2000", async () => Buffer.alloc(0), "damaged"],
    ["noise", "jpeg2000", async () => Buffer.alloc(5000, "noise"), "damaged"],
    ["noise", "jpeg-ls", async () => Buffer.alloc(5000, "noise"), "damaged"],
    ["cut off in the middle", "jpeg2000", async () => (await encodeJpeg2000(colour)).subarray(0, 2000), "damaged"],
    ["cut off in its header", "jpeg2000", async () => (await encodeJpeg2000(colour)).subarray(0, 60), "damaged"],
    ["cut off in the middle", "jpeg-ls", async () => (await encodeJpegLs(colour)).subarray(0, 900), "damaged"],
    [
      "of 2^31 pixels per side",
      "jpeg2000",
      async () => withSize(withSize(await encodeJpeg2000(grey), 8, 2 ** 31), 24, 2 ** 31),
      "tooLarge",
    ],
    ["with an empty tile", "jpeg2000", async () => withSize(await encodeJpeg2000(grey), 24, 0), "damaged"],
    ["with a tile for each column", "jpeg2000", async () => withSize(await encodeJpeg2000(grey), 24, 1), "damaged"],
    ["with two billion tiles", "jpeg2000", async () => withSize(await encodeJpeg2000(grey), 8, 2 ** 31), "damaged"],
  ];
  for (const [what, codec, bytes, reason] of cases) {
    it(`${codec}, ${what}`, async () => {
      await expect(decodeInWorker(codec, await bytes())).rejects.toMatchObject({ name: "SlideFileError", reason });
    });
  }

  it("decodes the next stream normally", async () => {
    const { samples } = await decodeInWorker("jpeg2000", await encodeJpeg2000(colour));
    expect([...samples]).toEqual([...colour.samples]);
  });

  it("with any byte changed, it is decoded or rejected, and never breaks the decoder", async () => {
    const whole = await encodeJpeg2000(buildPicture(24, 20, 3), 2);
    for (let at = 0; at < whole.length; at += 3) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ 0x55;
      const outcome = await decodeSamples("jpeg2000", changed, { maxPx: 1e6 }).catch((error: Error) => error);
      const isKnown = "samples" in outcome || outcome.name === "SlideFileError";
      expect(isKnown, `byte ${at}: ${String(outcome)}`).toBe(true);
    }
  });
});
