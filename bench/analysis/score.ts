/**
 * Agreement of the found nuclei with the truth.
 *
 * A nucleus is found if intersection over union with one outline is at least 0.5 (as in the Pascal VOC and the Data Science
 * Bowl 2018), each outline for one nucleus at most.
 */
import type { Nucleus } from "@parfocal/core/cell-analysis/nucleus.ts";
import { placesInRing, type TestPicture } from "./test-picture.ts";

export interface Score {
  readonly trueCount: number;
  readonly foundCount: number;
  readonly matched: number;
  /**
   * Like `matched`, but the centroid of the found nucleus only has to lie in the true one: distinguished and counted,
   * with any outline.
   */
  readonly centred: number;
  /** Number of matched nuclei with a known class that have the correct class. */
  readonly classified: number;
  readonly rightClass: number;
  readonly truePositive: number;
  readonly trueClassified: number;
  readonly foundPositive: number;
  readonly foundClassified: number;
}

const MIN_OVERLAP = 0.5;
/** An outline this near to the border belongs to a nucleus that is cut by the border. */
const CUT_PX = 3;

/** @param isCounted by its centroid, px; restricts the score to one part of the image. */
export function scoreNuclei(
  { region, truth, lacksCutNuclei }: TestPicture,
  found: readonly Nucleus[],
  isCounted: (x: number, y: number) => boolean = () => true,
): Score {
  const { widthPx, heightPx } = region;
  const labels = new Int32Array(widthPx * heightPx);
  const areas = found.map(({ outlinePx }, at) => {
    const { pixels } = placesInRing(outlinePx, widthPx, heightPx);
    for (const place of pixels) labels[place] = at + 1;
    return pixels.length;
  });
  const pairs: { readonly truth: number; readonly found: number; readonly overlap: number }[] = [];
  for (const [at, { pixels }] of truth.entries()) {
    const common = new Map<number, number>();
    for (const place of pixels) common.set(labels[place]!, (common.get(labels[place]!) ?? 0) + 1);
    for (const [label, count] of common) {
      if (label === 0) continue;
      const overlap = count / (pixels.length + areas[label - 1]! - count);
      if (overlap >= MIN_OVERLAP) pairs.push({ truth: at, found: label - 1, overlap });
    }
  }
  pairs.sort((one, other) => other.overlap - one.overlap);
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  for (const pair of pairs) {
    if (partner.has(pair.truth) || taken.has(pair.found)) continue;
    partner.set(pair.truth, pair.found);
    taken.add(pair.found);
  }
  const centredTruth = matchByCentroid(truth, found, widthPx);
  const counted = truth.flatMap((nucleus, at) => (isCounted(...nucleus.centroidPx) ? [{ nucleus, at }] : []));
  const matched = counted.filter(({ at }) => partner.has(at));
  const classified = matched.filter(({ nucleus }) => nucleus.isPositive !== null);
  const isCut = ({ outlinePx }: Nucleus) =>
    lacksCutNuclei &&
    outlinePx.some((value, at) => value < CUT_PX || value > (at % 2 === 0 ? widthPx : heightPx) - CUT_PX);
  const kept = found.filter((nucleus, at) => isCounted(...nucleus.centroidPx) && (taken.has(at) || !isCut(nucleus)));
  // Stroma is not tumour: found nuclei matched with it are excluded from the share, as in a manual count.
  const apart = new Set(matched.filter(({ nucleus }) => nucleus.isPositive === null).map(({ at }) => partner.get(at)));
  const inShare = kept.filter((nucleus) => nucleus.cellClass !== "other" && !apart.has(found.indexOf(nucleus)));
  return {
    trueCount: counted.length,
    foundCount: kept.length,
    matched: matched.length,
    centred: counted.filter(({ at }) => centredTruth.has(at)).length,
    classified: classified.length,
    rightClass: classified.filter(
      ({ nucleus, at }) => (found[partner.get(at)!]!.cellClass === "positive") === nucleus.isPositive,
    ).length,
    truePositive: counted.filter(({ nucleus }) => nucleus.isPositive === true).length,
    trueClassified: counted.filter(({ nucleus }) => nucleus.isPositive !== null).length,
    foundPositive: inShare.filter(({ cellClass }) => cellClass === "positive").length,
    foundClassified: inShare.length,
  };
}

/** @returns indexes of the true nuclei that contain the centroid of a found one, one each. */
function matchByCentroid(truth: TestPicture["truth"], found: readonly Nucleus[], widthPx: number): Set<number> {
  const at = new Map<number, number>();
  for (const [index, { centroidPx }] of found.entries())
    at.set(Math.floor(centroidPx[1]) * widthPx + Math.floor(centroidPx[0]), index);
  const taken = new Set<number>();
  const matched = new Set<number>();
  for (const [index, { pixels }] of truth.entries()) {
    const place = pixels.find((pixel) => at.has(pixel) && !taken.has(at.get(pixel)!));
    if (place === undefined) continue;
    taken.add(at.get(place)!);
    matched.add(index);
  }
  return matched;
}

export const precisionOf = ({ matched, foundCount }: Score): number => matched / Math.max(1, foundCount);
export const recallOf = ({ matched, trueCount }: Score): number => matched / Math.max(1, trueCount);
export const f1Of = ({ matched, foundCount, trueCount }: Score): number =>
  (2 * matched) / Math.max(1, foundCount + trueCount);
/** Based on `centred`, independent of the outlines. */
export const countF1Of = ({ centred, foundCount, trueCount }: Score): number =>
  (2 * centred) / Math.max(1, foundCount + trueCount);
/** As a share of the true count, signed. */
export const countErrorOf = ({ foundCount, trueCount }: Score): number => foundCount / Math.max(1, trueCount) - 1;
