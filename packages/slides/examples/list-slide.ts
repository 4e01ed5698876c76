/**
 * What a slide is: its levels, pixel size, planes, and what else its file says.
 *
 * Usage: node examples/list-slide.ts SLIDE
 */
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { tileGridOf } from "@parfocal/slides/slide-source.ts";

const slide = await openSlideFile(process.argv[2]!);
const { pixelSizeUm, planes } = slide;
console.log(`${slide.format}, ${slide.width} x ${slide.height} px`);
console.log(pixelSizeUm ? `${pixelSizeUm.x} x ${pixelSizeUm.y} µm a pixel` : "pixel size unknown");
for (const [index, level] of slide.levels.entries()) {
  const { columns, rows } = tileGridOf(level);
  console.log(
    `level ${index}: ${level.width} x ${level.height} px in ${columns} x ${rows} tiles, 1:${level.downsample}`,
  );
}
if (planes) {
  const names = planes.channels.map(({ name }) => name).join(", ") || "in colour";
  console.log(`planes: ${names}; ${planes.depths} depths, ${planes.times} times`);
}
for (const { name, width, height } of slide.associatedImages) console.log(`${name}: ${width} x ${height} px`);
for (const [key, value] of Object.entries(slide.properties)) console.log(`${key} = ${value}`);
await slide.close();
