/** Finds the levels of a slide among the images of a TIFF file. */
import { SlideFileError, type SlideLevel } from "../slide-source.ts";
import { MAX_SEGMENTS } from "./read-tiff.ts";
import { isServedAsIs } from "./served-as-is.ts";
import { SUBFILE } from "./tiff-fields.ts";
import { type PictureStorage, segmentGridOf, type TiffFile, type TiffPage } from "./tiff-page.ts";

/**
 * Maximum difference between a level's height and the one expected from its width: this fraction, or this many pixels.
 */
const SHAPE_TOLERANCE = 0.01;
const SHAPE_TOLERANCE_PX = 2;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The largest image of the file that is not a mask or a macro; the first if several are equal. */
export function findBasePage(tiff: TiffFile): TiffPage {
  const pages = tiff.pages.filter(({ subfileType }) => (subfileType & (SUBFILE.mask | SUBFILE.macro)) === 0);
  const [first] = pages.length > 0 ? pages : tiff.pages;
  if (first === undefined) throw new SlideFileError("truncated", "This file is incomplete: it contains no image.");
  return pages.reduce((best, page) => (page.width * page.height > best.width * best.height ? page : best), first);
}

/**
 * The base and the tiled images that show the same at smaller sizes, from the largest to the smallest.
 *
 * Reduced images may follow the base in the file's chain or be its SubIFDs. An image with another aspect ratio (a
 * label, a macro) is not a level.
 *
 * @throws SlideFileError `tooLarge` if there are too many tiles.
 */
export function chooseLevels(base: TiffPage, tiff: TiffFile): { facts: SlideLevel; picture: TiffPage }[] {
  const reduced = [...base.subPages, ...tiff.pages.filter((page) => page !== base)].filter(
    (page) =>
      isServedAsIs(page) &&
      (page.subfileType & (SUBFILE.mask | SUBFILE.macro)) === 0 &&
      page.orientation === base.orientation &&
      page.width < base.width &&
      page.height <= base.height &&
      isSameShape(base, page),
  );
  const bySize = [base, ...reduced.sort((a, b) => b.width - a.width)];
  const levels = bySize.filter((page, index) => index === 0 || page.width < bySize[index - 1]!.width);
  const tiles = levels.reduce((sum, page) => sum + countSegments(page), 0);
  if (tiles > MAX_SEGMENTS) throw new SlideFileError("tooLarge", `This file has more than ${MAX_SEGMENTS} tiles.`);
  return levels.map((picture) => ({ facts: levelFacts(base, picture), picture }));
}

/** Whether two sizes have the same aspect ratio, except for rounding. */
export function isSameShape(full: Size, reduced: Size): boolean {
  const expected = (full.height * reduced.width) / full.width;
  return Math.abs(reduced.height - expected) <= Math.max(SHAPE_TOLERANCE_PX, expected * SHAPE_TOLERANCE);
}

/**
 * Full-resolution pixels per pixel of a reduced level. Writers round sizes down or up: if a power of two, or an
 * integer, explains both sides, the result is that number; otherwise the mean of both ratios.
 */
export function downsampleOf(full: Size, reduced: Size): number {
  const mean = (full.width / reduced.width + full.height / reduced.height) / 2;
  const explains = (factor: number) =>
    isRounded(full.width / factor, reduced.width) && isRounded(full.height / factor, reduced.height);
  return [2 ** Math.round(Math.log2(mean)), Math.round(mean)].find(explains) ?? mean;
}

function isRounded(exact: number, rounded: number): boolean {
  return rounded === Math.floor(exact) || rounded === Math.ceil(exact);
}

function levelFacts(base: TiffPage, page: TiffPage): SlideLevel {
  return {
    width: page.width,
    height: page.height,
    tileWidth: page.segmentWidth,
    tileHeight: page.segmentHeight,
    downsample: page === base ? 1 : downsampleOf(base, page),
  };
}

/** @throws SlideFileError `damaged` if the index is too short for the image. */
export function countSegments(picture: PictureStorage): number {
  const { columns, rows } = segmentGridOf(picture);
  if (Math.min(picture.offsets.count, picture.byteCounts.count) < columns * rows) {
    throw new SlideFileError("damaged", "This file is damaged: its tile index is shorter than its image.");
  }
  return columns * rows;
}
