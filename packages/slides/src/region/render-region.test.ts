import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { cutPicture, decodePicture, type RawPicture } from "../codec/raw-picture.ts";
import type { OrientationDeg, SlideSource } from "../slide-source.ts";
import { pictureSource } from "../testing/picture-source.ts";
import { buildPicture, compareSamples } from "../testing/pictures.ts";
import { RegionLimitError, type RegionRequest, readRegionPixels, renderRegion } from "./render-region.ts";
import type { Rectangle, Size } from "./upright-frame.ts";

const FULL = buildPicture(301, 203);

const request = (region: Rectangle, size: Size, more: Partial<RegionRequest> = {}): RegionRequest => ({
  region,
  size,
  isMirrored: false,
  rotationDeg: 0,
  quality: "color",
  format: "png",
  ...more,
});
const rectangle = (left: number, top: number, width: number, height: number): Rectangle => ({
  left,
  top,
  width,
  height,
});
const sizeOf = (width: number, height: number): Size => ({ width, height });

/** The mean of the area of a pixel, computed pixel by pixel. */
function naiveMeans(picture: RawPicture, { left, top, width, height }: Rectangle, size: Size): RawPicture {
  const samples = Buffer.alloc(size.width * size.height * 3);
  const shareOf = (at: number, from: number, to: number) => Math.max(0, Math.min(at + 1, to) - Math.max(at, from));
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const [x0, x1] = [left + (x * width) / size.width, left + ((x + 1) * width) / size.width];
      const [y0, y1] = [top + (y * height) / size.height, top + ((y + 1) * height) / size.height];
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let v = Math.floor(y0); v < y1; v++) {
          for (let u = Math.floor(x0); u < x1; u++) {
            sum += picture.samples[(v * picture.width + u) * 3 + channel]! * shareOf(u, x0, x1) * shareOf(v, y0, y1);
          }
        }
        samples[(y * size.width + x) * 3 + channel] = Math.round(sum / ((x1 - x0) * (y1 - y0)));
      }
    }
  }
  return { ...size, channels: 3, samples };
}

/** Each pixel of the result is taken from the position given by `placeOf`. */
function rearranged(
  picture: RawPicture,
  size: Size,
  placeOf: (x: number, y: number) => [x: number, y: number],
): RawPicture {
  const samples = Buffer.alloc(size.width * size.height * 3);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const [fromX, fromY] = placeOf(x, y);
      const from = (fromY * picture.width + fromX) * 3;
      picture.samples.copy(samples, (y * size.width + x) * 3, from, from + 3);
    }
  }
  return { ...size, channels: 3, samples };
}

function turned(picture: RawPicture, clockwiseDeg: number): RawPicture {
  const { width, height } = picture;
  const sideways = { width: height, height: width };
  if (clockwiseDeg === 90) return rearranged(picture, sideways, (x, y) => [y, height - 1 - x]);
  if (clockwiseDeg === 180) return rearranged(picture, picture, (x, y) => [width - 1 - x, height - 1 - y]);
  if (clockwiseDeg === 270) return rearranged(picture, sideways, (x, y) => [width - 1 - y, x]);
  return picture;
}

const mirrored = (picture: RawPicture) => rearranged(picture, picture, (x, y) => [picture.width - 1 - x, y]);

async function expectPicture(bytes: Buffer, expected: RawPicture, tolerance = 0): Promise<void> {
  const seen = await decodePicture(bytes);
  expect([seen.width, seen.height]).toEqual([expected.width, expected.height]);
  expect(compareSamples(seen.samples, expected.samples).greatest).toBeLessThanOrEqual(tolerance);
}

describe("full resolution", () => {
  const places: [name: string, place: Rectangle][] = [
    ["the complete image", rectangle(0, 0, 301, 203)],
    ["across tiles", rectangle(50, 40, 100, 90)],
    ["one pixel", rectangle(64, 48, 1, 1)],
    ["the last column and row", rectangle(300, 202, 1, 1)],
    ["the lower right corner", rectangle(250, 150, 51, 53)],
  ];
  for (const [name, place] of places) {
    it(`${name}: the file's own pixels, from no more tiles than needed`, async () => {
      const source = pictureSource(FULL);
      const { bytes } = await renderRegion(source, request(place, place));
      await expectPicture(bytes, cutPicture(FULL, place));
      const columns = Math.floor((place.left + place.width - 1) / 64) - Math.floor(place.left / 64) + 1;
      const rows = Math.floor((place.top + place.height - 1) / 48) - Math.floor(place.top / 48) + 1;
      expect(source.reads.length).toBe(columns * rows);
    });
  }

  it("overlapping tiles show nothing twice", async () => {
    const place = rectangle(30, 20, 150, 120);
    const { bytes } = await renderRegion(pictureSource(FULL, { tileOverlapPx: 2 }), request(place, place));
    await expectPicture(bytes, cutPicture(FULL, place));
  });
});

describe("pixels of a level", () => {
  const source = pictureSource(FULL);
  const places: [region: Rectangle, size: Size, cut: Rectangle, level: number][] = [
    [rectangle(0, 0, 128, 96), sizeOf(64, 48), rectangle(0, 0, 64, 48), 1],
    [rectangle(20, 40, 40, 80), sizeOf(20, 40), rectangle(10, 20, 20, 40), 1],
    [rectangle(256, 192, 45, 11), sizeOf(23, 6), rectangle(128, 96, 23, 6), 1],
    [rectangle(256, 192, 45, 11), sizeOf(12, 3), rectangle(64, 48, 12, 3), 2],
    [rectangle(0, 0, 301, 203), sizeOf(76, 51), rectangle(0, 0, 76, 51), 2],
  ];
  for (const [region, size, cut, level] of places) {
    const { left, top, width, height } = region;
    it(`${left},${top},${width},${height} at ${size.width} x ${size.height} are cropped from level ${level}`, async () => {
      const { bytes } = await renderRegion(source, request(region, size));
      await expectPicture(bytes, cutPicture(source.pictures[level]!, cut));
    });
  }

  it("an edge that the level rounds down is computed from a larger level", async () => {
    const rounded = pictureSource(FULL, { rounding: "down" });
    const { bytes } = await renderRegion(rounded, request(rectangle(256, 192, 45, 11), sizeOf(23, 6)));
    expect((await sharp(bytes).metadata()).width).toBe(23);
    expect(rounded.reads.every((read) => read.startsWith("0/"))).toBe(true);
  });
});

describe("any other size", () => {
  const source = pictureSource(FULL);
  const sizes: [region: Rectangle, size: Size][] = [
    [rectangle(0, 0, 301, 203), sizeOf(250, 180)],
    [rectangle(13, 7, 200, 100), sizeOf(111, 99)],
    [rectangle(13, 7, 101, 103), sizeOf(100, 103)],
    [rectangle(3, 5, 7, 9), sizeOf(5, 5)],
  ];
  for (const [region, size] of sizes) {
    const { left, top, width, height } = region;
    it(`${left},${top},${width},${height} at ${size.width} x ${size.height} is the mean of the covered area`, async () => {
      const { bytes } = await renderRegion(source, request(region, size));
      // The sums have single precision.
      await expectPicture(bytes, naiveMeans(FULL, region, size), 1);
    });
  }

  it("smaller than a level, it is computed from that level", async () => {
    const fresh = pictureSource(FULL);
    const { bytes } = await renderRegion(fresh, request(rectangle(0, 0, 301, 203), sizeOf(60, 40)));
    expect(fresh.reads.every((read) => read.startsWith("2/"))).toBe(true);
    await expectPicture(bytes, naiveMeans(FULL, rectangle(0, 0, 301, 203), sizeOf(60, 40)), 12);
  });

  it("enlarged, a pixel becomes several of a similar colour", async () => {
    const flat: RawPicture = { width: 64, height: 64, channels: 3, samples: Buffer.alloc(64 * 64 * 3, 90) };
    const { bytes } = await renderRegion(pictureSource(flat), request(rectangle(3, 3, 2, 40), sizeOf(300, 20)));
    await expectPicture(bytes, { width: 300, height: 20, channels: 3, samples: Buffer.alloc(300 * 20 * 3, 90) }, 1);
  });
});

describe("orientation, mirror and rotation", () => {
  const region = rectangle(20, 30, 70, 50);
  for (const orientationDeg of [0, 90, 180, 270] as OrientationDeg[]) {
    const upright = turned(FULL, orientationDeg);
    const seen = cutPicture(upright, region);
    const source = pictureSource(FULL, { orientationDeg });
    for (const rotationDeg of [0, 90, 180, 270]) {
      it(`stored ${orientationDeg}°, requested ${rotationDeg}°, plain and mirrored`, async () => {
        const plain = await renderRegion(source, request(region, region, { rotationDeg }));
        await expectPicture(plain.bytes, turned(seen, rotationDeg));
        const mirror = await renderRegion(source, request(region, region, { rotationDeg, isMirrored: true }));
        await expectPicture(mirror.bytes, turned(mirrored(seen), rotationDeg));
      });
    }
    it(`stored ${orientationDeg}°, reduced unevenly and rotated`, async () => {
      const size = sizeOf(35, 40);
      const { bytes } = await renderRegion(source, request(region, size, { rotationDeg: 90 }));
      await expectPicture(bytes, turned(naiveMeans(upright, region, size), 90), 1);
    });
    it(`stored ${orientationDeg}°, enlarged and rotated, has the requested size`, async () => {
      const { bytes } = await renderRegion(source, request(region, sizeOf(140, 60), { rotationDeg: 270 }));
      const { width, height } = await sharp(bytes).metadata();
      expect([width, height]).toEqual([60, 140]);
    });
  }

  it("a rotation by less than a quarter turn shows the complete region, on white or transparent", async () => {
    const regionRequest = request(rectangle(0, 0, 100, 100), sizeOf(100, 100), { rotationDeg: 45 });
    const png = await sharp((await renderRegion(pictureSource(FULL), regionRequest)).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([Math.round(png.info.width / 10), png.info.channels, png.data[3]]).toEqual([14, 4, 0]);
    const jpg = await renderRegion(pictureSource(FULL), { ...regionRequest, format: "jpg" });
    const { data } = await sharp(jpg.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([data[0], data[1], data[2]].every((sample) => sample! > 250)).toBe(true);
  });
});

describe("quality and format", () => {
  const place = rectangle(0, 0, 90, 60);
  it("grey output has no colour, black and white has no grey", async () => {
    const grey = await renderRegion(pictureSource(FULL), request(place, place, { quality: "gray" }));
    const { samples } = await decodePicture(grey.bytes);
    for (let i = 0; i < samples.length; i += 3)
      expect([samples[i + 1], samples[i + 2]]).toEqual([samples[i], samples[i]]);
    const bitonal = await renderRegion(pictureSource(FULL), request(place, place, { quality: "bitonal" }));
    expect(new Set((await decodePicture(bitonal.bytes)).samples)).toEqual(new Set([0, 255]));
  });

  for (const [format, mediaType, name] of [
    ["jpg", "image/jpeg", "jpeg"],
    ["png", "image/png", "png"],
    ["webp", "image/webp", "webp"],
  ] as const) {
    it(`${format} is ${mediaType}`, async () => {
      const { bytes, mediaType: seen } = await renderRegion(
        pictureSource(FULL),
        request(place, sizeOf(45, 30), { format }),
      );
      expect([seen, (await sharp(bytes).metadata()).format]).toEqual([mediaType, name]);
    });
  }
});

describe("one of the slide's own tiles", () => {
  const source = pictureSource(FULL);
  const render = (region: Rectangle, size: Size, more?: Partial<RegionRequest>) =>
    renderRegion(source, request(region, size, more));

  it("is sent byte for byte, also at the edge", async () => {
    const inner = await render(rectangle(64, 48, 64, 48), sizeOf(64, 48));
    expect(inner.bytes.equals((await source.readTile(0, 1, 1)).bytes)).toBe(true);
    const edge = await render(rectangle(256, 192, 45, 11), sizeOf(23, 6));
    expect(edge.bytes.equals((await source.readTile(1, 2, 2)).bytes)).toBe(true);
  });

  it("is re-encoded for another format, mirrored, or from tiles that overlap", async () => {
    const stored = (await source.readTile(0, 1, 1)).bytes;
    const region = rectangle(64, 48, 64, 48);
    expect((await render(region, region, { format: "jpg" })).mediaType).toBe("image/jpeg");
    expect((await render(region, region, { isMirrored: true })).bytes.equals(stored)).toBe(false);
    const overlapping = await renderRegion(pictureSource(FULL, { tileOverlapPx: 1 }), request(region, region));
    await expectPicture(overlapping.bytes, cutPicture(FULL, region));
  });
});

describe("rejects", () => {
  const source = pictureSource(FULL);
  const outside: Rectangle[] = [
    rectangle(-1, 0, 10, 10),
    rectangle(0, 0, 302, 10),
    rectangle(0, 200, 10, 4),
    rectangle(0, 0, 0, 10),
    rectangle(0.5, 0, 10, 10),
    rectangle(Number.NaN, 0, 10, 10),
  ];
  for (const region of outside) {
    it(`a region outside the image: ${JSON.stringify(region)}`, () =>
      expect(renderRegion(source, request(region, sizeOf(5, 5)))).rejects.toThrow(RangeError));
  }

  it("a result that is too large, before anything is read", async () => {
    const whole = rectangle(0, 0, 301, 203);
    await expect(renderRegion(source, request(whole, sizeOf(8193, 1)))).rejects.toThrow(RegionLimitError);
    await expect(renderRegion(source, request(whole, sizeOf(5000, 5000)))).rejects.toThrow(RegionLimitError);
    await expect(renderRegion(source, request(whole, sizeOf(0, 5)))).rejects.toThrow(RangeError);
    expect(source.reads).toEqual([]);
  });

  it("a region of too many tiles", async () => {
    const fine = pictureSource(FULL, { tile: { width: 4, height: 4 }, downsamples: [] });
    const whole = rectangle(0, 0, 301, 203);
    await expect(renderRegion(fine, request(whole, sizeOf(10, 10)))).rejects.toThrow(/too many tiles/);
    expect(fine.reads).toEqual([]);
  });
});

it("stops when aborted", async () => {
  const stop = new AbortController();
  stop.abort();
  const whole = rectangle(0, 0, 301, 203);
  await expect(renderRegion(pictureSource(FULL), request(whole, sizeOf(200, 100)), stop.signal)).rejects.toThrow(
    /abort/i,
  );
});

describe("the middle one of several depths in colour is shown", () => {
  const depths = [1, 2, 3, 4].map((seed) => pictureSource(buildPicture(301, 203, 3, seed)));
  const stack: SlideSource = {
    ...depths[0]!,
    planes: { channels: [], sampleBits: 8, depths: 4, depthSpacingUm: null, times: 1 },
    readTile: (level, x, y, options = {}) => depths[options.plane?.depth ?? 0]!.readTile(level, x, y),
  };
  const regions: [what: string, region: Rectangle, size: Size][] = [
    ["a part", rectangle(10, 20, 50, 40), sizeOf(50, 40)],
    ["one of its own tiles", rectangle(64, 48, 64, 48), sizeOf(64, 48)],
  ];
  for (const [what, region, size] of regions) {
    it(what, async () => {
      const shown = await renderRegion(stack, request(region, size));
      expect(shown.bytes.equals((await renderRegion(depths[1]!, request(region, size))).bytes)).toBe(true);
    });
  }
});

describe("pixels of a region", () => {
  const turns: readonly OrientationDeg[] = [0, 90, 180, 270];
  for (const orientationDeg of turns)
    it(`equal those of its upright image, if the slide is rotated by ${orientationDeg}`, async () => {
      const source = pictureSource(FULL, { orientationDeg });
      for (const [region, size] of [
        [rectangle(20, 30, 100, 80), sizeOf(100, 80)],
        [rectangle(20, 30, 100, 80), sizeOf(50, 40)],
      ] as const) {
        const pixels = await readRegionPixels(source, { region, size });
        const picture = await decodePicture((await renderRegion(source, request(region, size))).bytes);
        expect([pixels.width, pixels.height, pixels.channels]).toEqual([size.width, size.height, 3]);
        expect(pixels.samples.equals(picture.samples)).toBe(true);
      }
    });

  it("outside the image are rejected", async () => {
    const outside = { region: rectangle(250, 0, 100, 80), size: sizeOf(100, 80) };
    await expect(readRegionPixels(pictureSource(FULL), outside)).rejects.toThrow(RangeError);
  });
});
