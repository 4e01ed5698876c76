/**
 * The severity at which libvips should stop decoding an image. For most images its warnings are harmless, and
 * truncated or undecodable data is an error. But for an undecodable tile of a TIFF it only warns, and renders it black
 * (measured with libvips 8.18, through sharp 0.35); strips, and JPEG tiles, which it decodes itself, are errors.
 */
import { FileBytes } from "../../bytes/file-bytes.ts";
import { isTiffHeader, readTiff } from "../../tiff/read-tiff.ts";
import { COMPRESSION } from "../../tiff/tiff-fields.ts";
import { SIGNATURE_BYTES } from "./plain-image-format.ts";

/** @param page index of the image in its file. */
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
