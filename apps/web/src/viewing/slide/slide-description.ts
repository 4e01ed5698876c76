/** The description of a slide for the viewer, from the server's image. */

import type { PixelSizeUm } from "@parfocal/core/geometry/slide-point.ts";
import type { externalTileUrl } from "@parfocal/core/image/external-tiles.ts";
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import type { SlideDescription } from "@parfocal/viewer/slide-description.ts";

/** @returns null if the file does not contain it; a missing y equals x. */
export function pixelSizeOf({ micronsPerPixel, micronsPerPixelY }: SlideInformation): PixelSizeUm | null {
  if (micronsPerPixel === null || micronsPerPixel <= 0) return null;
  return { x: micronsPerPixel, y: micronsPerPixelY ?? micronsPerPixel };
}

/** Formats URLs of tiles on another server. Loaded only for such slides, because they are rare. */
export type ExternalTileUrl = typeof externalTileUrl;

let loading: Promise<ExternalTileUrl> | null = null;

export function loadExternalTileUrl(): Promise<ExternalTileUrl> {
  loading ??= import("@parfocal/core/image/external-tiles.ts").then(
    (tiles) => tiles.externalTileUrl,
    (error: unknown) => {
      loading = null; // The next call may succeed.
      throw error;
    },
  );
  return loading;
}

/** @param externalUrl for a slide on another server; null: its tiles are on this server. */
export function describeSlide(information: SlideInformation, externalUrl: ExternalTileUrl | null): SlideDescription {
  const { width, height, levels, orientation, objectivePower, planes } = information;
  const pixelSizeUm = pixelSizeOf(information);
  const tilesUrl = tilesUrlOf(information, externalUrl);
  return { width, height, levels, tilesUrl, orientationDeg: orientation, pixelSizeUm, objectivePower, planes };
}

/** Tiles on this server by a template; those of another server by its descriptor. */
function tilesUrlOf(
  { tilesMapUrl, tilesDataSourceUrl: url, externalTiles: facts }: SlideInformation,
  externalUrl: ExternalTileUrl | null,
): SlideDescription["tilesUrl"] {
  if (externalUrl === null || url === null || facts === null) return tilesMapUrl ?? "";
  return (level, x, y) => externalUrl({ url, facts }, level, x, y);
}
