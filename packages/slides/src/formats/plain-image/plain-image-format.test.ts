import { describe, expect, it } from "vitest";
import { type PlainImageFormat, plainImageFormatOf } from "./plain-image-format.ts";

const cases: [what: string, start: string, format: PlainImageFormat | null][] = [
  ["JPEG", "ffd8ffe000104a46", "jpeg"],
  ["PNG", "89504e470d0a1a0a", "png"],
  ["TIFF, little-endian", "49492a0008000000", "tiff"],
  ["TIFF, big-endian", "4d4d002a00000008", "tiff"],
  ["BigTIFF", "49492b0008000000", "tiff"],
  ["BigTIFF, big-endian", "4d4d002b00080000", "tiff"],
  ["WebP", Buffer.from("RIFF\0\0\0\0WEBPVP8 ").toString("hex"), "webp"],
  ["audio in the same container", Buffer.from("RIFF\0\0\0\0WAVEfmt ").toString("hex"), null],
  ["JP2", "0000000c6a5020200d0a870a", "jpeg2000"],
  ["a JPEG 2000 codestream", "ff4fff51002f0000", "jpeg2000"],
  ["a PNG broken by a text-mode transfer", "89504e470a1a0a00", null],
  ["SVG", Buffer.from("<svg xml").toString("hex"), null],
  ["shorter than any signature", "ff", null],
  ["an empty file", "", null],
];

describe("plainImageFormatOf", () => {
  for (const [what, start, format] of cases) {
    it(`${what}: ${format}`, () => expect(plainImageFormatOf(Buffer.from(start, "hex"))).toBe(format));
  }
});
