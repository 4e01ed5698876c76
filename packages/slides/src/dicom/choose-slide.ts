/**
 * Finds the slide in the instances of a DICOM set: levels, planes, label and overview.
 *
 * Source: DICOM PS3.3, section C.8.12.4.1.1 (Image Type: volume, thumbnail, label, overview).
 */
import { type AssociatedImageName, SlideFileError } from "../slide-source.ts";
import { isSameShape } from "../tiff/choose-levels.ts";
import { PictureStack } from "./picture-stack.ts";
import type { DicomObject, DicomPicture, PictureRole } from "./slide-object.ts";

export interface ChosenSlide {
  /** From the largest to the smallest; the stacks of a level have the same size and contain different planes. */
  readonly levels: readonly (readonly PictureStack[])[];
  readonly associatedImages: readonly { readonly name: AssociatedImageName; readonly stack: PictureStack }[];
}

const ASSOCIATED: readonly { readonly role: PictureRole; readonly name: AssociatedImageName }[] = [
  { role: "LABEL", name: "label" },
  { role: "OVERVIEW", name: "macro" },
  { role: "THUMBNAIL", name: "thumbnail" },
];

/** Maximum size of a combined image. */
const MAX_ASSOCIATED_PX = 64 * 2 ** 20;
const MAX_NAMED = 5;

/** @throws SlideFileError with a user-facing message if this is not a slide, or several slides. */
export function chooseSlide(objects: readonly DicomObject[]): ChosenSlide {
  const pictures = objects.filter((object): object is DicomPicture => object.kind === "picture");
  if (pictures.length === 0) throw noSlide(objects);
  const volumes = onePyramid(oneSeries(volumesOf(pictures)));
  const stacks = stacksOf(volumes);
  const base = stacks.reduce((best, stack) => (areaOf(stack) > areaOf(best) ? stack : best));
  const levels = Map.groupBy(
    stacks.filter((stack) => isLevelOf(base, stack)).sort((a, b) => b.facts.width - a.facts.width),
    ({ facts }) => facts.width,
  );
  return {
    // Two stacks with the same width and different heights differ by rounding.
    levels: [...levels.values()].map((level) => level.filter(({ facts }) => facts.height === level[0]!.facts.height)),
    associatedImages: associatedImagesOf(pictures, base.facts),
  };
}

/** A thumbnail alone is a small slide; a label or an overview, which may show a name, is not. */
function volumesOf(pictures: readonly DicomPicture[]): readonly DicomPicture[] {
  for (const role of ["VOLUME", "THUMBNAIL"] as const) {
    const found = pictures.filter((picture) => picture.role === role);
    if (found.length > 0) return found;
  }
  throw new SlideFileError(
    "notASlide",
    "This is only the label or macro image of a slide. Add it together with the slide, as a folder or zip.",
  );
}

function oneSeries(volumes: readonly DicomPicture[]): readonly DicomPicture[] {
  const series = Map.groupBy(volumes, ({ seriesUid }) => seriesUid);
  if (series.size === 1) return volumes;
  const names = [...series.values()].map(([first]) => `"${first!.seriesName}"`);
  const named = names.slice(0, MAX_NAMED).join(", ") + (names.length > MAX_NAMED ? " and others" : "");
  throw new SlideFileError(
    "unsupported",
    `These DICOM files contain ${series.size} slides (${named}). Add each slide separately.`,
  );
}

/** Of several pyramids in a series (regions of one glass), the one with the largest image. */
function onePyramid(volumes: readonly DicomPicture[]): readonly DicomPicture[] {
  const pyramids = [...Map.groupBy(volumes, ({ pyramidUid }) => pyramidUid ?? "").values()];
  const largestOf = (pyramid: readonly DicomPicture[]) =>
    Math.max(...pyramid.map(({ width, height }) => width * height));
  return pyramids.reduce((best, pyramid) => (largestOf(pyramid) > largestOf(best) ? pyramid : best));
}

function stacksOf(volumes: readonly DicomPicture[]): PictureStack[] {
  const groups = Map.groupBy(volumes, ({ concatenation, sopInstanceUid }) => concatenation?.uid ?? sopInstanceUid);
  return [...groups.values()]
    .flatMap((group) => {
      // The same instance under two names.
      if (group[0]!.concatenation === null) return [new PictureStack(group.slice(0, 1))];
      const parts = Map.groupBy(group, ({ concatenation }) => concatenation!.number);
      return [new PictureStack([...parts.values()].map(([first]) => first!))];
    })
    .sort((a, b) => a.facts.instanceNumber - b.facts.instanceNumber);
}

function isLevelOf({ facts: base }: PictureStack, { facts }: PictureStack): boolean {
  return (
    facts.width <= base.width &&
    facts.height <= base.height &&
    isSameShape(base, facts) &&
    facts.samples.samplesPerPixel === base.samples.samplesPerPixel &&
    facts.samples.bitsAllocated === base.samples.bitsAllocated
  );
}

function associatedImagesOf(pictures: readonly DicomPicture[], base: DicomPicture): ChosenSlide["associatedImages"] {
  return ASSOCIATED.flatMap(({ role, name }) => {
    const picture = pictures.find(
      (candidate) =>
        candidate.role === role &&
        base.role !== role &&
        candidate.concatenation === null &&
        isOfSameGlass(candidate, base) &&
        candidate.width * candidate.height <= MAX_ASSOCIATED_PX,
    );
    const stack = picture === undefined ? null : readableStack(picture);
    return stack === null ? [] : [{ name, stack }];
  });
}

/** Some writers use a separate series for the label. */
function isOfSameGlass(picture: DicomPicture, base: DicomPicture): boolean {
  const isOther = picture.containerId !== null && base.containerId !== null && picture.containerId !== base.containerId;
  return picture.seriesUid === base.seriesUid || !isOther;
}

/** An unreadable label does not affect the slide. */
function readableStack(picture: DicomPicture): PictureStack | null {
  try {
    return new PictureStack([picture]);
  } catch (error) {
    if (error instanceof SlideFileError) return null;
    throw error;
  }
}

function noSlide(objects: readonly DicomObject[]): SlideFileError {
  if (objects.some(({ kind }) => kind === "annotations")) {
    return new SlideFileError(
      "notASlide",
      "This DICOM file contains annotations without their slide. Add them together, as a folder or zip.",
    );
  }
  const kinds = new Set(objects.flatMap((object) => (object.kind === "other" ? [object.what] : [])));
  return new SlideFileError(
    "notASlide",
    `This DICOM file is not a microscope slide but ${[...kinds].slice(0, MAX_NAMED).join(", ")}.`,
  );
}

const areaOf = ({ facts }: PictureStack) => facts.width * facts.height;
