/**
 * A slide as a Deep Zoom picture, for OpenSeadragon and others: /slide.dzi and /slide_files/LEVEL/X_Y.jpg.
 *
 * Usage: node examples/serve-deep-zoom.ts SLIDE [PORT]
 */
import { createServer } from "node:http";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { renderRegion } from "@parfocal/slides/region/render-region.ts";
import { uprightSizeOf } from "@parfocal/slides/region/upright-frame.ts";

const TILE_PX = 512;
const slide = await openSlideFile(process.argv[2]!);
const { width, height } = uprightSizeOf(slide);
const highest = Math.ceil(Math.log2(Math.max(width, height)));
const descriptor = `<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="jpg" Overlap="0" TileSize="${TILE_PX}"><Size Width="${width}" Height="${height}"/></Image>`;

/** @returns null: there is no such tile. */
async function tileOf(level: number, x: number, y: number): Promise<Buffer | null> {
  const scale = 2 ** (highest - level);
  const [left, top] = [x * TILE_PX * scale, y * TILE_PX * scale];
  if (level > highest || left >= width || top >= height) return null;
  const region = {
    left,
    top,
    width: Math.min(TILE_PX * scale, width - left),
    height: Math.min(TILE_PX * scale, height - top),
  };
  const size = { width: Math.ceil(region.width / scale), height: Math.ceil(region.height / scale) };
  const wanted = { region, size, isMirrored: false, rotationDeg: 0, quality: "color", format: "jpg" } as const;
  return (await renderRegion(slide, wanted)).bytes;
}

const server = createServer(async ({ url = "" }, response) => {
  if (url === "/slide.dzi") return response.setHeader("content-type", "application/xml").end(descriptor);
  const place = /^\/slide_files\/(\d{1,2})\/(\d{1,6})_(\d{1,6})\.jpg$/.exec(url);
  const [, level, x, y] = (place ?? []).map(Number);
  const tile = place && (await tileOf(level!, x!, y!).catch(() => null));
  if (!tile) return response.writeHead(404).end();
  return response.setHeader("content-type", "image/jpeg").end(tile);
});
server.listen(Number(process.argv[3] ?? 8000), "127.0.0.1", () => console.log(server.address()));
