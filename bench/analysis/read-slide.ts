/** Reads a whole slide file as pixels, in the same way as the product. */
import type { PixelRegion } from "@parfocal/core/cell-analysis/nucleus.ts";
import sharp from "sharp";
import { openSlideFile } from "../../packages/slides/src/open-slide-file.ts";
import { renderRegion } from "../../packages/slides/src/region/render-region.ts";

/** @param shrink pixels of the file per side of a result pixel. */
export async function readSlide(path: string, shrink: number, micrometresPerPixel: number): Promise<PixelRegion> {
  const source = await openSlideFile(path);
  try {
    const { width, height } = source;
    const size = { width: Math.floor(width / shrink), height: Math.floor(height / shrink) };
    const region = { left: 0, top: 0, width: size.width * shrink, height: size.height * shrink };
    const image = await renderRegion(source, {
      region,
      size,
      isMirrored: false,
      rotationDeg: 0,
      quality: "color",
      format: "png",
    });
    const { data, info } = await sharp(image.bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return {
      rgba: new Uint8Array(data.buffer, data.byteOffset, data.length),
      widthPx: info.width,
      heightPx: info.height,
      micrometresPerPixel: micrometresPerPixel * shrink,
    };
  } finally {
    await source.close();
  }
}
