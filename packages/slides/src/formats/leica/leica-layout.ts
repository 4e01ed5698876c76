/**
 * The layout of a Leica SCN file. Its images are the macro image, which shows the whole glass, and one or more regions
 * at full resolution: a single one is the slide; several with the same resolution are placed on a canvas that contains
 * them, with white between them. A region with another resolution, or without levels of the same scale, is not shown:
 * `leica.regions` contains their number.
 *
 * Source: OpenSlide, "Leica format".
 */

import { coloursOf } from "../../picture/channel-colours.ts";
import { type SlideDescription, SlideFileError } from "../../slide-source.ts";
import { countSegments } from "../../tiff/choose-levels.ts";
import { sampleKindOf } from "../../tiff/sample-kind.ts";
import { isServedAsIs } from "../../tiff/served-as-is.ts";
import { DIRECTORY_VERSION, type SlideDirectory } from "../../tiff/slide-directory.ts";
import { associatedImage, storageOf } from "../../tiff/tiff-layout.ts";
import type { TiffFile, TiffPage } from "../../tiff/tiff-page.ts";
import { levelOfPictures, type MosaicLevel } from "../mosaic/mosaic-level.ts";
import type { MosaicLayout } from "../mosaic/mosaic-slide-source.ts";
import { type PlaneLayout, type PlanePage, planeLevels } from "../planes/plane-layout.ts";
import type { LeicaDimension, LeicaDocument, LeicaImage } from "./leica-document.ts";

/** Tolerance for equal scales. */
const SCALE_TOLERANCE = 0.01;
/** Maximum side of a canvas: a glass cannot fill more. */
const MAX_CANVAS_PX = 2 ** 20;

/** A level of one region, of its first channel and focal plane. */
export interface RegionLevel {
  readonly page: TiffPage;
  readonly nmPerPixel: number;
}

/** A region, its levels from the largest to the smallest. */
export interface LeicaRegion {
  readonly image: LeicaImage;
  readonly levels: readonly RegionLevel[];
}

/** The regions of a slide, the largest first. @throws SlideFileError if there is none, or a directory is missing. */
export function findRegions({ images }: LeicaDocument, tiff: TiffFile): LeicaRegion[] {
  const regions = images.filter(({ isMacro, dimensions }) => !isMacro && dimensions.length > 0);
  const shown = regions.length > 0 ? regions : images.filter(({ dimensions }) => dimensions.length > 0);
  if (shown.length === 0) throw new SlideFileError("damaged", "This file is damaged: it describes no image.");
  return shown
    .map((image) => ({ image, levels: levelsOf(image, tiff) }))
    .sort((one, other) => areaOf(other) - areaOf(one));
}

/** Regions that can be shown together with the largest: same resolution and tile size. */
export function findCompanions([largest, ...others]: readonly LeicaRegion[]): LeicaRegion[] {
  const full = largest!.levels[0]!;
  const isCompanion = ({ levels: [own] }: LeicaRegion) =>
    isAlike(own!.nmPerPixel, full.nmPerPixel) && isTiledAlike(own!.page, full.page) && isServedAsIs(own!.page);
  return [largest!, ...others.filter(isCompanion)];
}

function isTiledAlike(one: TiffPage, other: TiffPage): boolean {
  return one.segmentWidth === other.segmentWidth && one.segmentHeight === other.segmentHeight;
}

/** More than one channel, or more than one focal plane. */
export function hasPlanes({ image }: LeicaRegion): boolean {
  return image.dimensions.some(({ channel, depth }) => channel > 0 || depth > 0);
}

/** @throws SlideFileError if an index of tiles is too short. */
export function leicaDirectory(
  region: LeicaRegion,
  facts: LeicaFacts,
  isLittleEndian: boolean,
  fileBytes: number,
): SlideDirectory {
  const [full] = region.levels;
  return {
    ...facts,
    version: DIRECTORY_VERSION,
    fileBytes,
    isLittleEndian,
    levels: region.levels
      .filter(({ page }) => isServedAsIs(page) && countSegments(page) > 0)
      .map(({ page, nmPerPixel }) => ({
        facts: levelFacts(page, page.width, page.height, nmPerPixel / full!.nmPerPixel),
        picture: storageOf(page),
      })),
  };
}

/** @throws SlideFileError if the canvas is too large, or an index of tiles too short. */
export function leicaMosaic(regions: readonly LeicaRegion[], facts: LeicaFacts, isLittleEndian: boolean): MosaicLayout {
  const [largest] = regions;
  const { nmPerPixel } = largest!.levels[0]!;
  const leftNm = Math.min(...regions.map(({ image }) => image.leftNm));
  const topNm = Math.min(...regions.map(({ image }) => image.topNm));
  const levels = largest!.levels.flatMap((level) => {
    const downsample = level.nmPerPixel / nmPerPixel;
    const placed = regions.flatMap(({ image, levels: own }) => {
      const page = own.find((one) => isAlike(one.nmPerPixel, level.nmPerPixel))?.page;
      if (page === undefined || !isServedAsIs(page) || !isTiledAlike(page, level.page)) return [];
      countSegments(page);
      const left = Math.round((image.leftNm - leftNm) / level.nmPerPixel);
      const top = Math.round((image.topNm - topNm) / level.nmPerPixel);
      return [{ picture: storageOf(page), left, top }];
    });
    if (placed.length < regions.length) return [];
    const width = Math.max(...placed.map(({ picture, left }) => left + picture.width));
    const height = Math.max(...placed.map(({ picture, top }) => top + picture.height));
    if (Math.max(width, height) > MAX_CANVAS_PX) {
      throw new SlideFileError("tooLarge", `This slide is larger than ${MAX_CANVAS_PX} pixels on a side.`);
    }
    return [levelOfPictures(levelFacts(level.page, width, height, downsample), placed)] satisfies MosaicLevel[];
  });
  return { ...facts, isLittleEndian, levels };
}

/** @throws SlideFileError if the planes differ in size or type. */
export function leicaPlanes(region: LeicaRegion, facts: LeicaFacts, tiff: TiffFile): PlaneLayout {
  const { dimensions, channels, depthSpacingNm } = region.image;
  const channelCount = 1 + Math.max(...dimensions.map(({ channel }) => channel));
  const depths = 1 + Math.max(...dimensions.map(({ depth }) => depth));
  const base = region.levels[0]!.page;
  const isColour = channelCount === 1 && base.samplesPerPixel >= 3;
  const planesOf = (width: number): PlanePage[] => {
    const ofLevel = dimensions.filter((dimension) => dimension.width === width);
    const pages: PlanePage[] = [];
    for (let depth = 0; depth < depths; depth++) {
      for (let channel = 0; channel < channelCount; channel++) {
        const dimension = ofLevel.find((one) => one.channel === channel && one.depth === depth);
        if (dimension === undefined) return [];
        pages.push({ page: pageOf(dimension, tiff), samples: isColour ? [0, 1, 2] : [0] });
      }
    }
    return pages;
  };
  const [full, ...reduced] = region.levels.map(({ page }) => planesOf(page.width));
  if (full === undefined || full.length === 0) {
    throw new SlideFileError("damaged", "This file is damaged: a channel or a focal plane of its image is missing.");
  }
  const named = Array.from({ length: channelCount }, (_, index) => channels[index] ?? { name: "", colour: null });
  const colours = coloursOf(named.map(({ name, colour }) => ({ name, fluor: "", emissionNm: null, colour })));
  const sampleBits = isColour ? 8 : (sampleKindOf(base)?.servedBits ?? 16);
  return {
    ...facts,
    planes: {
      channels: isColour
        ? []
        : named.map(({ name }, index) => ({
            name: (name || `Channel ${index + 1}`).slice(0, 200),
            colour: colours[index]!,
            window: { min: 0, max: 2 ** sampleBits - 1 },
          })),
      sampleBits,
      depths,
      depthSpacingUm: depthSpacingNm === null ? null : depthSpacingNm / 1000,
      times: 1,
    },
    isLittleEndian: tiff.isLittleEndian,
    levels: planeLevels(
      full,
      reduced.filter((pages) => pages.length > 0),
    ),
  };
}

export type LeicaFacts = Pick<SlideDescription, "pixelSizeUm" | "objectivePower" | "orientationDeg" | "properties"> & {
  readonly format: "leica-scn";
  readonly associatedImages: SlideDirectory["associatedImages"];
};

/** @param shown how many of the regions are on the slide. */
export function leicaFacts(
  { images, barcode }: LeicaDocument,
  regions: readonly LeicaRegion[],
  shown: number,
  tiff: TiffFile,
): LeicaFacts {
  const { image, levels } = regions[0]!;
  const { width, height } = levels[0]!.page;
  const macro = images.find((other) => other.isMacro && other !== image && other.dimensions.length > 0);
  return {
    format: "leica-scn",
    pixelSizeUm: { x: image.widthNm / width / 1000, y: image.heightNm / height / 1000 },
    objectivePower: image.objectivePower,
    orientationDeg: 0,
    properties: {
      ...image.properties,
      ...(barcode === "" ? {} : { "leica.barcode": barcode }),
      ...(regions.length > 1 ? { "leica.regions": `${shown} of ${regions.length}` } : {}),
    },
    associatedImages: macro === undefined ? [] : associatedImage("macro", levelsOf(macro, tiff)[0]!.page),
  };
}

/** Levels of the first channel and focal plane, from the largest to the smallest. */
function levelsOf({ dimensions, widthNm }: LeicaImage, tiff: TiffFile): RegionLevel[] {
  const first = dimensions.filter(({ channel, depth }) => channel === 0 && depth === 0);
  if (first.length === 0) throw new SlideFileError("damaged", "This file is damaged: its first image is missing.");
  return first
    .map((dimension) => ({ page: pageOf(dimension, tiff), nmPerPixel: widthNm / dimension.width }))
    .sort((one, other) => one.nmPerPixel - other.nmPerPixel)
    .filter(({ page }, index, all) => index === 0 || page.width < all[index - 1]!.page.width);
}

/** @throws SlideFileError `damaged` if the directory is missing or has another size. */
function pageOf({ ifd, width, height }: LeicaDimension, tiff: TiffFile): TiffPage {
  const page = tiff.pages[ifd];
  if (page === undefined || page.width !== width || page.height !== height) {
    throw new SlideFileError("damaged", "This file is damaged: an image it refers to is missing.");
  }
  return page;
}

function levelFacts(page: TiffPage, width: number, height: number, ratio: number) {
  const whole = Math.round(ratio);
  const downsample = isAlike(ratio, whole) ? whole : ratio;
  return { width, height, tileWidth: page.segmentWidth, tileHeight: page.segmentHeight, downsample };
}

function isAlike(one: number, other: number): boolean {
  return Math.abs(one - other) <= SCALE_TOLERANCE * other;
}

function areaOf({ levels: [full] }: LeicaRegion): number {
  return full!.page.width * full!.page.height;
}
