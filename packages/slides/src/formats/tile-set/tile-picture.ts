/** Detects the type and size of a tile from its bytes, whatever its file name. */
import sharp from "sharp";
import { type EncodedImage, SlideFileError } from "../../slide-source.ts";

/** Source: ITU-T T.81 B.1; PNG (W3C) 5.2; RFC 9649 (WebP), 2.4. */
const MEDIA_TYPES: readonly (readonly [EncodedImage["mediaType"], (bytes: Buffer) => boolean])[] = [
  ["image/jpeg", (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  ["image/png", (bytes) => bytes.length >= 8 && bytes.readUInt32BE(0) === 0x89504e47],
  ["image/webp", (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP"],
];

/** @throws SlideFileError `damaged` if browsers cannot show it. */
export function mediaTypeOf(bytes: Buffer): EncodedImage["mediaType"] {
  const found = MEDIA_TYPES.find(([, isSo]) => isSo(bytes));
  if (found) return found[0];
  throw new SlideFileError("damaged", "This set of tiles is damaged: a tile in it is neither JPEG, PNG nor WebP.");
}

/** @returns null if it cannot be determined. */
export async function pictureSizeOf(bytes: Buffer): Promise<{ width: number; height: number } | null> {
  return sharp(bytes)
    .metadata()
    .then(
      ({ width, height }) => ({ width, height }),
      () => null,
    );
}

/** A white tile for a missing one. */
export async function whiteTile(size: { readonly width: number; readonly height: number }): Promise<EncodedImage> {
  const bytes = await sharp({ create: { ...size, channels: 3, background: "white" } })
    .png()
    .toBuffer();
  return { bytes, mediaType: "image/png" };
}
