/**
 * Assigns pixels to nuclei.
 *
 * 1. Background subtraction: uniform stain over more than the background radius is removed (top hat: the image minus
 * its opening).
 * 2. Of all components connected at some level above the threshold, the ones most like a nucleus are chosen
 * (`component-tree.ts`): of its size, elliptic, and cut at about half the height of their own stain, so that a dark
 * nucleus is not outlined at its blurred foot.
 * 3. The same for the rest of the image: pale nuclei beside dark ones.
 * 4. Nuclei that can be divided at a narrow place into parts more elliptic than the whole are divided (N. Malpica et
 * al., "Applying watershed algorithms to the segmentation of clustered nuclei", Cytometry 28 (1997) 289-297).
 */
import type { CellSettings } from "./cell-settings.ts";
import { addPlace, chooseParts, ellipticityOf, emptySums, type PartSums } from "./component-tree.ts";
import { depthInside } from "./distance.ts";
import { fillHoles } from "./fill-holes.ts";
import { freePlanes } from "./free-planes.ts";
import { joinHills } from "./join-hills.ts";
import { smoothPlane, subtractOpening } from "./smooth.ts";
import type { StainPlanes } from "./stain-planes.ts";
import { divideIntoHills, type Labels } from "./watershed.ts";

/** Only experiments change these. */
const SEGMENTATION = {
  levelRatio: 1.12,
  levelCount: 36,
  shapePower: 7.627,
  minEllipticity: 0.716,
  bestCut: 0.58,
  cutWeight: 6.555,
  maxCut: 0.767,
  passes: 2,
  maxHoleSquareMicrometres: 20,
  depthSigmaMicrometres: 0.432,
  depthRiseMicrometres: 0.12,
  depthPassShare: 0.96,
  divideGain: 1.096,
  clusterNuclei: 30,
  minFinalEllipticity: 0.83,
};

/** Resolution of heights, in steps per micrometre. */
const LEVELS_PER_MICROMETRE = 500;
const MOST_LEVELS = 65_000;
const FIFTHS = 5;
/** Score of a component that is not one nucleus but may be several: chosen only if it contains nothing better. */
const CLUSTER_SCORE = 1e-7;

export function segmentNuclei(planes: StainPlanes, settings: CellSettings): Labels {
  const { widthPx, heightPx, micrometresPerPixel } = planes;
  const sigmaPx = settings.smoothingSigmaMicrometres / micrometresPerPixel;
  const contrast = smoothPlane(planes.signal, widthPx, heightPx, sigmaPx);
  const backgroundPx = Math.round(settings.backgroundRadiusMicrometres / micrometresPerPixel);
  if (backgroundPx > 0) subtractOpening(contrast, widthPx, heightPx, backgroundPx);
  let found: Labels = { labels: new Int32Array(0), count: 0 };
  for (let pass = 0; pass < SEGMENTATION.passes; pass += 1) {
    const near = pass === 0 ? null : nearTo(found, planes);
    const more = chooseAmongLevels(contrast, near, planes, settings);
    freePlanes(near);
    if (pass === 0) found = more;
    else found = { labels: found.labels, count: addTo(found, more) };
    if (more.count === 0) break;
  }
  freePlanes(contrast);
  fillHoles(found.labels, widthPx, SEGMENTATION.maxHoleSquareMicrometres / micrometresPerPixel ** 2);
  return divideByDepth(found, planes, settings);
}

function chooseAmongLevels(
  contrast: Float32Array,
  isTaken: Uint8Array | null,
  { widthPx, heightPx, micrometresPerPixel }: StainPlanes,
  settings: CellSettings,
): Labels {
  const minPx = settings.minAreaSquareMicrometres / micrometresPerPixel ** 2;
  const maxPx = settings.maxAreaSquareMicrometres / micrometresPerPixel ** 2;
  const { shapePower, minEllipticity, bestCut, cutWeight, maxCut } = SEGMENTATION;
  const scoreOf = (part: PartSums, level: number): number => {
    if (part.area < minPx || part.area > SEGMENTATION.clusterNuclei * maxPx) return 0;
    const cut = (level * part.area) / part.value;
    if (cut > maxCut) return 0;
    const ellipticity = ellipticityOf(part);
    if (part.area > maxPx || ellipticity < minEllipticity) return CLUSTER_SCORE;
    return ellipticity ** shapePower * Math.max(0.01, 1 - cutWeight * (cut - bestCut) ** 2);
  };
  const levels = Array.from(
    { length: SEGMENTATION.levelCount },
    (_unused, at) => settings.nucleusThreshold * SEGMENTATION.levelRatio ** at,
  );
  return chooseParts(contrast, isTaken, widthPx, heightPx, { scoreOf, levels });
}

/** Pixels of chosen nuclei and their direct neighbours. */
function nearTo({ labels }: Labels, { widthPx, heightPx }: StainPlanes): Uint8Array {
  const near = new Uint8Array(labels.length);
  for (let y = 0, at = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      if (labels[at] === 0) continue;
      near[at] = 1;
      if (x > 0) near[at - 1] = 1;
      if (x < widthPx - 1) near[at + 1] = 1;
      if (y > 0) near[at - widthPx] = 1;
      if (y < heightPx - 1) near[at + widthPx] = 1;
    }
  return near;
}

/** Adds new labels to free pixels; `more` is modified. @returns the new number of labels. */
function addTo({ labels, count }: Labels, more: Labels): number {
  for (let place = 0; place < labels.length; place += 1)
    if (labels[place] === 0 && more.labels[place] !== 0) labels[place] = more.labels[place]! + count;
  freePlanes(more.labels);
  return count + more.count;
}

/** Step 4: divides into more hills than nuclei, then merges where the whole is as good as its parts. */
function divideByDepth({ labels }: Labels, planes: StainPlanes, settings: CellSettings): Labels {
  const { widthPx, heightPx, micrometresPerPixel } = planes;
  const landscape = depthLandscape(labels, planes);
  const hills = divideIntoHills(landscape, labels, widthPx, heightPx, {
    minRise: SEGMENTATION.depthRiseMicrometres * LEVELS_PER_MICROMETRE,
    maxPassShare: SEGMENTATION.depthPassShare,
  });
  freePlanes(landscape);
  const joined = joinHills(hills, labels, widthPx, {
    minAreaPx: settings.minAreaSquareMicrometres / micrometresPerPixel ** 2,
    minGain: SEGMENTATION.divideGain,
    scoreOf: (part) => part.area * Math.min(1, ellipticityOf(part)) ** SEGMENTATION.shapePower,
  });
  freePlanes(labels, hills.labels);
  return withoutMisshapen(joined, widthPx);
}

/** Changes the labels in place. */
function withoutMisshapen({ labels, count }: Labels, widthPx: number): Labels {
  const sums = Array.from({ length: count + 1 }, emptySums);
  for (let place = 0; place < labels.length; place += 1)
    if (labels[place] !== 0) addPlace(sums[labels[place]!]!, place % widthPx, Math.floor(place / widthPx), 0);
  const isLeftOut = sums.map((part) => part.area > 0 && ellipticityOf(part) < SEGMENTATION.minFinalEllipticity);
  for (let place = 0; place < labels.length; place += 1) if (isLeftOut[labels[place]!]) labels[place] = 0;
  return { labels, count };
}

/** Depth of each pixel inside its nucleus; there is an edge where two nuclei touch. */
function depthLandscape(labels: Int32Array, { widthPx, heightPx, micrometresPerPixel }: StainPlanes): Uint16Array {
  const mask = new Uint8Array(labels.length);
  for (let y = 0, at = 0; y < heightPx; y += 1)
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      const label = labels[at]!;
      const left = x > 0 ? labels[at - 1]! : 0;
      const above = y > 0 ? labels[at - widthPx]! : 0;
      const touches = (left !== 0 && left !== label) || (above !== 0 && above !== label);
      if (label !== 0 && !touches) mask[at] = 1;
    }
  const fifths = depthInside(mask, widthPx, heightPx);
  const depth = new Float32Array(fifths);
  const smooth = smoothPlane(depth, widthPx, heightPx, SEGMENTATION.depthSigmaMicrometres / micrometresPerPixel);
  freePlanes(fifths, depth);
  const landscape = new Uint16Array(mask.length);
  const scale = (LEVELS_PER_MICROMETRE * micrometresPerPixel) / FIFTHS;
  for (let at = 0; at < mask.length; at += 1)
    if (mask[at] !== 0) landscape[at] = Math.min(MOST_LEVELS, Math.max(1, smooth[at]! * scale));
  freePlanes(mask, smooth);
  return landscape;
}
