/**
 * The channels and focal planes of a DICOM slide, and their locations in each level.
 */
import { SlideFileError } from "../slide-source.ts";
import type { PictureStack } from "./picture-stack.ts";
import type { OpticalPath } from "./slide-object.ts";

/** Stack and frames of a plane. */
export interface PlanePlace {
  readonly stack: PictureStack;
  readonly path: number;
  readonly depth: number;
}

export interface DicomPlanes {
  readonly paths: readonly OpticalPath[];
  readonly depths: number;
  readonly depthSpacingUm: number | null;
}

/** A level's planes: by path of the slide, then by focal plane. */
export type LevelPlanes = readonly (readonly PlanePlace[])[];

const MAX_PATHS = 64;
const MAX_DEPTHS = 1024;

/** The planes of the slide are those of its largest level. @throws SlideFileError `tooLarge` */
export function planesOf(base: readonly PictureStack[]): DicomPlanes {
  const paths: OpticalPath[] = [];
  for (const stack of base) {
    for (const path of stackPaths(stack)) if (!paths.some((known) => isSamePath(known, path))) paths.push(path);
  }
  const places = levelPlanesOf(base, paths)!;
  const depths = Math.max(...places.map((planes) => planes.length));
  if (paths.length > MAX_PATHS || depths > MAX_DEPTHS) {
    throw new SlideFileError(
      "tooLarge",
      `This slide has ${paths.length} channels and ${depths} focal planes, too many to show.`,
    );
  }
  return {
    paths,
    depths,
    depthSpacingUm: depths > 1 ? spacingOf(places.find((planes) => planes.length === depths)!) : null,
  };
}

/** @returns null: the level lacks a channel. */
export function levelPlanesOf(level: readonly PictureStack[], paths: readonly OpticalPath[]): LevelPlanes | null {
  const planes = paths.map((path) => {
    const places = level.flatMap((stack): (PlanePlace & { heightUm: number })[] => {
      const index = stackPaths(stack).findIndex((candidate) => isSamePath(candidate, path));
      if (index < 0) return [];
      const heightUm = stack.facts.heightUm ?? 0;
      return Array.from({ length: stack.order.depths }, (_, depth) => ({ stack, path: index, depth, heightUm }));
    });
    const sorted = places.sort((a, b) => a.heightUm - b.heightUm);
    // Instances with the same properties are duplicates.
    return sorted.filter(
      (place, i) => i === 0 || place.stack === sorted[i - 1]!.stack || place.heightUm > sorted[i - 1]!.heightUm,
    );
  });
  return planes.every(({ length }) => length > 0) ? planes : null;
}

/** A level with fewer focal planes than the slide shows the nearest: small images have a larger depth of field. */
export function planeAt(level: LevelPlanes, path: number, depth: number, depths: number): PlanePlace {
  const planes = level[path]!;
  return planes[Math.min(planes.length - 1, Math.floor((depth * planes.length) / depths))]!;
}

/** In the order of the stack's frames, with the properties of each. */
function stackPaths({ order, facts }: PictureStack): OpticalPath[] {
  return order.paths.map(
    (identifier) =>
      facts.opticalPaths.find((path) => path.identifier === identifier) ??
      (order.paths.length === 1 && facts.opticalPaths.length === 1
        ? facts.opticalPaths[0]!
        : { identifier, name: null, wavelengthNm: null }),
  );
}

/** Writers of one instance per channel often number each from 1 and distinguish them only by name. */
function isSamePath(a: OpticalPath, b: OpticalPath): boolean {
  return a.identifier === b.identifier && a.name === b.name && a.wavelengthNm === b.wavelengthNm;
}

function spacingOf(planes: readonly (PlanePlace & { heightUm?: number })[]): number | null {
  const { order, facts } = planes[0]!.stack;
  const [low, high] = [planes[0]!.stack, planes.at(-1)!.stack].map(({ facts }) => facts.heightUm);
  if (low != null && high != null && high > low) return Number(((high - low) / (planes.length - 1)).toPrecision(6));
  return order.depthSpacingUm ?? facts.depthSpacingUm;
}
