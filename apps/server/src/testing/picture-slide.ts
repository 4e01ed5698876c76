/** Slide files with given pixels, for tests that check what is shown. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RawPicture } from "@parfocal/slides/codec/raw-picture.ts";
import { writePyramid } from "@parfocal/slides/pyramid/pyramid-writer.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import type { SharedTestServer } from "./test-server.ts";
import { fixturesFolder } from "./tiny-pyramid.ts";

const ORIENTATION_TAG = 274;

let count = 0;
function newPath({ dataFolder }: SharedTestServer): string {
  count += 1;
  return join(fixturesFolder(dataFolder), `picture-${count}.tif`);
}

/** A pyramid of JPEG tiles in Parfocal's own format. @returns path of the file. */
export async function pyramidOf(server: SharedTestServer, picture: RawPicture, tileSize = 256): Promise<string> {
  const path = newPath(server);
  async function* bands() {
    yield { rows: picture.height, rgb: picture.samples };
  }
  const { width, height } = picture;
  await writePyramid(path, bands(), { width, height, tileSize, quality: 95 });
  return path;
}

/**
 * One level of lossless tiles, stored rotated. @param orientation TIFF orientation number. @returns path of the file.
 */
export async function turnedSlideOf(
  server: SharedTestServer,
  picture: RawPicture,
  orientation: number,
): Promise<string> {
  const path = newPath(server);
  const fields = { [ORIENTATION_TAG]: { type: 3, values: [orientation] } } as const;
  await writeFile(path, buildTiff({ pages: [rawPage(picture, { fields })] }));
  return path;
}

/** Ten by ten squares of 100 px, each of a different colour. */
export function squaresPicture(): RawPicture {
  const side = 1000;
  const samples = Buffer.alloc(side * side * 3);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [Math.floor(x / 100), Math.floor(y / 100)];
      samples.set([20 + column * 22, 20 + row * 22, ((column * 7 + row * 3) % 10) * 22 + 20], (y * side + x) * 3);
    }
  }
  return { width: side, height: side, channels: 3, samples };
}

type Colour = readonly [red: number, green: number, blue: number];

export function colourAt({ width, samples }: RawPicture, x: number, y: number): Colour {
  const at = (y * width + x) * 3;
  return [samples[at]!, samples[at + 1]!, samples[at + 2]!];
}

/** The greatest difference of any channel. */
export const colourDifference = (a: Colour, b: Colour): number =>
  Math.max(...a.map((sample, channel) => Math.abs(sample - b[channel]!)));
