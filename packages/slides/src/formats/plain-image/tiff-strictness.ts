/**
 * At what libvips gives up decoding a picture. Of most it warns about much that does no harm, and what is cut off or
 * undecodable is an error. But of a tile of a TIFF that cannot be decoded it only warns, and shows it black (measured with
 * libvips 8.18, through sharp 0.35); strips are errors, and so are tiles of JPEG, which it decodes by itself.
 */
import { FileBytes } from "../../bytes/file-bytes.ts";
import { isTiffHeader, readTiff } from "../../tiff/read-tiff.ts";
import { COMPRESSION } from "../../tiff/tiff-fields.ts";
import { SIGNATURE_BYTES } from "./plain-image-format.ts";

/** @param page number of the picture in its file, from 0. */
export async function failOnOf(path: string, page: number): Promise<"warning" | "error"> {
  const file = await FileBytes.open(path);
  try {
    if (!isTiffHeader(await file.read(0, Math.min(SIGNATURE_BYTES, file.size)))) return "error";
    const picture = (await readTiff(file)).pages[page];
    return picture?.isTiled && picture.compression !== COMPRESSION.jpeg ? "warning" : "error";
  } finally {
    await file.close();
  }
}
