import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSlideFile } from "../open-slide-file.ts";
import { encodeJpegTile } from "./jpeg-tile.ts";
import { type TiffTileFile, writeTiffTileFile } from "./tiff-tile-file.ts";

const TILE_PX = 512;

let folder: string;
let pink: Buffer;
let green: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-tiff-"));
  const plain = (colour: number[]) => Uint8Array.from({ length: TILE_PX ** 2 * 3 }, (_, index) => colour[index % 3]!);
  pink = await encodeJpegTile(plain([240, 120, 160]), TILE_PX, 90);
  green = await encodeJpegTile(plain([20, 160, 60]), TILE_PX, 90);
});
afterAll(() => rm(folder, { recursive: true }));

async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
  await file.close();
  return buffer.toString("hex");
}

/** Pink, with a green last tile. */
function fillWith(tiles: number): (file: TiffTileFile) => Promise<void> {
  return async (file) => {
    for (let tile = 0; tile < tiles; tile++) await file.appendTile(0, tile === tiles - 1 ? green : pink);
  };
}

const flavours: [name: string, sidePx: number, header: string][] = [
  ["classic TIFF where it certainly fits", 4 * TILE_PX, "49492a00"],
  ["BigTIFF where it might not", 90 * TILE_PX, "49492b00"],
];

describe("writeTiffTileFile", () => {
  for (const [name, sidePx, header] of flavours) {
    it(`writes ${name}: our reader and libtiff find the last tile`, async () => {
      const path = join(folder, `${sidePx}.tif`);
      const levels = [{ width: sidePx, height: sidePx, downsample: 1 }];
      const layout = { levels, tileSizePx: TILE_PX, pixelSizeUm: null, description: "a test" };
      await writeTiffTileFile(path, layout, fillWith((sidePx / TILE_PX) ** 2));
      expect(await firstBytes(path)).toBe(header);

      const last = sidePx / TILE_PX - 1;
      const slide = await openSlideFile(path);
      expect((await slide.readTile(0, last, last)).bytes.equals(green)).toBe(true);
      expect((await slide.readTile(0, last - 1, last)).bytes.equals(pink)).toBe(true);
      await slide.close();

      const corner = { left: sidePx - TILE_PX - 1, top: sidePx - 1, width: 2, height: 1 };
      const pixels = await sharp(path, { limitInputPixels: false }).extract(corner).raw().toBuffer();
      expect(pixels[0]).toBeGreaterThan(200);
      expect(pixels[3]).toBeLessThan(60);
    });
  }

  const wrongCounts: [what: string, tiles: number, error: RegExp][] = [
    ["a tile too few", 3, /lacks tiles/],
    ["a tile too many", 5, /got one more/],
  ];
  for (const [what, tiles, error] of wrongCounts) {
    it(`${what}: rejects and leaves no file`, async () => {
      const path = join(folder, "wrong.tif");
      const levels = [{ width: 2 * TILE_PX, height: 2 * TILE_PX, downsample: 1 }];
      const layout = { levels, tileSizePx: TILE_PX, pixelSizeUm: null, description: "" };
      await expect(writeTiffTileFile(path, layout, fillWith(tiles))).rejects.toThrow(error);
      await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
    });
  }

  it("is not a valid TIFF before it is complete", async () => {
    const path = join(folder, "half.tif");
    const levels = [{ width: TILE_PX, height: TILE_PX, downsample: 1 }];
    const layout = { levels, tileSizePx: TILE_PX, pixelSizeUm: null, description: "" };
    let early = "";
    await writeTiffTileFile(path, layout, async (file) => {
      await file.appendTile(0, pink);
      early = await firstBytes(path);
    });
    expect(early).toBe("00000000");
    expect(await firstBytes(path)).toBe("49492a00");
  });
});
