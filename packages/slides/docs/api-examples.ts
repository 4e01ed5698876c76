/** The examples of api.md, one for each entry file: scripts/api-page.ts cuts them out. Here so that the compiler checks them. */
import { readFile, writeFile } from "node:fs/promises";
import { decodeInWorker } from "@parfocal/slides/codec/decode-in-worker.ts";
import { decodePicture, encodePng } from "@parfocal/slides/codec/raw-picture.ts";
import { completeLevels } from "@parfocal/slides/convert/complete-levels.ts";
import { completeLevelsInSandbox } from "@parfocal/slides/convert/complete-levels-in-sandbox.ts";
import { repackArchive } from "@parfocal/slides/convert/repack-archive.ts";
import { convertSlideFile } from "@parfocal/slides/convert-slide-file.ts";
import { deidentifySlideFile } from "@parfocal/slides/deidentify/deidentify-slide-file.ts";
import { verifySlide } from "@parfocal/slides/open/verify-slide.ts";
import { openSlideFile, probeSlideFile } from "@parfocal/slides/open-slide-file.ts";
import type { OpenedSlide } from "@parfocal/slides/opening/opened-slide.ts";
import { readColourTile, readPlaneTile } from "@parfocal/slides/picture/colour-tile.ts";
import { compositeChannels } from "@parfocal/slides/picture/composite-channels.ts";
import { shownPlanesOf } from "@parfocal/slides/picture/measured-windows.ts";
import { probeInSandbox } from "@parfocal/slides/probe/probe-in-sandbox.ts";
import { withExtraLevels } from "@parfocal/slides/pyramid/extra-levels.ts";
import { lacksLevels } from "@parfocal/slides/pyramid/missing-levels.ts";
import { type PixelBand, writePyramid } from "@parfocal/slides/pyramid/pyramid-writer.ts";
import { unpackRadiologyInSandbox } from "@parfocal/slides/radiology/unpack-radiology-in-sandbox.ts";
import { renderRegion } from "@parfocal/slides/region/render-region.ts";
import { uprightSizeOf } from "@parfocal/slides/region/upright-frame.ts";
import { readLabelBarcode } from "@parfocal/slides/scan-facts/read-label-barcode.ts";
import { scanFactsOf } from "@parfocal/slides/scan-facts/scan-facts.ts";
import { openingPlaneOf, SlideFileError, tileGridOf } from "@parfocal/slides/slide-source.ts";
import { thumbnailOf } from "@parfocal/slides/thumbnail-of.ts";
import { sweepTileCaches } from "@parfocal/slides/tile-cache/sweep-tile-caches.ts";
import { withTileCache } from "@parfocal/slides/tile-cache/tile-cache.ts";

export async function opening(path: string, signal: AbortSignal): Promise<void> {
  // example of open-slide-file.ts
  const slide = await openSlideFile(path);
  const { bytes, mediaType } = await slide.readTile(0, 3, 2, { signal });
  await slide.close();

  const probed = await probeSlideFile(path); // slower: is it all there, can it be decoded?
  if (probed.kind === "slide") await probed.source.close();
  else console.log(`has to be converted by ${probed.by}`);
  // end
  console.log(bytes, mediaType);
}

export async function reopening(slide: OpenedSlide, path: string): Promise<void> {
  // example of opening/opened-slide.ts
  const kept = JSON.stringify(slide.directory); // of a TIFF of one picture; undefined else
  const again = await openSlideFile(path, { directory: JSON.parse(kept) }); // nothing is parsed
  // end
  await again.close();
}

export async function reading(path: string): Promise<void> {
  // example of slide-source.ts
  try {
    const slide = await openSlideFile(path);
    const last = slide.levels.length - 1;
    const { columns, rows } = tileGridOf(slide.levels[last]!);
    const plane = openingPlaneOf(slide.planes); // of a stack the middle
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) await slide.readTile(last, x, y, { plane });
    }
    if (slide.associatedImages.some(({ name }) => name === "macro")) await slide.readAssociatedImage("macro");
    await slide.close();
  } catch (error) {
    if (!(error instanceof SlideFileError)) throw error;
    console.log(error.reason, error.message); // truncated  This file is incomplete: …
  }
  // end
}

export async function probing(path: string): Promise<void> {
  // example of probe/probe-in-sandbox.ts
  const probed = await probeInSandbox(path, { timeLimitMs: 30_000 });
  if (probed.kind === "slide") {
    console.log(probed.slide.width, probed.slide.height, probed.annotations.length);
    const slide = await openSlideFile(path, { directory: probed.directory });
    await slide.close();
  }
  // end
}

export async function pixels(slide: OpenedSlide, signal: AbortSignal): Promise<void> {
  // example of open/verify-slide.ts
  await verifySlide(slide, signal); // throws SlideFileError if a tile that was tried is damaged
  // end

  // example of scan-facts/scan-facts.ts
  const { scannerModel, scannedAt } = scanFactsOf(slide); // the same words for every format
  // end

  // example of scan-facts/read-label-barcode.ts
  const barcode = await readLabelBarcode("CMU-1.svs", signal); // null: no label, or none that can be read
  // end

  // example of thumbnail-of.ts
  const { bytes } = await thumbnailOf(slide, 256, signal);
  await writeFile("thumbnail.jpg", bytes);
  // end

  // example of region/render-region.ts
  const picture = await renderRegion(slide, {
    region: { left: 1000, top: 2000, width: 4000, height: 3000 },
    size: { width: 800, height: 600 },
    isMirrored: false,
    rotationDeg: 0,
    quality: "color",
    format: "webp",
  });
  // end

  // example of region/upright-frame.ts
  const { width, height } = uprightSizeOf(slide); // sides changed about where it lies on its side
  // end

  // example of picture/colour-tile.ts
  const { samples } = await readColourTile(slide, 0, 3, 2); // red, green, blue, whatever the tiles are
  const dapi = await readPlaneTile(slide, 0, 3, 2, { plane: { channel: 0, depth: 0, time: 0 } });
  // end
  console.log(scannerModel, scannedAt, barcode, picture, width, height, samples, dapi);
}

export async function channels(slide: OpenedSlide): Promise<void> {
  // example of picture/measured-windows.ts
  const planes = await shownPlanesOf(slide); // null: one picture in colour
  for (const { name, colour, window } of planes?.channels ?? []) console.log(name, colour, window.min, window.max);
  // end

  // example of picture/composite-channels.ts
  const shown = planes!.channels.slice(0, 2);
  const tiles = shown.map((_, channel) => readPlaneTile(slide, 0, 0, 0, { plane: { channel, depth: 0, time: 0 } }));
  const composite = compositeChannels(await Promise.all(tiles), shown, planes!.sampleBits);
  // end

  // example of codec/raw-picture.ts
  const decoded = await decodePicture((await slide.readTile(0, 0, 0)).bytes);
  console.log(decoded.samples[0], decoded.samples[1], decoded.samples[2]); // the first pixel
  const { bytes } = await encodePng(composite);
  // end
  console.log(bytes);
}

export async function decoding(signal: AbortSignal): Promise<void> {
  // example of codec/decode-in-worker.ts
  const { width, height, bits, samples } = await decodeInWorker("jpeg2000", await readFile("tile.j2k"), signal, "rgb");
  // end
  console.log(width, height, bits, samples);
}

export async function converting(input: string, output: string): Promise<void> {
  // example of convert-slide-file.ts
  const isMade = await convertSlideFile(input, output, { onProgress: (done) => console.log(done) });
  const slide = await openSlideFile(isMade ? output : input);
  // end
  await slide.close();

  // example of convert/repack-archive.ts
  await repackArchive("slide-folder", "slide.zip"); // then read in place, never unpacked
  await repackArchive("slides.zip", "slide.dcm", { onlyEntry: "series/slide.dcm" });
  // end
}

export async function removing(input: string, output: string): Promise<void> {
  // example of deidentify/deidentify-slide-file.ts
  await deidentifySlideFile(input, output); // a copy without labels, names, dates and identifiers
  // end
}

export async function writing(width: number, height: number, rows: AsyncIterable<PixelBand>): Promise<void> {
  // example of pyramid/pyramid-writer.ts
  await writePyramid("slide.tif", rows, { width, height, pixelSizeUm: { x: 0.25, y: 0.25 }, quality: 90 });
  // end
}

export async function completing(slidePath: string, slide: OpenedSlide): Promise<void> {
  // example of pyramid/missing-levels.ts
  if (lacksLevels(slide)) console.log("one huge level, or a gap wider than 8");
  // end

  // example of convert/complete-levels-in-sandbox.ts
  await completeLevelsInSandbox({ slidePath, extraLevelsPath: null, outputPath: "levels.tif" });
  // end

  // example of convert/complete-levels.ts
  await completeLevels(slide, "levels.tif"); // the same in this process
  // end

  // example of pyramid/extra-levels.ts
  const complete = withExtraLevels(slide, await openSlideFile("levels.tif"));
  await complete.close(); // closes both
  // end
}

export async function unpacking(): Promise<void> {
  // example of radiology/unpack-radiology-in-sandbox.ts
  const { series } = await unpackRadiologyInSandbox("examination.zip", "an-empty-folder");
  for (const { modality, plane, instances } of series) console.log(modality, plane, instances.length);
  // end
}

export async function caching(slide: OpenedSlide): Promise<void> {
  // example of tile-cache/tile-cache.ts
  const cached = withTileCache(slide, "cache/slide-17/v1"); // the slide itself where nothing is decoded
  await cached.readTile(0, 0, 0);
  // end

  // example of tile-cache/sweep-tile-caches.ts
  const left = await sweepTileCaches(["cache"], { maxBytes: 10e9, unfinishedMs: 3_600_000, now: Date.now() });
  // end
  console.log(left);
}
