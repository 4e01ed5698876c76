/** Diagram of a kidney cut in half: cortex, pyramids of the medulla, pelvis; and the location of the slide. */
import sharp from "sharp";

const WIDTH = 480;
const HEIGHT = 640;
const GROUND = [250, 248, 245] as const;
const CAPSULE = [120, 62, 52] as const;
const CORTEX = [214, 138, 118] as const;
const PYRAMID = [176, 84, 82] as const;
const PELVIS = [246, 218, 168] as const;
const SAMPLE = [60, 52, 148] as const;
const PYRAMIDS = 7;

type Colour = readonly [red: number, green: number, blue: number];

/** @returns a PNG. */
export async function drawKidneyScheme(): Promise<Buffer> {
  const rgb = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1) for (let x = 0; x < WIDTH; x += 1) rgb.set(colourAt(x, y), (y * WIDTH + x) * 3);
  return sharp(rgb, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png({ palette: true })
    .toBuffer();
}

/** In units of half the image's width, from the middle; the hilum is on the right. */
function colourAt(x: number, y: number): Colour {
  const u = (x - WIDTH / 2) / (WIDTH / 2);
  const v = (y - HEIGHT / 2) / (WIDTH / 2);
  if (isOnFrame(u, v)) return SAMPLE;
  // An ellipse with an indentation at the right gives a bean shape.
  const body = Math.hypot(u / 0.78, v / 1.16) + 0.34 * Math.exp(-((u - 0.75) ** 2 / 0.09 + v ** 2 / 0.12));
  if (body > 1) return GROUND;
  if (body > 0.965) return CAPSULE;
  const [fromHilumX, fromHilumY] = [u - 0.42, v / 1.35];
  const reach = Math.hypot(fromHilumX, fromHilumY);
  if (reach < 0.2 || (u > 0.3 && Math.abs(v) < 0.14)) return PELVIS;
  const angle = Math.atan2(fromHilumY, -fromHilumX);
  const inSector = ((angle / Math.PI + 0.75) * PYRAMIDS) % 1.5;
  const isInPyramid = reach > 0.24 && body < 0.72 && Math.abs(inSector - 0.75) < 0.12 + 0.55 * (reach - 0.2);
  return isInPyramid && Math.abs(angle) < 2.3 ? PYRAMID : CORTEX;
}

/** Around the piece of cortex that the slide shows. */
function isOnFrame(u: number, v: number): boolean {
  const [left, top, side, line] = [-0.74, -0.24, 0.22, 0.014];
  const isWithin = (inset: number) =>
    u > left + inset && u < left + side - inset && v > top + inset && v < top + side - inset;
  return isWithin(0) && !isWithin(line);
}
