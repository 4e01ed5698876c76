/**
 * Formats that the image library may open in the server process: tiles, as bytes. Files are opened only in sandboxed
 * processes.
 */
import sharp from "sharp";

export function allowTilePicturesOnly(): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"] });
}
