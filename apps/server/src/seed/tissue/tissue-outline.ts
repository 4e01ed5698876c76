/**
 * The outline of a piece of tissue on the glass: an irregular blob with margins and a rough edge.
 */
import type { Noise } from "./noise.ts";

/** @returns the distance in px from the edge to a point inside the piece, negative on bare glass. */
type Outline = (x: number, y: number) => number;

/**
 * @param share share of the image's half width and half height that the piece covers.
 */
export function blobOutline(noise: Noise, width: number, height: number, share = 0.86): Outline {
  const radiusX = (width / 2) * share;
  const radiusY = (height / 2) * share;
  const radius = Math.min(radiusX, radiusY);
  return (x, y) => {
    const u = (x - width / 2) / radiusX;
    const v = (y - height / 2) / radiusY;
    // Between an ellipse and a rectangle, like pieces of tissue.
    const distance = (u * u * u * u + v * v * v * v + 0.9 * u * u * v * v) ** 0.25;
    const swing = 0.09 * noise(u * 1.4 + 3, v * 1.4 + 8) + 0.045 * noise(u * 4 + 21, v * 4 + 5);
    const rough = 26 * noise(x / 210, y / 210) + 10 * noise(x / 60, y / 60) + 4 * noise(x / 17, y / 17);
    return (1 - distance - swing - 0.04) * radius + rough;
  };
}
