/** Exports the nuclei of a result, including corrections: as a table, and as GeoJSON for QuPath. */
import { type CsvCell, csvText } from "../../csv/csv-text.ts";
import { rounded } from "../../csv/rounded.ts";
import type { PixelSizeUm, SlidePoint } from "../../geometry/slide-point.ts";
import type { Corrections } from "./corrections.ts";
import type { CellClass } from "./nucleus.ts";
import { factsOfNucleus, type PackedNuclei } from "./packed-nuclei.ts";

export const NUCLEUS_HEADS = [
  "number",
  "class",
  "intensity",
  "xUm",
  "yUm",
  "xPx",
  "yPx",
  "areaUm2",
  "circularity",
  "hematoxylin",
  "dab",
  "origin",
] as const;

export interface NucleusTableTexts {
  readonly heads: Readonly<Record<(typeof NUCLEUS_HEADS)[number], string>>;
  readonly classes: Readonly<Record<CellClass, string>>;
  readonly found: string;
  readonly changed: string;
  readonly added: string;
}

interface LeftNucleus {
  readonly index: number;
  readonly cellClass: CellClass;
  readonly isChanged: boolean;
}

function* leftNuclei(nuclei: PackedNuclei, { removed, changed }: Corrections): Generator<LeftNucleus> {
  const gone = new Set(removed);
  const classes = new Map(changed.map(({ nucleus, cellClass }) => [nucleus, cellClass]));
  for (let index = 0; index < nuclei.count; index += 1) {
    if (gone.has(index)) continue;
    const changedTo = classes.get(index);
    const cellClass = changedTo ?? factsOfNucleus(nuclei, index).cellClass;
    yield { index, cellClass, isChanged: changedTo !== undefined };
  }
}

/**
 * Positions from the slide's top left corner, in µm and in full-resolution pixels. Nuclei added by hand have no
 * measurements.
 */
export function nucleiAsCsv(
  nuclei: PackedNuclei,
  corrections: Corrections,
  pixel: PixelSizeUm,
  texts: NucleusTableTexts,
): string {
  const placeCells = (x: number, y: number): CsvCell[] => [
    rounded(x * pixel.x, 2),
    rounded(y * pixel.y, 2),
    rounded(x, 2),
    rounded(y, 2),
  ];
  const rows: CsvCell[][] = [NUCLEUS_HEADS.map((head) => texts.heads[head])];
  for (const { index, cellClass, isChanged } of leftNuclei(nuclei, corrections))
    rows.push([
      rows.length,
      texts.classes[cellClass],
      nuclei.intensities[index]!,
      ...placeCells(nuclei.centroids[2 * index]!, nuclei.centroids[2 * index + 1]!),
      rounded(nuclei.areasSquareMicrometres[index]!, 2),
      rounded(nuclei.circularities[index]!, 3),
      rounded(nuclei.hematoxylinMeans[index]!, 3),
      rounded(nuclei.dabMeans[index]!, 3),
      isChanged ? texts.changed : texts.found,
    ]);
  for (const { at, cellClass } of corrections.added)
    rows.push([
      rows.length,
      texts.classes[cellClass],
      null,
      ...placeCells(at[0], at[1]),
      null,
      null,
      null,
      null,
      texts.added,
    ]);
  return csvText(rows);
}

/** QuPath's own classes; others become unclassified objects there. */
const QUPATH_CLASSES: Readonly<Record<CellClass, { name: string; color: readonly number[] } | null>> = {
  positive: { name: "Positive", color: [250, 62, 62] },
  negative: { name: "Negative", color: [112, 112, 225] },
  other: null,
};

function polygonOf({ starts, corners }: Pick<PackedNuclei, "starts" | "corners">, index: number) {
  const ring: SlidePoint[] = [];
  for (let corner = starts[index]!; corner < starts[index + 1]!; corner += 1)
    ring.push([rounded(corners[2 * corner]!, 2), rounded(corners[2 * corner + 1]!, 2)]);
  const [first] = ring;
  return first ? { type: "Polygon", coordinates: [[...ring, first]] } : null;
}

/**
 * A feature collection of detections, or of cells if they are outlined, in full-resolution pixels, y down, for QuPath
 * (File > Import objects).
 *
 * Source: https://qupath.readthedocs.io/en/stable/docs/advanced/exporting_annotations.html
 */
export function nucleiAsGeoJson(nuclei: PackedNuclei, corrections: Corrections): string {
  const features: unknown[] = [];
  const add = (
    geometry: unknown,
    cellClass: CellClass,
    measurements?: Readonly<Record<string, number>>,
    nucleusGeometry?: unknown,
  ): void => {
    const classification = QUPATH_CLASSES[cellClass];
    features.push({
      type: "Feature",
      geometry,
      ...(nucleusGeometry ? { nucleusGeometry } : {}),
      properties: {
        objectType: nucleusGeometry ? "cell" : "detection",
        ...(classification ? { classification } : {}),
        ...(measurements ? { measurements } : {}),
      },
    });
  };
  for (const { index, cellClass } of leftNuclei(nuclei, corrections)) {
    const nucleus = polygonOf(nuclei, index);
    if (!nucleus) continue;
    const measurements = {
      "Nucleus: Area µm^2": rounded(nuclei.areasSquareMicrometres[index]!, 2),
      "Nucleus: Circularity": rounded(nuclei.circularities[index]!, 3),
      "Hematoxylin: Nucleus: Mean": rounded(nuclei.hematoxylinMeans[index]!, 3),
      "DAB: Nucleus: Mean": rounded(nuclei.dabMeans[index]!, 3),
    };
    const cell = polygonOf({ starts: nuclei.cellStarts, corners: nuclei.cellCorners }, index);
    if (cell) add(cell, cellClass, measurements, nucleus);
    else add(nucleus, cellClass, measurements);
  }
  for (const { at, cellClass } of corrections.added) add({ type: "Point", coordinates: at }, cellClass);
  return JSON.stringify({ type: "FeatureCollection", features });
}
