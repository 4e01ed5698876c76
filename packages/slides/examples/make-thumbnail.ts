/**
 * A small JPEG of a whole slide.
 *
 * Usage: node examples/make-thumbnail.ts SLIDE OUTPUT [LONGER-SIDE-PX]
 */
import { writeFile } from "node:fs/promises";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import { thumbnailOf } from "@parfocal/slides/thumbnail-of.ts";

const [input, output, sidePx = "256"] = process.argv.slice(2);
const slide = await openSlideFile(input!);
await writeFile(output!, (await thumbnailOf(slide, Number(sidePx))).bytes);
await slide.close();
