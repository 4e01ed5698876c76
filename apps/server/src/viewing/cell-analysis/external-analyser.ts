/** The analyser that calls an external service, tile by tile. */
import { AI_RESOLUTION } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { IntensityClass, Nucleus, PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import { ringAreaPx2 } from "@parfocal/core/geometry/measurement.ts";
import sharp from "sharp";
import type { Platform } from "#platform/platform.ts";
import type { CellAnalyser } from "./cell-analyser.ts";
import { type CellService, createCellService, ownPageOf, type ServiceCell } from "./cell-service.ts";
import { packTile } from "./pack-tile.ts";

/** With its margins a PNG of about 4 megapixels. */
export const SERVICE_TILE_PX = 1_024;

const RGBA = 4;

/** One per process: all analyses share its token and its failure count. */
const services = new WeakMap<object, CellService>();

/** @returns null: no service is configured. The analyser reports a page that shows its result. */
export function externalAnalyserOf({
  cellService: settings,
}: Pick<Platform, "cellService">): ((onPage: (page: string) => Promise<void>) => CellAnalyser) | null {
  if (!settings) return null;
  const service = services.get(settings) ?? createCellService(settings);
  services.set(settings, service);
  return (onPage) => ({
    pixelSizeFor: () => AI_RESOLUTION,
    tilePx: SERVICE_TILE_PX,
    async analyse({ region, settings: cellSettings, place }, signal) {
      const { cells, resultUrl } = await service.detectCells(await pngOf(region), cellSettings, signal);
      const page = ownPageOf(settings, resultUrl);
      if (page) await onPage(page);
      return packTile(
        cells.map((cell) => nucleusOf(cell, region.micrometresPerPixel)),
        place,
      );
    },
  });
}

function pngOf({ rgba, widthPx, heightPx }: PixelRegion): Promise<Buffer> {
  const raw = { width: widthPx, height: heightPx, channels: RGBA } as const;
  return sharp(Buffer.from(rgba.buffer, rgba.byteOffset, rgba.byteLength), { raw })
    .removeAlpha()
    .png()
    .toBuffer();
}

/** Area, circularity and centroid are computed from the service's outline. */
function nucleusOf({ outline, class: cellClass, intensity, ...means }: ServiceCell, umPerPx: number): Nucleus {
  let perimeter = 0;
  let [x, y] = [0, 0];
  for (const [index, [fromX, fromY]] of outline.entries()) {
    const [toX, toY] = outline[(index + 1) % outline.length]!;
    perimeter += Math.hypot(toX - fromX, toY - fromY);
    x += fromX / outline.length;
    y += fromY / outline.length;
  }
  const area = ringAreaPx2(outline);
  const weakest: IntensityClass = cellClass === "positive" ? 1 : 0;
  return {
    outlinePx: Float32Array.from(outline.flat()),
    cellOutlinePx: new Float32Array(0),
    centroidPx: [x, y],
    areaSquareMicrometres: area * umPerPx ** 2,
    circularity: perimeter > 0 ? Math.min(1, (4 * Math.PI * area) / perimeter ** 2) : 0,
    ...means,
    intensityClass: (intensity ?? weakest) as IntensityClass,
    cellClass,
  };
}
