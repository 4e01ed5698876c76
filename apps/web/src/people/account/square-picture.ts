/** Reduces an image before the upload: its centre as a square, upright, without metadata. */

/** Side of the uploaded image, in pixels. */
const SIDE_PX = 512;
const JPEG_QUALITY = 0.9;

/** The largest centred square of an image, in whole pixels. */
export function middleSquare({ width, height }: { readonly width: number; readonly height: number }) {
  const side = Math.min(width, height);
  return { x: Math.floor((width - side) / 2), y: Math.floor((height - side) / 2), side };
}

/** @returns a data URL. @throws if the browser cannot read the file as an image. */
export async function squarePicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  try {
    const { x, y, side } = middleSquare(picture);
    const canvas = document.createElement("canvas");
    canvas.width = SIDE_PX;
    canvas.height = SIDE_PX;
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser draws no pictures.");
    context.fillStyle = "white";
    context.fillRect(0, 0, SIDE_PX, SIDE_PX);
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, x, y, side, side, 0, 0, SIDE_PX, SIDE_PX);
    return canvas.toDataURL("image/jpeg", JPEG_QUALITY);
  } finally {
    picture.close();
  }
}
