/** A slide of blue and brown nuclei in rows, at 0.5 µm per pixel, for tests of counting. */
import sharp from "sharp";
import { drawOnce } from "./drawn-files.ts";

const SPACING_PX = 50;
const RADIUS_PX = 9;
const GLASS = 242;
const BROWN = [120, 70, 35] as const;
const BLUE = [110, 95, 170] as const;
const CHANNELS = 3;
const PIXELS_PER_MM = 2000;

/** Large enough for the analyser to divide it into several tiles. */
export const NUCLEI_SLIDE = { width: 2_200, height: 1_300 } as const;
const COLUMNS = NUCLEI_SLIDE.width / SPACING_PX;
const ROWS = NUCLEI_SLIDE.height / SPACING_PX;
export const NUCLEI_ON_SLIDE = COLUMNS * ROWS;

/** Centre of a nucleus, slide pixels. */
export const middleOfNucleus = (column: number, row: number): readonly [x: number, y: number] => [
  (column + 0.5) * SPACING_PX,
  (row + 0.5) * SPACING_PX,
];

/** Every third is brown. @returns path of a tiled TIFF with levels. */
export function writeNucleiFile(): Promise<string> {
  return drawOnce("nuclei.tif", async (path) => {
    const { width, height } = NUCLEI_SLIDE;
    const samples = Buffer.alloc(width * height * CHANNELS, GLASS);
    for (let row = 0; row < ROWS; row += 1)
      for (let column = 0; column < COLUMNS; column += 1) {
        const [middleX, middleY] = middleOfNucleus(column, row);
        for (let y = middleY - RADIUS_PX; y <= middleY + RADIUS_PX; y += 1)
          for (let x = middleX - RADIUS_PX; x <= middleX + RADIUS_PX; x += 1)
            if (Math.hypot(x - middleX, y - middleY) <= RADIUS_PX)
              samples.set((row + column) % 3 === 0 ? BROWN : BLUE, CHANNELS * (y * width + x));
      }
    const resolution = { xres: PIXELS_PER_MM, yres: PIXELS_PER_MM };
    await sharp(samples, { raw: { width, height, channels: CHANNELS } })
      .tiff({ tile: true, tileWidth: 256, tileHeight: 256, pyramid: true, compression: "jpeg", ...resolution })
      .toFile(path);
  });
}
