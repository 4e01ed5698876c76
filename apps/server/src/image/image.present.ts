/** A slide file's row as a viewer reads it. */
import type { Image, SlideInformation } from "@parfocal/core/image/image.contract.ts";
import type { SlideFileRow } from "./image.table.ts";

/** Root of the URLs of one image's pictures; the version makes them immutable. */
export const picturesPath = (imageId: number, version: number) => `/tiles/${imageId}/${version}`;

/** null until the slide can be looked at. */
export function presentSlideInformation(imageId: number, file: SlideFileRow): SlideInformation | null {
  const [first] = file.levels;
  if (file.state !== "ready" || file.width === null || file.height === null || !first) return null;
  return {
    tileDataSourceType: "tiles",
    tilesMapUrl: `${picturesPath(imageId, file.version)}/{z}/{x}/{y}`,
    tilesZipUrl: null,
    tilesDataSourceUrl: null,
    width: file.width,
    height: file.height,
    tileSize: first.tileWidth,
    orientation: file.orientation_deg,
    micronsPerPixel: file.pixel_size_x_um,
    micronsPerPixelY: file.pixel_size_y_um,
    objectivePower: file.objective_power,
    levels: file.levels,
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
