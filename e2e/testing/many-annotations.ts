/** A wide, even slide with very many annotations on it. */
import type { ImportReport } from "@parfocal/core/annotation-exchange/annotation-exchange.contract.ts";
import sharp from "sharp";
import { callsOf } from "./api.ts";
import { drawOnce } from "./drawn-files.ts";
import type { Person } from "./journey.ts";

export const WIDE_SLIDE_PX = 8192;
const TILE_PX = 512;

/** @returns path of a tiled TIFF with levels. */
export function writeWideFile(): Promise<string> {
  const side = { width: WIDE_SLIDE_PX, height: WIDE_SLIDE_PX };
  return drawOnce("wide.tif", async (path) => {
    await sharp({ create: { ...side, channels: 3, background: "#dcc8d8" }, limitInputPixels: false })
      .tiff({ tile: true, tileWidth: TILE_PX, tileHeight: TILE_PX, pyramid: true, compression: "jpeg" })
      .toFile(path);
  });
}

/** Squares with half the side of their spacing, distributed evenly over the slide, row by row; as WKT, one per line. */
export function squaresOver(sidePx: number, count: number): string {
  const columns = Math.ceil(Math.sqrt(count));
  const pitch = sidePx / columns;
  const squares = Array.from({ length: count }, (_unused, index) => {
    const [left, top] = [((index % columns) + 0.25) * pitch, (Math.floor(index / columns) + 0.25) * pitch];
    const [x1, y1, x2, y2] = [left, top, left + pitch / 2, top + pitch / 2].map(Math.round);
    return `POLYGON ((${x1} ${y1}, ${x2} ${y1}, ${x2} ${y2}, ${x1} ${y2}, ${x1} ${y1}))`;
  });
  return squares.join("\n");
}

/** Imports the annotations of a file to a slide, without the browser. @param wkt one per line. */
export async function importWkt(person: Person, imageId: number, wkt: string): Promise<ImportReport> {
  const form = new FormData();
  form.append("file", new Blob([wkt]), "many.wkt");
  return (await callsOf(person)).call("POST", `/v2/annotation/item/${imageId}/import`, form);
}
