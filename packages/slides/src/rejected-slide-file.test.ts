/**
 * Rejected files and their reasons; damaged files cause nothing worse than a rejection.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openSlideFile, probeSlideFile } from "./open-slide-file.ts";
import { SlideFileError } from "./slide-source.ts";
import { buildTiff, type FieldValue, type PageSpec } from "./testing/build-tiff.ts";
import { buildPicture, seededRandom } from "./testing/pictures.ts";
import { rawPage, temporarySlideFiles, tilesOf } from "./testing/slide-files.ts";
import { TAG } from "./tiff/tiff-fields.ts";

const { folder, fileOf, probeSlide } = temporarySlideFiles();
const picture = buildPicture(150, 110);

async function openingError(bytes: Uint8Array): Promise<SlideFileError> {
  const error = await probeSlideFile(await fileOf(bytes)).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(SlideFileError);
  return error as SlideFileError;
}

describe("rejected files", () => {
  const good = buildTiff({ pages: [rawPage(picture)] });
  const wide = (more: Partial<PageSpec>) => buildTiff({ pages: [rawPage(picture, more)] });
  const long = (value: number): FieldValue => ({ type: 4, values: [value] });
  const lists: FieldValue = { type: 4, values: Array.from({ length: 9 }, () => 8) };

  const cases: [what: string, bytes: Uint8Array, reason: SlideFileError["reason"]][] = [
    ["an empty file", Buffer.alloc(0), "notASlide"],
    ["a text", Buffer.from("Dear colleague,\nhere is my slide.\n"), "notASlide"],
    ["two bytes", Buffer.from("II"), "notASlide"],
    ["only a header", good.subarray(0, 8), "truncated"],
    ["a file truncated in the middle", good.subarray(0, good.length >> 1), "truncated"],
    ["a file without its last byte", good.subarray(0, -1), "truncated"],
    [
      "a tile that ends beyond the file",
      wide({ fields: { [TAG.tileByteCounts]: { ...lists, values: Array(9).fill(2 ** 31) } } }),
      "truncated",
    ],
    ["fewer tiles than the image needs", wide({ fields: { [TAG.tileOffsets]: long(8) } }), "damaged"],
    ["a width of 0", wide({ fields: { [TAG.imageWidth]: long(0) } }), "damaged"],
    ["a side above 2^20", wide({ fields: { [TAG.imageWidth]: long(2 ** 20 + 1) } }), "tooLarge"],
    [
      "more than 4,000,000 tiles",
      wide({
        fields: { [TAG.imageWidth]: long(2 ** 20), [TAG.imageLength]: long(2 ** 20), [TAG.tileWidth]: long(16) },
      }),
      "tooLarge",
    ],
    ["65 pictures", buildTiff({ pages: Array.from({ length: 65 }, () => rawPage(buildPicture(8, 8))) }), "tooLarge"],
    ["invalid JPEG 2000 tiles", wide({ compression: 33003 }), "damaged"],
    ["tiles without a Deflate stream", wide({ compression: 8 }), "damaged"],
    ["a zip archive without its directory", Buffer.from("504b030414000000", "hex"), "truncated"],
    ["a JPEG without its end", Buffer.from("ffd8ffe000104a46494600010100000100010000", "hex"), "damaged"],
  ];
  for (const [what, bytes, reason] of cases) {
    it(`${what}: ${reason}, with a message`, async () => {
      const error = await openingError(bytes);
      expect(error.reason).toBe(reason);
      expect(error.message).toMatch(/^[A-Z].{15,}\.$/);
    });
  }

  it("a tile that ends one byte beyond the file, although it is not decoded", async () => {
    const tile = { width: 16, height: 16 };
    const many = buildPicture(80, 80);
    const segments = tilesOf(many, tile).map(({ samples }) => samples);
    const page = { ...rawPage(many), tile, segments };
    const offsets = Array.from(segments, (_, i) => 8 + i * segments[0]!.length);
    const build = (place: number) => {
      const values = offsets.with(3, place);
      return buildTiff({ pages: [{ ...page, fields: { [TAG.tileOffsets]: { type: 4, values } } }] });
    };
    const atTheEnd = build(0).length - segments[3]!.length;
    expect((await probeSlide(build(atTheEnd))).width).toBe(80);
    expect((await openingError(build(atTheEnd + 1))).reason).toBe("truncated");
  });

  it("a cyclic list of directories", async () => {
    const bytes = Buffer.from(good);
    // The last four bytes of the only directory are the offset of the next.
    bytes.writeUInt32LE(bytes.readUInt32LE(4), bytes.length - 4);
    expect((await openingError(bytes)).reason).toBe("damaged");
  });

  it("a folder", async () => {
    await expect(probeSlideFile(folder())).rejects.toThrow(SlideFileError);
  });

  const convertibles: [what: string, page: Partial<PageSpec>][] = [
    ["mirrored", { fields: { [TAG.orientation]: { type: 3, values: [2] } } }],
    ["strips", { tile: undefined, segments: [picture.samples] }],
  ];
  it("tiles of 2064 px: to be converted", async () => {
    const segments = Array.from({ length: 4 }, () => Buffer.alloc(2064 * 2064, 99));
    const page = { width: 2100, height: 2100, samplesPerPixel: 1, tile: { width: 2064, height: 2064 }, segments };
    expect(await probeSlideFile(await fileOf(buildTiff({ pages: [page] })))).toMatchObject({ kind: "convertible" });
  });

  for (const [what, more] of convertibles) {
    it(`${what}: to be converted`, async () => {
      const probed = await probeSlideFile(await fileOf(wide(more)));
      expect(probed).toMatchObject({ kind: "convertible", mediaType: "image/tiff", width: 150, height: 110 });
    });
  }
});

it("returns a slide or SlideFileError for 1,500 damaged slides", async () => {
  const random = seededRandom(1);
  const jpeg = await sharp(picture.samples, { raw: { width: 150, height: 110, channels: 3 } })
    .tiff({ compression: "jpeg", tile: true, tileWidth: 64, tileHeight: 64, pyramid: true })
    .toBuffer();
  const small = buildPicture(20, 12);
  const originals = [jpeg, buildTiff({ isBigTiff: true, isBigEndian: true, pages: [rawPage(small), rawPage(small)] })];
  // Most of a file is pixels; its first bytes and its directories are damaged more often than at random.
  const interesting = originals.map((bytes) => bytes.length - 600);
  let rejected = 0;
  for (let i = 0; i < 1500; i++) {
    const which = i % originals.length;
    const bytes = Buffer.from(originals[which]!);
    for (let change = 0; change < 3; change++) {
      const at = random() < 0.1 ? random() * 16 : interesting[which]! + random() * 600;
      bytes[Math.floor(at)] = random() < 0.5 ? 255 : Math.floor(random() * 256);
    }
    const path = join(folder(), "damaged.tif");
    await writeFile(path, bytes);
    try {
      const slide = await openSlideFile(path);
      try {
        await slide.readTile(0, 0, 0);
        await slide.readTile(slide.levels.length - 1, 0, 0);
      } finally {
        await slide.close();
      }
    } catch (error) {
      expect(error).toBeInstanceOf(SlideFileError);
      rejected += 1;
    }
  }
  expect(rejected).toBeGreaterThan(200);
}, 60_000);

describe("tiles decoded by libvips, for converted images", () => {
  const mirrored = { [TAG.orientation]: { type: 3, values: [2] } } as const;
  const packed = (samples: Uint8Array) => deflateSync(samples);
  const segments = tilesOf(picture).map(({ samples }) => packed(samples));
  const fileWith = (stored: readonly Uint8Array[], compression = 8) =>
    buildTiff({ pages: [rawPage(picture, { compression, segments: stored, fields: mirrored })] });

  it("read, if they are complete", async () => {
    expect(await probeSlideFile(await fileOf(fileWith(segments)))).toMatchObject({ kind: "convertible" });
  });

  it("damaged, if one cannot be decoded: it would be black", async () => {
    const error = await openingError(fileWith([Buffer.from("no Deflate stream"), ...segments.slice(1)]));
    expect(error.reason).toBe("damaged");
  });

  it("of an unknown compression, which would also be black, rejected by number", async () => {
    expect((await openingError(fileWith(segments, 12_345))).message).toContain("compression 12345");
  });
});
