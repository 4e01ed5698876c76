/**
 * A slide file's row as a viewer receives it. What could identify a patient is only for people who manage content
 * (docs/patient-data.md): by default nobody else receives facts of the file.
 */

import { externalLevels } from "@parfocal/core/image/external-tiles.ts";
import type { Image, ImageScanFacts, SlideInformation } from "@parfocal/core/image/image.contract.ts";
import type { JobRow } from "#platform/jobs/job.table.ts";
import { scanFactsOfRow } from "./image.queries.ts";
import type { SlideFileRow } from "./image.table.ts";

/** Base of the URLs of an image's tiles and thumbnails; the version makes them immutable. */
const picturesPath = (imageId: number, version: number) => `/tiles/${imageId}/${version}`;

/**
 * State of a slide file for a viewer. Its job decides, not the row: a job that failed for an internal reason leaves the
 * row unchanged, and a job that is retried has not failed yet.
 *
 * @param job the newest unfinished job on the slide file.
 */
export function presentState(state: SlideFileRow["state"], job: JobRow | undefined): SlideFileRow["state"] {
  if (job === undefined || state === "ready" || state === "missing") return state;
  return job.state === "failed" ? "failed" : "processing";
}

/** Most tiles in one zip file. */
const ZIPPED_TILES_MAX = 250_000;

const tileCountOf = (levels: SlideFileRow["levels"]): number =>
  levels.reduce(
    (sum, level) => sum + Math.ceil(level.width / level.tileWidth) * Math.ceil(level.height / level.tileHeight),
    0,
  );

/** Not for slides with several planes: the zip file would contain only one of them. */
export const canZipTiles = ({ external_tiles, planes, levels }: SlideFileRow): boolean =>
  external_tiles === null && planes === null && tileCountOf(levels) <= ZIPPED_TILES_MAX;

/** Null until the slide is viewable. @param offersTilesZip whether this reader can download the tiles; default: no. */
export function presentSlideInformation(
  imageId: number,
  file: SlideFileRow,
  { offersTilesZip = false }: { readonly offersTilesZip?: boolean } = {},
): SlideInformation | null {
  const { external_tiles: external } = file;
  const levels = external ? externalLevels(external.facts) : file.levels;
  const [first] = levels;
  if (file.state !== "ready" || file.width === null || file.height === null || !first) return null;
  return {
    tileDataSourceType: external?.facts.type ?? "tiles",
    tilesMapUrl: external ? null : `${picturesPath(imageId, file.version)}/{z}/{x}/{y}`,
    tilesZipUrl: offersTilesZip && canZipTiles(file) ? `${picturesPath(imageId, file.version)}/tiles.zip` : null,
    tilesDataSourceUrl: external?.url ?? null,
    externalTiles: external?.facts ?? null,
    width: file.width,
    height: file.height,
    tileSize: first.tileWidth,
    orientation: file.orientation_deg,
    micronsPerPixel: file.pixel_size_x_um,
    micronsPerPixelY: file.pixel_size_y_um,
    objectivePower: file.objective_power,
    levels: levels.map((level) => ({ tileOverlapPx: 0, ...level })),
    planes: file.planes && { ...file.planes, channels: [...file.planes.channels] },
  };
}

/**
 * The associated images of a file, for people who manage content: no type of associated image is cropped to the tissue
 * by every scanner, and an image of the whole glass shows its label.
 */
export function presentAssociatedImages(
  imageId: number,
  file: SlideFileRow,
  isManager: boolean,
): Image["associatedImages"] {
  if (file.state !== "ready" || !isManager) return [];
  return file.associated_images.map((associated) => ({
    ...associated,
    url: `${picturesPath(imageId, file.version)}/associated/${associated.name}`,
  }));
}

/**
 * Facts of the scan: values that many slides share are returned to everyone; values that identify few slides (a date, a
 * serial number, a barcode) are not. Null for slides without a stored file.
 */
export function presentScanFacts(file: SlideFileRow, isManager: boolean): ImageScanFacts | null {
  if (file.state !== "ready" || file.external_tiles !== null) return null;
  const scan = file.scan_facts ?? scanFactsOfRow(file);
  if (isManager) return { ...scan, barcode: file.barcode ?? scan.barcode };
  const { scannerMaker, scannerModel, objectivePower, objectiveNa } = scan;
  const unknown = { scannerSerial: null, scannedAt: null, stain: null, barcode: null, software: null };
  return { scannerMaker, scannerModel, objectivePower, objectiveNa, ...unknown };
}

/** Names and texts from the file. */
export function presentFileTexts(
  file: SlideFileRow,
  isManager: boolean,
): Pick<Image, "originalFilename" | "fileProperties"> {
  if (!isManager) return { originalFilename: "", fileProperties: [] };
  return {
    originalFilename: file.original_filename,
    fileProperties: Object.entries(file.properties).map(([name, value]) => ({ name, value })),
  };
}
