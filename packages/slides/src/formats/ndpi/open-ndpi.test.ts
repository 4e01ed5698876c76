import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BlockCache } from "../../bytes/block-cache.ts";
import { FileBytes } from "../../bytes/file-bytes.ts";
import { cutPicture, decodePicture, type RawPicture } from "../../codec/raw-picture.ts";
import { completeLevels } from "../../convert/complete-levels.ts";
import { verifySlide } from "../../open/verify-slide.ts";
import { openSlideFile } from "../../open-slide-file.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { tilePlaceOf } from "../../picture/colour-tile.ts";
import { withExtraLevels } from "../../pyramid/extra-levels.ts";
import { SlideFileError, tileGridOf } from "../../slide-source.ts";
import { assembleLevel } from "../../testing/assemble-level.ts";
import {
  buildNdpi,
  encodeIntervals,
  encodeJpeg,
  type IntervalJpeg,
  type IntervalSpec,
  type NdpiPictureSpec,
  type NdpiSpec,
  writeNdpi,
} from "../../testing/build-ndpi.ts";
import { buildPicture, compareSamples, partOf, seededRandom } from "../../testing/pictures.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";
import { TAG } from "../../tiff/tiff-fields.ts";
import { NDPI_TAG } from "./ndpi-tags.ts";
import { openNdpi } from "./open-ndpi.ts";
import { isNdpi } from "./read-ndpi.ts";

const { folder, fileOf } = temporarySlideFiles();

async function openFile(path: string) {
  const file = await FileBytes.open(path);
  try {
    expect(await isNdpi(file)).toBe(true);
    const opened = await openNdpi({ file, pieces: new BlockCache(file), signal: undefined });
    if ("kind" in opened) await file.close();
    return opened;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens the file as a slide, checks it like a probe, and closes it afterwards. */
async function withSlide(spec: NdpiSpec | string, work: (slide: OpenedSlide) => Promise<void>): Promise<void> {
  const opened = await openFile(typeof spec === "string" ? spec : await fileOf(buildNdpi(spec)));
  if ("kind" in opened) throw new Error("This is convertible only.");
  try {
    await opened.checkIndex?.();
    await verifySlide(opened);
    await work(opened);
  } finally {
    await opened.close();
  }
}

const SMALL = buildPicture(64, 48);
/** A level that needs no other. */
async function smallLevel(more: Partial<NdpiPictureSpec> = {}): Promise<NdpiPictureSpec> {
  const encoded = await encodeIntervals(SMALL, {});
  return { ...encoded, width: 64, height: 48, magnification: 40, ...more };
}

/** The largest difference of any tile from the same part of the complete image, without a border of `frame` px. */
async function compareTiles(slide: OpenedSlide, level: number, whole: RawPicture, frame: number): Promise<number> {
  const facts = slide.levels[level]!;
  const { columns, rows } = tileGridOf(facts);
  let greatest = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const tile = await decodePicture((await slide.readTile(level, x, y)).bytes);
      const { left, top, width, height } = tilePlaceOf(facts, x, y);
      expect([tile.width, tile.height]).toEqual([width, height]);
      const inner = { width: width - 2 * frame, height: height - 2 * frame };
      if (inner.width <= 0 || inner.height <= 0) continue;
      const shown = cutPicture(tile, { left: frame, top: frame, ...inner });
      const expected = cutPicture(whole, { left: left + frame, top: top + frame, ...inner });
      greatest = Math.max(greatest, compareSamples(shown.samples, expected.samples).greatest);
    }
  }
  return greatest;
}

describe("tiles match the complete image", () => {
  const cases: [what: string, width: number, height: number, channels: 1 | 3, spec: IntervalSpec, frame: number][] = [
    ["an interval for each row", 1100, 520, 3, {}, 0],
    ["several lanes, wider than tiles", 2080, 64, 3, { laneWidth: 1040 }, 0],
    ["several lanes that become tiles unchanged", 768, 528, 3, { laneWidth: 256 }, 0],
    ["lanes that do not end at tile boundaries", 3600, 16, 3, { laneWidth: 1200 }, 0],
    ["a width that ends within a unit", 541, 517, 3, {}, 0],
    ["an image smaller than a tile", 61, 37, 3, {}, 0],
    ["intervals of several rows", 640, 640, 3, { intervalHeight: 64 }, 0],
    ["grey", 700, 530, 1, {}, 0],
    ["chroma of half size: except for the pixels at a tile's edge", 1056, 528, 3, { chromaSubsampling: "4:2:0" }, 1],
    ["chroma of half size, several lanes", 2112, 64, 3, { chromaSubsampling: "4:2:0", laneWidth: 1056 }, 1],
    ["the best quality", 700, 100, 3, { quality: 100 }, 0],
  ];
  for (const [what, width, height, channels, spec, frame] of cases) {
    it(what, async () => {
      const { jpeg, starts } = await encodeIntervals(buildPicture(width, height, channels), spec);
      const whole = await decodePicture(jpeg);
      for (const more of [{ starts }, {}]) {
        await withSlide({ pictures: [{ jpeg, width, height, magnification: 20, ...more }] }, async (slide) => {
          expect(slide).toMatchObject({ width, height, format: "ndpi", isRecoding: false, planes: null });
          expect(await compareTiles(slide, 0, whole, frame)).toBe(0);
        });
      }
    });
  }

  for (const chroma of ["4:4:4", "4:2:0"] as const) {
    for (const optimiseCoding of [false, true]) {
      it(`no restart markers, ${chroma}, ${optimiseCoding ? "custom codes" : "standard codes"}`, async () => {
        const jpeg = await encodeJpeg(buildPicture(1030, 560), 90, chroma, optimiseCoding);
        const pictures = [{ jpeg, width: 1030, height: 560, magnification: 20 }];
        await withSlide({ pictures }, async (slide) => {
          expect(await compareTiles(slide, 0, await decodePicture(jpeg), chroma === "4:2:0" ? 1 : 0)).toBe(0);
        });
      });
    }
  }

  it("codes that lack the differences at a tile's left edge", async () => {
    // A gentle slope: neighbours never differ much, but a tile's first block has no predecessor.
    const samples = Buffer.alloc(1600 * 16);
    for (let at = 0; at < samples.length; at++) samples[at] = Math.round(((at % 1600) / 1600) * 250);
    const jpeg = await encodeJpeg({ width: 1600, height: 16, channels: 1, samples }, 100, "4:4:4", true);
    await withSlide({ pictures: [{ jpeg, width: 1600, height: 16, magnification: 20 }] }, async (slide) => {
      expect(await compareTiles(slide, 0, await decodePicture(jpeg), 0)).toBe(0);
      const tile = await slide.readTile(0, 2, 0);
      // The completed table follows the file's own.
      const tables = (bytes: Buffer) => bytes.toString("latin1").split("\xff\xc4").length - 1;
      expect(tables(tile.bytes)).toBe(tables(jpeg) + 1);
    });
  });

  it("wider than the maximum of JPEG", async () => {
    const picture = buildPicture(66_000, 16);
    const encoded = await encodeIntervals(picture, { laneWidth: 2000 });
    await withSlide({ pictures: [{ ...encoded, width: 66_000, height: 16, magnification: 40 }] }, async (slide) => {
      expect(slide.width).toBe(66_000);
      for (const x of [0, 3, 64, 128]) {
        const tile = await decodePicture((await slide.readTile(0, x, 0)).bytes);
        const expected = partOf(picture, x * 512, 0, tile.width, 16);
        expect(compareSamples(tile.samples, expected.samples).greatest).toBeLessThan(80);
        expect(meanDifference(tile.samples, expected.samples)).toBeLessThan(6);
      }
      expect((await slide.readTile(0, 128, 0)).bytes.length).toBeGreaterThan(500);
    });
  });
});

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - other[at]!), 0) / one.length;
}

describe("metadata", () => {
  it("levels, macro image, pixel size, objective, properties", async () => {
    const base = await encodeIntervals(buildPicture(640, 400), {});
    const half = await encodeIntervals(buildPicture(320, 200), {});
    const macro = await encodeJpeg(buildPicture(200, 60), 80, "4:2:0", true);
    const properties = "Created=2011/05/23\r\nProduct=C9600-12\r\n;NDP Shading Data\r;ID=6\r";
    const fields = {
      [NDPI_TAG.properties]: { type: 2, text: properties },
      [NDPI_TAG.serialNumber]: { type: 2, text: "950291" },
      [NDPI_TAG.reference]: { type: 2, text: "Case 7" },
    } as const;
    const pictures: NdpiPictureSpec[] = [
      { ...base, width: 640, height: 400, magnification: 40, fields },
      { ...half, width: 320, height: 200, magnification: 20 },
      { jpeg: macro, width: 200, height: 60, magnification: -1 },
      {
        jpeg: Buffer.alloc(100),
        width: 10,
        height: 10,
        magnification: -2,
        fields: { [TAG.compression]: { type: 3, values: [1] } },
      },
    ];
    await withSlide({ pictures }, async (slide) => {
      expect(slide.levels.map(({ width, downsample }) => [width, downsample])).toEqual([
        [640, 1],
        [320, 2],
      ]);
      expect(slide).toMatchObject({ pixelSizeUm: { x: 0.25, y: 0.5 }, objectivePower: 40, orientationDeg: 0 });
      expect(slide.associatedImages).toEqual([{ name: "macro", width: 200, height: 60 }]);
      expect((await slide.readAssociatedImage("macro")).bytes).toEqual(macro);
      await expect(slide.readAssociatedImage("label")).rejects.toThrow(RangeError);
      expect(slide.properties).toEqual({
        "tiff.Make": "Hamamatsu",
        "hamamatsu.Reference": "Case 7",
        "hamamatsu.SerialNumber": "950291",
        "hamamatsu.SourceLens": "40",
        "hamamatsu.Created": "2011/05/23",
        "hamamatsu.Product": "C9600-12",
      });
    });
  });

  it("focal planes, from the lowest up; a level with fewer shows the nearest", async () => {
    const plane = async (seed: number, width: number) => {
      const picture = buildPicture(width, width / 2, 3, seed);
      return { ...(await encodeIntervals(picture, {})), width, height: width / 2, magnification: width / 10 };
    };
    const [middle, high, low, small] = [
      await plane(1, 640),
      await plane(2, 640),
      await plane(3, 640),
      await plane(4, 320),
    ];
    const pictures: NdpiPictureSpec[] = [middle, { ...high, focusNm: 1500 }, { ...low, focusNm: -1500 }, small];
    await withSlide({ pictures }, async (slide) => {
      expect(slide.planes).toEqual({ channels: [], sampleBits: 8, depths: 3, depthSpacingUm: 1.5, times: 1 });
      for (const [depth, { jpeg }] of [low, middle, high].entries()) {
        const tile = await slide.readTile(0, 0, 0, { plane: { channel: 0, depth, time: 0 } });
        const whole = cutPicture(await decodePicture(jpeg), { left: 0, top: 0, width: 512, height: 320 });
        expect(compareSamples((await decodePicture(tile.bytes)).samples, whole.samples).greatest).toBe(0);
      }
      const ofSmall = await decodePicture(
        (await slide.readTile(1, 0, 0, { plane: { channel: 0, depth: 2, time: 0 } })).bytes,
      );
      expect(compareSamples(ofSmall.samples, (await decodePicture(small.jpeg)).samples).greatest).toBe(0);
      await expect(slide.readTile(0, 0, 0, { plane: { channel: 0, depth: 3, time: 0 } })).rejects.toThrow(RangeError);
    });
  });

  it("the size in a JPEG without restart markers overrides that of the TIFF", async () => {
    const jpeg = await encodeJpeg(buildPicture(301, 201), 80, "4:4:4", false);
    await withSlide({ pictures: [{ jpeg, width: 300, height: 200, magnification: 5 }] }, async (slide) => {
      expect([slide.width, slide.height]).toEqual([301, 201]);
    });
  });
});

describe("a file beyond 4 GiB", () => {
  it("pictures before and after, directories and lists after", async () => {
    const path = join(folder(), "large.ndpi");
    const [base, half] = [buildPicture(640, 520), buildPicture(320, 260)];
    const encoded: [IntervalJpeg, IntervalJpeg] = [await encodeIntervals(base, {}), await encodeIntervals(half, {})];
    await writeNdpi(path, {
      pictures: [
        { ...encoded[0], width: 640, height: 520, magnification: 40 },
        { ...encoded[1], width: 320, height: 260, magnification: 20, position: 5 * 2 ** 30 + 12 },
      ],
      directoriesAt: 9 * 2 ** 30 + 2,
    });
    await withSlide(path, async (slide) => {
      for (const [level, { jpeg }] of encoded.entries()) {
        expect(await compareTiles(slide, level, await decodePicture(jpeg), 0)).toBe(0);
      }
    });
  });
});

describe("inconsistent files", () => {
  it("wrong recorded offsets: the markers are searched for", async () => {
    const { jpeg, starts } = await encodeIntervals(buildPicture(600, 600), {});
    const wrong = starts.map((start, index) => (index === 0 ? start : start + 5));
    await withSlide(
      { pictures: [{ jpeg, starts: wrong, width: 600, height: 600, magnification: 20 }] },
      async (slide) => {
        expect(await compareTiles(slide, 0, await decodePicture(jpeg), 0)).toBe(0);
      },
    );
  });

  const rejected: [what: string, spec: () => Promise<NdpiPictureSpec>, reason: string][] = [
    [
      "a strip beyond the end",
      () => smallLevel({ fields: { [TAG.stripByteCounts]: { type: 4, values: [1e9] } } }),
      "truncated",
    ],
    ["no JPEG", async () => smallLevel({ jpeg: Buffer.alloc(3000, 7) }), "damaged"],
    [
      "a side above 2^20",
      () => smallLevel({ fields: { [TAG.imageWidth]: { type: 4, values: [2 ** 20 + 1] } } }),
      "tooLarge",
    ],
    ["JPEG XR", () => smallLevel({ fields: { [TAG.compression]: { type: 3, values: [22610] } } }), "unsupported"],
    [
      "a decreasing index",
      async () => {
        const level = await smallLevel();
        return { ...level, starts: level.starts!.with(2, level.starts![4]!) };
      },
      "damaged",
    ],
    ["only a macro image", () => smallLevel({ magnification: -1 }), "truncated"],
  ];
  for (const [what, spec, reason] of rejected) {
    it(`${what}: ${reason}, with a message`, async () => {
      const picture = await spec();
      await expect(withSlide({ pictures: [picture] }, async () => {})).rejects.toMatchObject({
        name: "SlideFileError",
        reason,
        message: expect.stringMatching(/^[A-Z].{15,}\.$/),
      });
    });
  }

  it("data that ends too early: damaged", async () => {
    const { jpeg } = await encodeIntervals(buildPicture(600, 600), {});
    const short = { jpeg: jpeg.subarray(0, jpeg.length >> 1), width: 600, height: 600, magnification: 20 };
    await expect(withSlide({ pictures: [short] }, async () => {})).rejects.toMatchObject({ reason: "damaged" });
  });

  it("intervals that are neither parts of rows nor rows: left to another program", async () => {
    const { jpeg } = await encodeIntervals(buildPicture(64, 48), {});
    jpeg[jpeg.indexOf(Buffer.from([0xff, MARKER_DRI])) + 5] = 5;
    const path = await fileOf(buildNdpi({ pictures: [{ jpeg, width: 64, height: 48, magnification: 20 }] }));
    expect(await openFile(path)).toEqual({ kind: "convertible", by: "foreign", formatName: "Hamamatsu NDPI" });
  });

  it("a small level of that kind is omitted", async () => {
    const base = await encodeIntervals(buildPicture(128, 96), {});
    const progressive = await encodeIntervals(SMALL, {});
    progressive.jpeg[progressive.jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc2;
    const pictures = [
      { ...base, width: 128, height: 96, magnification: 20 },
      { ...progressive, width: 64, height: 48, magnification: 10 },
    ];
    await withSlide({ pictures }, async (slide) => expect(slide.levels).toHaveLength(1));
  });

  it("cyclic directories: damaged", async () => {
    const level = await smallLevel();
    const path = await fileOf(buildNdpi({ pictures: [level, level] }));
    const bytes = await readFile(path);
    // The last directory's pointer to the next one: 8 bytes after its fields, before their high halves.
    const first = bytes.readUInt32LE(4);
    const count = bytes.readUInt16LE(first);
    const second = bytes.readUInt32LE(first + 2 + count * 12);
    bytes.writeUInt32LE(first, second + 2 + count * 12);
    await expect(openFile(await fileOf(bytes))).rejects.toMatchObject({ reason: "damaged" });
  });

  it("returns a slide, another program or SlideFileError for 600 damaged files", async () => {
    const random = seededRandom(7);
    const encoded = await encodeIntervals(buildPicture(96, 64), { chromaSubsampling: "4:2:0" });
    const originals = [
      buildNdpi({ pictures: [{ ...encoded, width: 96, height: 64, magnification: 20 }] }),
      buildNdpi({ pictures: [{ jpeg: encoded.jpeg, width: 96, height: 64, magnification: 20 }] }),
      buildNdpi({
        pictures: [{ jpeg: await encodeJpeg(SMALL, 80, "4:4:4", true), width: 64, height: 48, magnification: 20 }],
      }),
    ];
    let rejected = 0;
    for (let i = 0; i < 600; i++) {
      const bytes = Buffer.from(originals[i % originals.length]!);
      for (let change = 0; change < 3; change++) {
        bytes[12 + Math.floor(random() * (bytes.length - 12))] = random() < 0.3 ? 255 : Math.floor(random() * 256);
      }
      const path = await fileOf(bytes);
      const file = await FileBytes.open(path);
      try {
        if (!(await isNdpi(file))) continue;
        const opened = await openNdpi({ file, pieces: new BlockCache(file), signal: undefined });
        if (!("kind" in opened)) await opened.readTile(0, 0, 0);
      } catch (error) {
        expect(error).toBeInstanceOf(SlideFileError);
        rejected += 1;
      } finally {
        await file.close();
      }
    }
    expect(rejected).toBeGreaterThan(60);
  }, 30_000);
});

const MARKER_DRI = 0xdd;

it("missing levels are created from its tiles", async () => {
  const { jpeg, starts } = await encodeIntervals(buildPicture(1040, 64), {});
  await withSlide({ pictures: [{ jpeg, starts, width: 1040, height: 64, magnification: 20 }] }, async (slide) => {
    const path = join(folder(), "extra.tif");
    expect(await completeLevels(slide, path)).toBe(true);
    const complete = withExtraLevels(slide, await openSlideFile(path));
    await verifySlide(complete);
    expect(complete.levels.map(({ width }) => width)).toEqual([1040, 520, 260]);
    const [own, made] = [await assembleLevel(complete, 0), await assembleLevel(complete, 1)];
    expect(compareSamples(own.samples, (await decodePicture(jpeg)).samples).greatest).toBe(0);
    const mean = (samples: Uint8Array) => samples.reduce((sum, value) => sum + value, 0) / samples.length;
    expect(Math.abs(mean(own.samples) - mean(made.samples))).toBeLessThan(1);
    await complete.close();
  });
});
