/** The exact pixels expected when each tile of an image is sent as a JPEG. */
import { copyPicture, decodePicture, encodeJpeg, type RawPicture } from "../codec/raw-picture.ts";
import { partOf } from "./pictures.ts";
import { TILE } from "./slide-files.ts";

export async function recodedLevel(picture: RawPicture, quality: number, tile = TILE): Promise<RawPicture> {
  const { width, height } = picture;
  const whole: RawPicture = { width, height, channels: 3, samples: Buffer.alloc(width * height * 3) };
  for (let top = 0; top < height; top += tile.height) {
    for (let left = 0; left < width; left += tile.width) {
      const part = partOf(picture, left, top, Math.min(tile.width, width - left), Math.min(tile.height, height - top));
      copyPicture(await decodePicture((await encodeJpeg(part, quality)).bytes), whole, left, top);
    }
  }
  return whole;
}
