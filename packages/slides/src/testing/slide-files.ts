/** Files for tests of slides: written to a temporary folder that is deleted after the tests of the file. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { RawPicture } from "../codec/raw-picture.ts";
import { probeSlideFile } from "../open-slide-file.ts";
import type { OpenedSlide } from "../opening/opened-slide.ts";
import type { PageSpec } from "./build-tiff.ts";
import { partOf } from "./pictures.ts";

export interface SlideFiles {
  /** The temporary folder; it does not exist before the tests start. */
  readonly folder: () => string;
  /** Writes the bytes under a new name that does not reveal their type. */
  readonly fileOf: (bytes: Uint8Array) => Promise<string>;
  /** Probes the bytes; the slide is closed after the tests. */
  readonly probeSlide: (bytes: Uint8Array) => Promise<OpenedSlide>;
}

/** Must be called where `beforeAll` is allowed: at the top of a test file. */
export function temporarySlideFiles(): SlideFiles {
  let folder = "";
  let count = 0;
  const opened: OpenedSlide[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parfocal-slides-"));
  });
  afterAll(async () => {
    await Promise.all(opened.map((slide) => slide.close()));
    await rm(folder, { recursive: true });
  });
  const fileOf = async (bytes: Uint8Array) => {
    count += 1;
    const path = join(folder, `${count}.svs`);
    await writeFile(path, bytes);
    return path;
  };
  const probeSlide = async (bytes: Uint8Array) => {
    const probed = await probeSlideFile(await fileOf(bytes));
    if (probed.kind !== "slide") throw new Error("This is convertible only.");
    opened.push(probed.source);
    return probed.source;
  };
  return { folder: () => folder, fileOf, probeSlide };
}

export const TILE = { width: 64, height: 48 };

/** The tiles of an image, padded at the edges. */
export function tilesOf(picture: RawPicture, tile = TILE): RawPicture[] {
  const tiles: RawPicture[] = [];
  for (let top = 0; top < picture.height; top += tile.height) {
    for (let left = 0; left < picture.width; left += tile.width) {
      tiles.push(partOf(picture, left, top, tile.width, tile.height));
    }
  }
  return tiles;
}

/** A page with the image in uncompressed tiles of `TILE`. */
export function rawPage(picture: RawPicture, more: Partial<PageSpec> = {}): PageSpec {
  const { width, height, channels } = picture;
  const segments = tilesOf(picture).map(({ samples }) => samples);
  return { width, height, samplesPerPixel: channels, tile: TILE, segments, ...more };
}
