/**
 * Baseline for the analyser: Otsu's threshold on the same stain, then connected components.
 *
 * Source: N. Otsu, "A threshold selection method from gray-level histograms", IEEE Trans. SMC 9 (1979) 62-66.
 */
import type { CellSettings } from "@parfocal/core/cell-analysis/cell-settings.ts";
import { cellClassOf, intensityClassOf } from "@parfocal/core/cell-analysis/detect-nuclei.ts";
import type { Nucleus, PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import { separatePlanes } from "@parfocal/core/cell-analysis/stain-planes.ts";
import { measureRing, thinRing, traceOutline } from "@parfocal/core/cell-analysis/trace-outline.ts";

const BINS = 256;

export function detectPlainly(region: PixelRegion, settings: CellSettings): Nucleus[] {
  const { signal, dab, hematoxylin, widthPx, heightPx, shrink, micrometresPerPixel } = separatePlanes(region, settings);
  const threshold = otsuThreshold(signal);
  const labels = new Int32Array(signal.length);
  const nuclei: Nucleus[] = [];
  let count = 0;
  for (let start = 0; start < signal.length; start += 1) {
    if (labels[start] !== 0 || signal[start]! <= threshold) continue;
    count += 1;
    labels[start] = count;
    const group = [start];
    for (const place of group) {
      const x = place % widthPx;
      const sides = [
        place - widthPx,
        place + widthPx,
        ...(x > 0 ? [place - 1] : []),
        ...(x < widthPx - 1 ? [place + 1] : []),
      ];
      for (const next of sides)
        if (labels[next] === 0 && signal[next]! > threshold) {
          labels[next] = count;
          group.push(next);
        }
    }
    const outline = traceOutline(labels, widthPx, heightPx, start);
    const { area, centroid } = measureRing(outline);
    const areaSquareMicrometres = area * micrometresPerPixel ** 2;
    const { minAreaSquareMicrometres, maxAreaSquareMicrometres } = settings;
    if (areaSquareMicrometres < minAreaSquareMicrometres || areaSquareMicrometres > maxAreaSquareMicrometres) continue;
    const mean = (plane: Float32Array) => group.reduce((sum, place) => sum + plane[place]!, 0) / group.length;
    const dabMean = dab ? mean(dab) : 0;
    const intensityClass = intensityClassOf(dabMean, settings);
    nuclei.push({
      outlinePx: thinRing(outline).map((value) => value * shrink),
      cellOutlinePx: new Float32Array(0),
      centroidPx: [centroid[0] * shrink, centroid[1] * shrink],
      areaSquareMicrometres,
      circularity: 1,
      hematoxylinMean: mean(hematoxylin),
      dabMean,
      intensityClass,
      cellClass: cellClassOf(intensityClass, settings),
    });
  }
  return nuclei;
}

/** The level that divides the values into two groups with the maximum variance between them. */
function otsuThreshold(values: Float32Array): number {
  const highest = values.reduce((most, value) => Math.max(most, value), 0);
  const counts = new Float64Array(BINS);
  for (const value of values) counts[Math.min(BINS - 1, Math.floor((value / highest) * BINS))]! += 1;
  const total = values.length;
  const sum = counts.reduce((all, count, bin) => all + count * bin, 0);
  let below = 0;
  let sumBelow = 0;
  let best = 0;
  let most = -1;
  for (let bin = 0; bin < BINS - 1; bin += 1) {
    below += counts[bin]!;
    sumBelow += counts[bin]! * bin;
    if (below === 0 || below === total) continue;
    const apart = sumBelow / below - (sum - sumBelow) / (total - below);
    const between = below * (total - below) * apart * apart;
    if (between > most) [best, most] = [bin, between];
  }
  return ((best + 1) / BINS) * highest;
}
