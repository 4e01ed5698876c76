/**
 * The meaning of an NDPI file's directories: levels, focal planes, macro image; and the file's
 * properties.
 *
 * Source: OpenSlide, "Hamamatsu format".
 */
import type { PixelSizeUm } from "../../slide-source.ts";
import { isSameShape } from "../../tiff/choose-levels.ts";
import { TAG } from "../../tiff/tiff-fields.ts";
import { pixelSizeOf } from "../../tiff/tiff-layout.ts";
import { type NdpiStrip, readStrip } from "./ndpi-picture.ts";
import { NDPI_TAG } from "./ndpi-tags.ts";
import type { NdpiDirectory } from "./read-ndpi.ts";

const MACRO = -1;
/** Longer ones are ignored. */
const MAX_MACRO_BYTES = 2 ** 24;
const MAX_PROPERTIES = 1000;
const MAX_PROPERTY_LENGTH = 1000;

/** Relative tolerance for equal steps between focal planes. */
const SPACING_TOLERANCE = 0.05;

export interface NdpiPlane {
  readonly directory: NdpiDirectory;
  readonly strip: NdpiStrip;
  /** Nanometres above the middle focal plane. */
  readonly focusNm: number;
}

export interface NdpiLayout {
  /**
   * Levels from the largest to the smallest; in each the focal planes from the lowest up, as many as in the largest
   * level.
   */
  readonly levels: readonly (readonly NdpiPlane[])[];
  /** Index of the middle plane of each level. */
  readonly middleDepth: number;
  readonly depthSpacingUm: number | null;
  readonly macro: NdpiStrip | null;
  readonly objectivePower: number | null;
  readonly pixelSizeUm: PixelSizeUm | null;
  readonly properties: Readonly<Record<string, string>>;
}

/**
 * @returns null if the file contains no image in one JPEG strip.
 * @throws SlideFileError
 */
export async function readLayout(directories: readonly NdpiDirectory[], fileBytes: number): Promise<NdpiLayout | null> {
  const planes: NdpiPlane[] = [];
  let macro: NdpiStrip | null = null;
  for (const directory of directories) {
    const magnification = (await directory.number(NDPI_TAG.magnification)) ?? 0;
    if (magnification <= 0 && magnification !== MACRO) continue;
    const strip = await readStrip(directory, fileBytes);
    if (strip === null) continue;
    if (magnification === MACRO) macro ??= strip.bytes <= MAX_MACRO_BYTES ? strip : null;
    else planes.push({ directory, strip, focusNm: (await directory.signedNumber(NDPI_TAG.focalPlaneNm)) ?? 0 });
  }
  const bySize = planes.toSorted((one, other) => areaOf(other) - areaOf(one));
  const [largest] = bySize;
  if (largest === undefined) return null;
  const ofBase = planesOfSize(planes, largest.strip);
  const levels = bySize
    .filter(({ strip }, index) => index === 0 || strip.width < bySize[index - 1]!.strip.width)
    .filter(({ strip }) => isSameShape(largest.strip, strip))
    .map(({ strip }) => {
      const ofLevel = planesOfSize(planes, strip);
      return ofBase.map(({ focusNm }) => nearest(ofLevel, focusNm));
    });
  const base = nearest(ofBase, 0);
  return {
    levels,
    middleDepth: ofBase.indexOf(base),
    depthSpacingUm: spacingOf(ofBase.map(({ focusNm }) => focusNm)),
    macro,
    objectivePower: await base.directory.number(NDPI_TAG.magnification),
    pixelSizeUm: pixelSizeOf({
      xResolution: (await base.directory.number(TAG.xResolution)) ?? 0,
      yResolution: (await base.directory.number(TAG.yResolution)) ?? 0,
      resolutionUnit: (await base.directory.wholeNumber(TAG.resolutionUnit)) ?? 2,
    }),
    properties: await readProperties(base.directory),
  };
}

function areaOf({ strip }: NdpiPlane): number {
  return strip.width * strip.height;
}

/** From the lowest; the first of several at the same height. */
function planesOfSize(planes: readonly NdpiPlane[], { width, height }: NdpiStrip): NdpiPlane[] {
  const byFocus = new Map<number, NdpiPlane>();
  for (const plane of planes) {
    const isOne = plane.strip.width === width && plane.strip.height === height;
    if (isOne && !byFocus.has(plane.focusNm)) byFocus.set(plane.focusNm, plane);
  }
  return [...byFocus.values()].sort((one, other) => one.focusNm - other.focusNm);
}

function nearest(planes: readonly NdpiPlane[], focusNm: number): NdpiPlane {
  const distanceOf = (plane: NdpiPlane) => Math.abs(plane.focusNm - focusNm);
  return planes.reduce((best, plane) => (distanceOf(plane) < distanceOf(best) ? plane : best));
}

/** µm between neighbours; null if there are none, or the steps differ. */
function spacingOf(focusNm: readonly number[]): number | null {
  if (focusNm.length < 2) return null;
  const mean = (focusNm.at(-1)! - focusNm[0]!) / (focusNm.length - 1);
  const isEven = focusNm.every(
    (focus, index) => Math.abs(focus - focusNm[0]! - index * mean) <= mean * SPACING_TOLERANCE,
  );
  return isEven ? mean / 1000 : null;
}

const TEXTS = {
  "tiff.Make": TAG.make,
  "tiff.Model": TAG.model,
  "tiff.Software": TAG.software,
  "tiff.DateTime": TAG.dateTime,
  "hamamatsu.Reference": NDPI_TAG.reference,
  "hamamatsu.Channel": NDPI_TAG.channel,
  "hamamatsu.SerialNumber": NDPI_TAG.serialNumber,
} as const;

const NUMBERS = {
  "hamamatsu.SourceLens": NDPI_TAG.magnification,
  "hamamatsu.XOffsetFromSlideCentre": NDPI_TAG.xOffsetFromSlideCentre,
  "hamamatsu.YOffsetFromSlideCentre": NDPI_TAG.yOffsetFromSlideCentre,
  "hamamatsu.EmissionWavelength": NDPI_TAG.emissionWavelengthNm,
} as const;

/** Keys as in OpenSlide where it has one. */
async function readProperties(directory: NdpiDirectory): Promise<Record<string, string>> {
  const found: [key: string, value: string][] = [];
  for (const [key, tag] of Object.entries(TEXTS)) found.push([key, (await directory.text(tag)) ?? ""]);
  for (const [key, tag] of Object.entries(NUMBERS)) found.push([key, String((await directory.number(tag)) ?? "")]);
  for (const line of ((await directory.text(NDPI_TAG.properties)) ?? "").split(/[\r\n]+/)) {
    const equals = line.indexOf("=");
    // Lines that begin with a semicolon describe the camera's shading correction.
    if (equals > 0 && !line.startsWith(";")) found.push([`hamamatsu.${line.slice(0, equals)}`, line.slice(equals + 1)]);
  }
  return Object.fromEntries(
    found
      .filter(([, value]) => value !== "")
      .slice(0, MAX_PROPERTIES)
      .map(([key, value]) => [key.slice(0, MAX_PROPERTY_LENGTH), value.slice(0, MAX_PROPERTY_LENGTH)]),
  );
}
