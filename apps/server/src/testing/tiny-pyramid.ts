/** Small slides with real pixels, created once and kept as long as their server's data folder. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type PixelBand, writePyramid } from "@parfocal/slides/pyramid/pyramid-writer.ts";
import type { PixelSizeUm } from "@parfocal/slides/slide-source.ts";
import type { SharedTestServer } from "./test-server.ts";

interface PyramidOptions {
  readonly width: number;
  readonly height: number;
  readonly pixelSizeUm: PixelSizeUm | null;
  readonly tileSize: number;
  /** Random pixels: the file cannot be compressed, so that few pixels give many bytes. */
  readonly isNoise?: boolean;
}

const made = new Map<string, Promise<string>>();

/** @returns path of the file, which must not be changed. */
export function tinyPyramid({ dataFolder }: SharedTestServer, options: PyramidOptions): Promise<string> {
  const key = JSON.stringify([dataFolder, options]);
  const known = made.get(key);
  if (known) return known;
  const path = join(fixturesFolder(dataFolder), `pyramid-${made.size}.tif`);
  const file = writePyramid(path, bandsOf(options), {
    width: options.width,
    height: options.height,
    tileSize: options.tileSize,
    pixelSizeUm: options.pixelSizeUm,
    objectivePower: 20,
    quality: options.isNoise ? 95 : 85,
  }).then(() => path);
  made.set(key, file);
  return file;
}

/** Separate from the server's own files there. */
export function fixturesFolder(dataFolder: string): string {
  const folder = join(dataFolder, "fixtures");
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function* bandsOf({ width, height, isNoise }: PyramidOptions): AsyncGenerator<PixelBand> {
  const rows = 64;
  let noise = 1;
  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top);
    const rgb = new Uint8Array(width * count * 3);
    for (let index = 0; index < rgb.length; index += 1) {
      // Source: xorshift32, George Marsaglia, "Xorshift RNGs", 2003.
      noise ^= noise << 13;
      noise ^= noise >>> 17;
      noise ^= noise << 5;
      const x = Math.floor(index / 3) % width;
      rgb[index] = isNoise ? noise & 255 : (x + 2 * (top + Math.floor(index / 3 / width)) + 80 * (index % 3)) & 255;
    }
    yield { rows: count, rgb };
  }
}
