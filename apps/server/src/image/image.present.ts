/** A slide file's row as a viewer reads it. */
import type { Image, SlideInformation } from "@parfocal/core/image/image.contract.ts";
import { externalLevels } from "@parfocal/core/slide/external-tiles.ts";
import type { JobRow } from "#platform/jobs/job.table.ts";
import type { SlideFileRow } from "./image.table.ts";

/** Root of the URLs of one image's pictures; the version makes them immutable. */
export const picturesPath = (imageId: number, version: number) => `/tiles/${imageId}/${version}`;

/**
 * What a viewer reads of a slide file's state. The work on it says more than the row: a job that failed for a reason of
 * ours leaves the row as it was, and one that is tried again has not failed yet.
 *
 * @param job the newest one on the slide file that is not done.
 */
export function presentState(state: SlideFileRow["state"], job: JobRow | undefined): SlideFileRow["state"] {
  if (job === undefined || state === "ready" || state === "missing") return state;
  return job.state === "failed" ? "failed" : "processing";
}

/** null until the slide can be looked at. */
export function presentSlideInformation(imageId: number, file: SlideFileRow): SlideInformation | null {
  const { external_tiles: external } = file;
  const levels = external ? externalLevels(external.facts) : file.levels;
  const [first] = levels;
  if (file.state !== "ready" || file.width === null || file.height === null || !first) return null;
  return {
    tileDataSourceType: external?.facts.type ?? "tiles",
    tilesMapUrl: external ? null : `${picturesPath(imageId, file.version)}/{z}/{x}/{y}`,
    tilesZipUrl: null,
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

/** @param mayReadLabel a label can carry a patient's name: only those who manage content see it. */
export function presentAssociatedImages(
  imageId: number,
  file: SlideFileRow,
  mayReadLabel: boolean,
): Image["associatedImages"] {
  if (file.state !== "ready") return [];
  return file.associated_images
    .filter(({ name }) => name !== "label" || mayReadLabel)
    .map((associated) => ({
      ...associated,
      url: `${picturesPath(imageId, file.version)}/associated/${associated.name}`,
    }));
}
