/**
 * The smallest level of a slide with channels as one picture in colour, each channel from one sample to another.
 *
 * Usage: node examples/composite-channels.ts SLIDE OUTPUT.png [MIN-MAX …]   a window for each channel; default: measured
 */
import { writeFile } from "node:fs/promises";
import { copyPicture, encodePng, type RawPicture } from "@parfocal/slides/codec/raw-picture.ts";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { readPlaneTile } from "@parfocal/slides/picture/colour-tile.ts";
import { compositeChannels } from "@parfocal/slides/picture/composite-channels.ts";
import { shownPlanesOf } from "@parfocal/slides/picture/measured-windows.ts";
import { openingPlaneOf, tileGridOf } from "@parfocal/slides/slide-source.ts";

const [input, output, ...windows] = process.argv.slice(2);
const slide = await openSlideFile(input!);
const planes = await shownPlanesOf(slide);
if (!planes?.channels.length) throw new Error("This slide has no channels.");
const channels = planes.channels.map((channel, index) => {
  const [min, max] = (windows[index] ?? `${channel.window.min}-${channel.window.max}`).split("-").map(Number);
  return { ...channel, window: { min: min!, max: max! } };
});

const level = slide.levels.length - 1;
const { width, height, tileWidth, tileHeight } = slide.levels[level]!;
const whole: RawPicture = { width, height, channels: 3, samples: Buffer.alloc(width * height * 3) };
const { columns, rows } = tileGridOf(slide.levels[level]!);
for (let y = 0; y < rows; y++) {
  for (let x = 0; x < columns; x++) {
    const reading = channels.map((_, channel) =>
      readPlaneTile(slide, level, x, y, { plane: { ...openingPlaneOf(planes), channel } }),
    );
    const tile = compositeChannels(await Promise.all(reading), channels, planes.sampleBits);
    copyPicture(tile, whole, x * tileWidth, y * tileHeight);
  }
}
await writeFile(output!, (await encodePng(whole)).bytes);
await slide.close();
