/**
 * The built-in cell analyser: finds the nuclei in a region of a slide, with outline and stain. Deterministic: the same
 * pixels and settings give the same nuclei, in a browser worker or a server thread.
 *
 * A teaching aid; its accuracy is measured by `bench/analysis.ts` and documented in `measured-quality.ts`.
 */
import { type CellSettings, wrongCellSettings } from "./cell-settings.ts";
import { expandLabels } from "./expand-cells.ts";
import { freePlanes } from "./free-planes.ts";
import type { CellClass, IntensityClass, Nucleus, PixelRegion } from "./nucleus.ts";
import { segmentNuclei } from "./segment-nuclei.ts";
import { type StainPlanes, separatePlanes } from "./stain-planes.ts";
import { measureRing, thinRing, traceOutline } from "./trace-outline.ts";
import type { Labels } from "./watershed.ts";

/**
 * Larger regions are processed in tiles (`plan-tiles.ts`); this number of pixels needs about 400 MB during the
 * analysis.
 */
export const MAX_REGION_PX = 2 ** 22;
const MIN_MICROMETRES_PER_PIXEL = 0.1;
const MAX_MICROMETRES_PER_PIXEL = 1;
const CHANNELS = 4;

/**
 * @returns nuclei ordered by their uppermost row.
 * @throws RangeError if settings are invalid (`wrongCellSettings`), or if the region is too large, too coarse (see
 * `MAX_MICROMETRES_PER_PIXEL`) or has the wrong number of pixels.
 */
export function detectNuclei(region: PixelRegion, settings: CellSettings): Nucleus[] {
  checkInput(region, settings);
  const planes = separatePlanes(region, settings);
  if (planes.signal.length === 0) return [];
  const segments = segmentNuclei(planes, settings);
  const chosen = chooseNuclei(segments, planes, settings);
  freePlanes(segments.labels);
  const nuclei = outlineNuclei(chosen, planes, settings);
  freePlanes(chosen.labels.labels, planes.signal, planes.hematoxylin, planes.dab);
  return nuclei;
}

function checkInput({ rgba, widthPx, heightPx, micrometresPerPixel }: PixelRegion, settings: CellSettings): void {
  const wrong = wrongCellSettings(settings);
  if (wrong.length > 0) throw new RangeError(`Cells cannot be analysed with this: ${wrong.join(", ")}.`);
  if (!(micrometresPerPixel >= MIN_MICROMETRES_PER_PIXEL && micrometresPerPixel <= MAX_MICROMETRES_PER_PIXEL))
    throw new RangeError(`Cells cannot be analysed at ${micrometresPerPixel} µm per pixel.`);
  if (!Number.isInteger(widthPx) || !Number.isInteger(heightPx) || widthPx < 0 || heightPx < 0)
    throw new RangeError("A region has whole pixels.");
  if (widthPx * heightPx > MAX_REGION_PX) throw new RangeError(`A region has at most ${MAX_REGION_PX} pixels.`);
  if (rgba.length !== CHANNELS * widthPx * heightPx) throw new RangeError("A region has four bytes for each pixel.");
}

interface FoundNucleus {
  readonly outline: Float32Array;
  readonly centroid: readonly [number, number];
  readonly areaSquareMicrometres: number;
  readonly circularity: number;
  readonly label: number;
}

interface ChosenNuclei {
  readonly nuclei: readonly FoundNucleus[];
  /** Labels of the chosen nuclei; others are 0. */
  readonly labels: Labels;
}

/** Drops nuclei that are too small, too large or not round enough. */
function chooseNuclei({ labels, count }: Labels, planes: StainPlanes, settings: CellSettings): ChosenNuclei {
  const { widthPx, heightPx, micrometresPerPixel } = planes;
  const starts = firstPlaces(labels, count);
  const squareMicrometres = micrometresPerPixel ** 2;
  const nuclei: FoundNucleus[] = [];
  const isChosen = new Uint8Array(count + 1);
  for (let label = 1; label <= count; label += 1) {
    if (starts[label] === -1) continue;
    const outline = traceOutline(labels, widthPx, heightPx, starts[label]!);
    const { area, centroid } = measureRing(outline);
    const areaSquareMicrometres = area * squareMicrometres;
    if (areaSquareMicrometres < settings.minAreaSquareMicrometres) continue;
    if (areaSquareMicrometres > settings.maxAreaSquareMicrometres) continue;
    const thin = thinRing(outline);
    const circularity = Math.min(1, (4 * Math.PI * area) / measureRing(thin).perimeter ** 2);
    if (circularity < settings.minCircularity) continue;
    isChosen[label] = 1;
    nuclei.push({ outline: thin, centroid, areaSquareMicrometres, circularity, label });
  }
  const retained = new Int32Array(labels.length);
  for (let place = 0; place < labels.length; place += 1)
    if (isChosen[labels[place]!] === 1) retained[place] = labels[place]!;
  return { nuclei, labels: { labels: retained, count } };
}

function outlineNuclei({ nuclei, labels }: ChosenNuclei, planes: StainPlanes, settings: CellSettings): Nucleus[] {
  const { widthPx, heightPx, micrometresPerPixel, shrink } = planes;
  const hematoxylin = meansOf(labels, planes.hematoxylin);
  const dab = planes.dab ? meansOf(labels, planes.dab) : null;
  const cells =
    settings.expansionMicrometres > 0
      ? expandLabels(labels, widthPx, heightPx, settings.expansionMicrometres / micrometresPerPixel)
      : null;
  const starts = cells ? firstPlaces(cells, labels.count) : null;
  const outlined = nuclei.map(({ outline, centroid, areaSquareMicrometres, circularity, label }): Nucleus => {
    const dabMean = dab?.[label] ?? 0;
    const intensityClass = intensityClassOf(dabMean, settings);
    return {
      outlinePx: scaledRing(outline, shrink),
      cellOutlinePx:
        cells && starts
          ? scaledRing(thinRing(traceOutline(cells, widthPx, heightPx, starts[label]!)), shrink)
          : new Float32Array(0),
      centroidPx: [centroid[0] * shrink, centroid[1] * shrink],
      areaSquareMicrometres,
      circularity,
      hematoxylinMean: hematoxylin[label]!,
      dabMean,
      intensityClass,
      cellClass: cellClassOf(intensityClass, settings),
    };
  });
  freePlanes(cells);
  return outlined;
}

/** Maps analysed pixels to pixels of the region. */
const scaledRing = (ring: Float32Array, shrink: number): Float32Array =>
  shrink === 1 ? ring : ring.map((value) => value * shrink);

function firstPlaces(labels: Int32Array, count: number): Int32Array {
  const starts = new Int32Array(count + 1).fill(-1);
  for (let place = labels.length - 1; place >= 0; place -= 1) starts[labels[place]!] = place;
  return starts;
}

function meansOf({ labels, count }: Labels, plane: Float32Array): Float64Array {
  const sums = new Float64Array(count + 1);
  const places = new Float64Array(count + 1);
  for (let place = 0; place < labels.length; place += 1) {
    sums[labels[place]!]! += plane[place]!;
    places[labels[place]!]! += 1;
  }
  return sums.map((sum, label) => (places[label] ? sum / places[label] : 0));
}

/** Also used to reclassify a nucleus with other thresholds. */
export function intensityClassOf(
  dabMean: number,
  { stain, dabThresholds: [weak, moderate, strong] }: Pick<CellSettings, "stain" | "dabThresholds">,
): IntensityClass {
  if (stain !== "hematoxylin-dab" || dabMean < weak) return 0;
  if (dabMean < moderate) return 1;
  return dabMean < strong ? 2 : 3;
}

export function cellClassOf(intensityClass: IntensityClass, { stain }: Pick<CellSettings, "stain">): CellClass {
  if (stain !== "hematoxylin-dab") return "other";
  return intensityClass > 0 ? "positive" : "negative";
}
