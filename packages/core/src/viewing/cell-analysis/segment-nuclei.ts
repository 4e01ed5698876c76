/**
 * Which pixels belong to which nucleus.
 *
 * The way, after QuPath's watershed cell detection (Bankhead et al. 2017) and N. Malpica et al., "Applying watershed
 * algorithms to the segmentation of clustered nuclei", Cytometry 28 (1997) 289-297:
 * 1. What is evenly stained over more than the background radius is taken away (top hat: an opening, subtracted).
 * 2. What stands out by more than the threshold is divided into the hills of the smoothed stain.
 * 3. Each hill keeps what has at least half of its own stain, so that a dark nucleus is not outlined at its blurred foot,
 *    nor a pale one lost beside it.
 * 4. What is left is divided where it is narrow: by the hills of its distance from the outside.
 */
import type { CellSettings } from "./cell-settings.ts";
import { depthInside } from "./distance.ts";
import { fillHoles } from "./fill-holes.ts";
import { openPlane, smoothPlane } from "./smooth.ts";
import type { StainPlanes } from "./stain-planes.ts";
import { divideIntoHills, type Labels } from "./watershed.ts";

/** Experiments change these; nobody else does. */
export const SEGMENTATION = {
  /** Of the sigma: for the outline, less than for telling nuclei apart. */
  outlineSigmaShare: 0.6,
  /** A hill of stain must rise so far, as a share of the threshold. */
  stainRiseShare: 0.3,
  stainPassShare: 0.95,
  /** What of its own stain a nucleus reaches down to. */
  ownLevelShare: 0.5,
  maxHoleSquareMicrometres: 3,
  depthSigmaMicrometres: 0.5,
  depthRiseMicrometres: 0.3,
  depthPassShare: 0.85,
};

/** Steps of an optical density, and of a micrometre, in which heights are told apart. */
const LEVELS_PER_DENSITY = 2000;
const LEVELS_PER_MICROMETRE = 500;
const MOST_LEVELS = 65_000;
const FIFTHS = 5;

export function segmentNuclei(planes: StainPlanes, settings: CellSettings): Labels {
  const { widthPx, heightPx, micrometresPerPixel } = planes;
  const sigmaPx = settings.smoothingSigmaMicrometres / micrometresPerPixel;
  const contrast = smoothPlane(planes.signal, widthPx, heightPx, sigmaPx * SEGMENTATION.outlineSigmaShare);
  subtractBackground(contrast, planes, settings);
  const mask = maskByOwnLevel(contrast, planes, settings, sigmaPx);
  return divideByDepth(mask, planes);
}

function subtractBackground(
  plane: Float32Array,
  { widthPx, heightPx, micrometresPerPixel }: StainPlanes,
  { backgroundRadiusMicrometres }: CellSettings,
): void {
  const radiusPx = Math.round(backgroundRadiusMicrometres / micrometresPerPixel);
  if (radiusPx === 0) return;
  const background = openPlane(plane, widthPx, heightPx, radiusPx);
  for (let at = 0; at < plane.length; at += 1) plane[at]! -= background[at]!;
}

/** Steps 2 and 3. */
function maskByOwnLevel(
  contrast: Float32Array,
  { widthPx, heightPx, micrometresPerPixel }: StainPlanes,
  { nucleusThreshold }: CellSettings,
  sigmaPx: number,
): Uint8Array {
  const more = Math.sqrt(Math.max(0, 1 - SEGMENTATION.outlineSigmaShare ** 2)) * sigmaPx;
  const smooth = smoothPlane(contrast, widthPx, heightPx, more);
  const landscape = new Uint16Array(contrast.length);
  for (let at = 0; at < landscape.length; at += 1)
    if (contrast[at]! >= nucleusThreshold)
      landscape[at] = Math.min(MOST_LEVELS, Math.max(1, smooth[at]! * LEVELS_PER_DENSITY));
  const { labels, count } = divideIntoHills(landscape, widthPx, heightPx, {
    minRise: SEGMENTATION.stainRiseShare * nucleusThreshold * LEVELS_PER_DENSITY,
    maxPassShare: SEGMENTATION.stainPassShare,
  });
  const sums = new Float64Array(count + 1);
  const squares = new Float64Array(count + 1);
  for (let at = 0; at < labels.length; at += 1) {
    const value = contrast[at]!;
    sums[labels[at]!]! += value;
    squares[labels[at]!]! += value * value;
  }
  const mask = new Uint8Array(contrast.length);
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at]!;
    if (label === 0) continue;
    // The mean that counts dark places more: the level of the nucleus, not of its edge.
    const own = squares[label]! / sums[label]!;
    if (contrast[at]! >= SEGMENTATION.ownLevelShare * own) mask[at] = 1;
  }
  fillHoles(mask, labels, widthPx, heightPx, SEGMENTATION.maxHoleSquareMicrometres / micrometresPerPixel ** 2);
  return mask;
}

/** Step 4. */
function divideByDepth(mask: Uint8Array, { widthPx, heightPx, micrometresPerPixel }: StainPlanes): Labels {
  const depth = Float32Array.from(depthInside(mask, widthPx, heightPx));
  const smooth = smoothPlane(depth, widthPx, heightPx, SEGMENTATION.depthSigmaMicrometres / micrometresPerPixel);
  const landscape = new Uint16Array(mask.length);
  const scale = (LEVELS_PER_MICROMETRE * micrometresPerPixel) / FIFTHS;
  for (let at = 0; at < mask.length; at += 1)
    if (mask[at] !== 0) landscape[at] = Math.min(MOST_LEVELS, Math.max(1, smooth[at]! * scale));
  return divideIntoHills(landscape, widthPx, heightPx, {
    minRise: SEGMENTATION.depthRiseMicrometres * LEVELS_PER_MICROMETRE,
    maxPassShare: SEGMENTATION.depthPassShare,
  });
}
