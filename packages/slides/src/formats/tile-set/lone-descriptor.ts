/** A descriptor of a tile set that was uploaded without the tiles. */
import type { OpenFile } from "../../opening/file-kind.ts";
import { SlideFileError } from "../../slide-source.ts";

/** Texts that identify descriptors of Deep Zoom, Zoomify and IIIF. */
const WORDS = ["schemas.microsoft.com/deepzoom", "<IMAGE_PROPERTIES", "iiif.io/api/image"];

export function isLoneDescriptor(start: Buffer): boolean {
  const text = start.toString(start[0] === 0xff && start[1] === 0xfe ? "utf16le" : "latin1").trimStart();
  return /^[^\w]{0,3}[<{]/.test(text) && WORDS.some((word) => text.includes(word));
}

export const openLoneDescriptor: OpenFile = () =>
  Promise.reject(
    new SlideFileError(
      "unsupported",
      "This is only the descriptor of a tile set. Zip it together with its tile folder, and add the zip.",
    ),
  );
