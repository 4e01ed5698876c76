/**
 * The layout of a stack saved by ImageJ or Fiji: pages in the order channels, focal planes, time points; the
 * description of the first page contains their numbers.
 *
 * Source: ImageJ, `TiffEncoder` and `FileSaver` (public domain): the keys of the description; stacks above 4 GB have
 * one directory, followed by all planes without gaps.
 */
import { physicalPixelSize } from "../../codec/physical-pixel-size.ts";
import { coloursOf } from "../../picture/channel-colours.ts";
import { type PixelSizeUm, SlideFileError } from "../../slide-source.ts";
import { sampleKindOf } from "../../tiff/sample-kind.ts";
import { COMPRESSION, PHOTOMETRIC } from "../../tiff/tiff-fields.ts";
import { pixelSizeOf } from "../../tiff/tiff-layout.ts";
import type { TiffFile, TiffPage } from "../../tiff/tiff-page.ts";
import { type PlaneLayout, type PlanePage, planeLevels } from "./plane-layout.ts";

/** A file with more planes is a film, not a slide. */
const MAX_PLANES = 16_384;

/** ImageJ's names of length units, in micrometres; it writes the micro sign as an escape. */
const UNIT_UM: Readonly<Record<string, number>> = {
  micron: 1,
  microns: 1,
  um: 1,
  "\u00b5m": 1,
  "\\u00b5m": 1,
  nm: 1e-3,
  mm: 1e3,
  cm: 1e4,
};

/** Several pages according to ImageJ's description; a single image is an ordinary TIFF. */
export function isImageJStack({ pages: [first] }: TiffFile): boolean {
  return /^ImageJ=/.test(first?.description ?? "") && countOf(propertiesOf(first!), "images") > 1;
}

/** @throws SlideFileError if planes are missing, or differ in size or type. */
export function imageJLayout(tiff: TiffFile): PlaneLayout {
  const first = tiff.pages[0]!;
  const properties = propertiesOf(first);
  const images = countOf(properties, "images");
  const counts = { channels: countOf(properties, "channels"), frames: countOf(properties, "frames") };
  // A stack without dimensions is a focus stack.
  const slices = properties.has("slices") ? countOf(properties, "slices") : images / (counts.channels * counts.frames);
  const planes = counts.channels * slices * counts.frames;
  if (images > MAX_PLANES)
    throw new SlideFileError("tooLarge", `This file has ${images} planes, more than can be shown.`);
  if (planes !== images)
    throw new SlideFileError("damaged", "This file is damaged: it does not have the stated number of planes.");
  const isColour = first.photometric === PHOTOMETRIC.rgb && first.samplesPerPixel === 3;
  if (isColour && counts.channels > 1)
    throw new SlideFileError("unsupported", "Parfocal cannot show several channels in colour.");
  const levels = planeLevels(pagesOf(tiff, images, isColour), []);
  const sampleBits = isColour ? 8 : (sampleKindOf(first)?.servedBits ?? 16);
  return {
    format: "tiff",
    pixelSizeUm: pixelSizeIn(properties, first),
    objectivePower: null,
    orientationDeg: 0,
    properties: Object.fromEntries([...properties].map(([key, value]) => [`imagej.${key}`, value])),
    planes: {
      channels: isColour ? [] : channelsOf(counts.channels, sampleBits),
      sampleBits,
      depths: slices,
      depthSpacingUm: lengthUm(properties, Number(properties.get("spacing"))),
      times: counts.frames,
    },
    isLittleEndian: tiff.isLittleEndian,
    levels,
    associatedImages: [],
  };
}

function propertiesOf({ description }: TiffPage): ReadonlyMap<string, string> {
  const lines = description.slice(0, 10_000).split("\n");
  return new Map(
    lines
      .map((line) => line.split("=", 2))
      .flatMap(([key, value]) => (key && value ? [[key.trim(), value.trim()]] : [])),
  );
}

/** 1 if the key is missing. */
function countOf(properties: ReadonlyMap<string, string>, key: string): number {
  const text = properties.get(key) ?? "1";
  return /^\d{1,9}$/.test(text) ? Math.max(1, Number(text)) : 1;
}

function channelsOf(count: number, sampleBits: 8 | 16) {
  const names = Array.from({ length: count }, (_, index) => `Channel ${index + 1}`);
  const colours = coloursOf(names.map((name) => ({ name, fluor: "", emissionNm: null, colour: null })));
  return names.map((name, index) => ({ name, colour: colours[index]!, window: { min: 0, max: 2 ** sampleBits - 1 } }));
}

function pagesOf(tiff: TiffFile, images: number, isColour: boolean): PlanePage[] {
  const samples = isColour ? [0, 1, 2] : [0];
  const { pages } = tiff;
  if (pages.length >= images) return pages.slice(0, images).map((page) => ({ page, samples }));
  const first = pages[0]!;
  const kind = sampleKindOf(first);
  const isOneRun = pages.length === 1 && first.compression === COMPRESSION.none && kind !== null && kind.bits % 8 === 0;
  if (!isOneRun || first.isTiled) {
    throw new SlideFileError("truncated", `This file is incomplete: it contains ${pages.length} of ${images} planes.`);
  }
  const planeBytes = (first.width * first.height * first.samplesPerPixel * kind.bits) / 8;
  return Array.from({ length: images }, (_, index) => ({ page: first, samples, shiftBytes: index * planeBytes }));
}

function pixelSizeIn(properties: ReadonlyMap<string, string>, page: TiffPage): PixelSizeUm | null {
  const unitUm = unitOf(properties);
  if (unitUm === null || !(page.xResolution > 0)) return pixelSizeOf(page);
  const perMm = (perUnit: number) => (perUnit * 1000) / unitUm;
  return physicalPixelSize({ x: perMm(page.xResolution), y: perMm(page.yResolution || page.xResolution) });
}

function lengthUm(properties: ReadonlyMap<string, string>, length: number): number | null {
  const unitUm = unitOf(properties);
  return unitUm !== null && length > 0 && Number.isFinite(length) ? length * unitUm : null;
}

function unitOf(properties: ReadonlyMap<string, string>): number | null {
  return UNIT_UM[(properties.get("unit") ?? "").toLowerCase()] ?? null;
}
