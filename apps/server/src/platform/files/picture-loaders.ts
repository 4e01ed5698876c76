/**
 * Formats the image library may open inside the server: tiles, as bytes. Files are opened in sandboxed processes only.
 */
import sharp from "sharp";

export function allowTilePicturesOnly(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"] });
}
