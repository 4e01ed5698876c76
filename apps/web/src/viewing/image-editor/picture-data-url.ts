/** Resizes a chosen image, so that it can be sent as a slide's thumbnail. */
import { THUMBNAIL_SIZE } from "#image/capture-settled.ts";

const JPEG_QUALITY = 0.9;

/**
 * In the size of a thumbnail, cropped to its aspect ratio around the middle.
 *
 * @returns a JPEG as a data URL. @throws if the browser cannot read it as an image.
 */
export async function pictureDataUrl(picture: Blob): Promise<string> {
  const bitmap = await createImageBitmap(picture);
  const { width, height } = THUMBNAIL_SIZE;
  const scale = Math.max(width / bitmap.width, height / bitmap.height);
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  const [drawnWidth, drawnHeight] = [bitmap.width * scale, bitmap.height * scale];
  context.drawImage(bitmap, (width - drawnWidth) / 2, (height - drawnHeight) / 2, drawnWidth, drawnHeight);
  bitmap.close();
  return canvas.toDataURL("image/jpeg", JPEG_QUALITY);
}
