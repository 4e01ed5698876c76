/** The slide served in all tile benchmarks: 40,960 x 40,960 px, all levels, tiles of 256 px and about 12 kB. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { writeTiffTileFile } from "../../packages/slides/src/pyramid/tiff-tile-file.ts";

export const SIDE_PX = 40_960;
export const TILE_PX = 256;
/** Columns, and rows, of tiles at full resolution. */
export const TILES_A_SIDE = SIDE_PX / TILE_PX;
const KINDS_OF_TILE = 16;
/** Down to 640 px, so that the server does not have to generate any. */
export const LEVELS = 7;

/** Histology-like noise. */
function drawTiles(): Promise<Buffer[]> {
  return Promise.all(
    Array.from({ length: KINDS_OF_TILE }, (_, seed) => {
      const rgb = Buffer.alloc(TILE_PX * TILE_PX * 3);
      let state = seed + 1;
      for (let index = 0; index < rgb.length; index++) {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
        rgb[index] = 170 + (state >>> 25) / 2;
      }
      return sharp(rgb, { raw: { width: TILE_PX, height: TILE_PX, channels: 3 } })
        .blur(0.8)
        .jpeg({ quality: 80 })
        .toBuffer();
    }),
  );
}

/** As one tiled TIFF; each level has half the size of the preceding one. */
export async function writeBenchSlide(path: string): Promise<void> {
  const jpegs = await drawTiles();
  const levels = Array.from({ length: LEVELS }, (_, index) => {
    const side = SIDE_PX / 2 ** index;
    return { width: side, height: side, downsample: 2 ** index };
  });
  const options = { levels, tileSizePx: TILE_PX, pixelSizeUm: { x: 0.25, y: 0.25 }, description: "bench" };
  await writeTiffTileFile(path, options, async (file) => {
    for (const [index, { width }] of levels.entries()) {
      const count = Math.ceil(width / TILE_PX) ** 2;
      for (let tile = 0; tile < count; tile++) await file.appendTile(index, jpegs[tile % jpegs.length] as Buffer);
    }
  });
}

/** The full resolution as one file per tile, `COLUMN/ROW.jpg`. */
export async function writeCutPyramid(folder: string): Promise<void> {
  const jpegs = await drawTiles();
  for (let x = 0; x < TILES_A_SIDE; x++) {
    const column = join(folder, String(x));
    await mkdir(column, { recursive: true });
    for (let y = 0; y < TILES_A_SIDE; y++) {
      await writeFile(join(column, `${y}.jpg`), jpegs[(y * TILES_A_SIDE + x) % jpegs.length] as Buffer);
    }
  }
}
