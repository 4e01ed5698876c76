import { describe, expect, it } from "vitest";
import { isPng, readPng } from "./png-samples.ts";
import { cutSamples, readTileSamples } from "./tile-samples.ts";

type Filter = (row: Uint8Array, above: Uint8Array, at: number, step: number) => number;

const left = (row: Uint8Array, at: number, step: number) => (at < step ? 0 : (row[at - step] ?? 0));

/** The value that each filter subtracts (PNG specification, section 9.2). */
const FILTERS: readonly Filter[] = [
  () => 0,
  (row, _above, at, step) => left(row, at, step),
  (_row, above, at) => above[at] ?? 0,
  (row, above, at, step) => Math.floor((left(row, at, step) + (above[at] ?? 0)) / 2),
  (row, above, at, step) => {
    const [a, b, c] = [left(row, at, step), above[at] ?? 0, left(above, at, step)];
    const p = a + b - c;
    const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
  },
];

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(content.length + 12);
  new DataView(bytes.buffer).setUint32(0, content.length);
  bytes.set(
    [...type].map((letter) => letter.charCodeAt(0)),
    4,
  );
  bytes.set(content, 8);
  return bytes;
}

interface Written {
  readonly width: number;
  readonly height: number;
  readonly colourType: 0 | 2 | 4 | 6;
  readonly bits?: 8 | 16;
  readonly pixels: Uint8Array;
  /** Of each row; default: all in turn. */
  readonly filter?: number;
  readonly interlace?: number;
  /** The number written for each row's filter; default: its own. */
  readonly rowFilter?: number;
}

/** Writes a PNG without checksums, which our reader ignores. */
async function writePng({ width, height, colourType, bits = 8, pixels, filter, interlace = 0, rowFilter }: Written) {
  const step = { 0: 1, 2: 3, 4: 2, 6: 4 }[colourType] * (bits / 8);
  const filtered = new Uint8Array(height * (width * step + 1));
  for (let y = 0; y < height; y += 1) {
    const row = pixels.subarray(y * width * step, (y + 1) * width * step);
    const above = y === 0 ? new Uint8Array(row.length) : pixels.subarray((y - 1) * width * step, y * width * step);
    const kind = filter ?? y % FILTERS.length;
    const start = y * (width * step + 1);
    filtered[start] = rowFilter ?? kind;
    for (let at = 0; at < row.length; at += 1) {
      filtered[start + 1 + at] = (row[at] ?? 0) - (FILTERS[kind] as Filter)(row, above, at, step);
    }
  }
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([bits, colourType, 0, 0, interlace], 8);
  const compressed = await deflate(filtered);
  const middle = Math.floor(compressed.length / 2);
  return new Blob([
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10),
    chunk("IHDR", header),
    chunk("tEXt", Uint8Array.of(65, 0, 66)),
    chunk("IDAT", compressed.subarray(0, middle)),
    chunk("IDAT", compressed.subarray(middle)),
    chunk("IEND", new Uint8Array()),
  ] as BlobPart[]);
}

const noise = (length: number) => Uint8Array.from({ length }, (_unused, at) => (at * 2_654_435_761) >>> 24);
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

describe("a PNG's pixels", () => {
  for (const [filter, name] of ["none", "sub", "up", "average", "Paeth"].entries()) {
    it(`filtered by ${name} are read unchanged`, async () => {
      const pixels = noise(37 * 23 * 3);
      const png = await readPng(
        await bytesOf(await writePng({ width: 37, height: 23, colourType: 2, pixels, filter })),
      );
      expect([png.width, png.height, png.pixelBytes]).toEqual([37, 23, 3]);
      expect(png.bytes).toEqual(pixels);
    });
  }

  for (const [colourType, bits, pixelBytes] of [
    [0, 8, 1],
    [0, 16, 2],
    [4, 8, 2],
    [6, 8, 4],
  ] as const) {
    it(`colour type ${colourType} of ${bits} bits`, async () => {
      const pixels = noise(19 * 11 * pixelBytes);
      const blob = await writePng({ width: 19, height: 11, colourType, bits, pixels });
      expect((await readPng(await bytesOf(blob))).bytes).toEqual(pixels);
    });
  }

  it("written by another program (libpng, through sharp 0.35: 4 x 2 px, red 0 to 7, green 255 - red) are read", async () => {
    const file =
      "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAIElEQVQImQXBBQEAIAAAIOz/b20FnnDFI23yUqY6tO4DZ84H+U3xdmoAAAAASUVORK5CYII=";
    const { bytes } = await readPng(Uint8Array.from(atob(file), (letter) => letter.charCodeAt(0)));
    expect([...bytes]).toEqual(Array.from({ length: 8 }, (_unused, at) => [at, 255 - at, 0]).flat());
  });
});

describe("an invalid PNG", () => {
  const ordinary = { width: 8, height: 8, colourType: 2, pixels: noise(8 * 8 * 3) } as const;

  it("is rejected if it is truncated", async () => {
    const bytes = await bytesOf(await writePng(ordinary));
    await expect(readPng(bytes.subarray(0, bytes.length / 2))).rejects.toThrow();
    await expect(readPng(bytes.subarray(0, 20))).rejects.toThrow("beyond the file");
  });
  it("is rejected if there is too little or too much data", async () => {
    const [small, large] = [await writePng(ordinary), await writePng({ ...ordinary, width: 4, height: 4 })];
    const withHeader = async (blob: Blob, side: number) => {
      const bytes = await bytesOf(blob);
      new DataView(bytes.buffer).setUint32(16, side);
      new DataView(bytes.buffer).setUint32(20, side);
      return bytes;
    };
    await expect(readPng(await withHeader(small, 100))).rejects.toThrow("less picture");
    await expect(readPng(await withHeader(large, 2))).rejects.toThrow("more picture");
  });
  it("is rejected before memory is allocated if its size is absurd", async () => {
    const bytes = await bytesOf(await writePng(ordinary));
    new DataView(bytes.buffer).setUint32(16, 0x7fffffff);
    await expect(readPng(bytes)).rejects.toThrow("2147483647 x 8");
  });
  it("is rejected if it is interlaced or not a PNG", async () => {
    await expect(readPng(await bytesOf(await writePng({ ...ordinary, interlace: 1 })))).rejects.toThrow(
      "colour type 2",
    );
    const bytes = await bytesOf(await writePng(ordinary));
    expect([isPng(bytes), isPng(bytes.subarray(1))]).toEqual([true, false]);
    await expect(readPng(bytes.subarray(1))).rejects.toThrow("no PNG");
  });
  it("is rejected if its filter is unknown", async () => {
    const blob = await writePng({
      ...ordinary,
      filter: 0,
      width: 1,
      height: 1,
      pixels: Uint8Array.of(1, 2, 3),
      rowFilter: 9,
    });
    await expect(readPng(await bytesOf(blob))).rejects.toThrow("filter 9");
  });
});

describe("samples of a tile", () => {
  it("of 16 bits are exact for all 65,536 values", async () => {
    const pixels = Uint8Array.from(
      { length: 256 * 256 * 3 },
      (_unused, at) => [at / 3 / 256, (at / 3) % 256, 0][at % 3] ?? 0,
    );
    const blob = await writePng({ width: 256, height: 256, colourType: 2, pixels });
    const samples = await readTileSamples(blob, 16, { left: 0, top: 0, width: 256, height: 256 });
    expect(samples).toEqual(Uint16Array.from({ length: 65_536 }, (_unused, sample) => sample));
  });

  it("of 8 bits are the grey value", async () => {
    const pixels = Uint8Array.from({ length: 256 }, (_unused, at) => at);
    const blob = await writePng({ width: 16, height: 16, colourType: 0, pixels });
    expect(await readTileSamples(blob, 8, { left: 0, top: 0, width: 16, height: 16 })).toEqual(pixels);
  });

  it("are cropped to the tile, and 0 where the image is too small", () => {
    const bytes = Uint8Array.from({ length: 12 }, (_unused, at) => at + 1);
    const pixels = { width: 4, height: 3, pixelBytes: 1, bytes };
    expect([...cutSamples(pixels, 8, { left: 1, top: 1, width: 2, height: 2 })]).toEqual([6, 7, 10, 11]);
    expect([...cutSamples(pixels, 8, { left: 3, top: 2, width: 2, height: 2 })]).toEqual([12, 0, 0, 0]);
  });

  it("of 16 bits are never loaded as JPEG, which would change them", async () => {
    const jpeg = new Blob([Uint8Array.of(255, 216, 255, 224)]);
    await expect(readTileSamples(jpeg, 16, { left: 0, top: 0, width: 1, height: 1 })).rejects.toThrow("PNG");
  });
});
