/** A small slide file with a label image, as written by scanners. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import type { SharedTestServer } from "./test-server.ts";
import { fixturesFolder } from "./tiny-pyramid.ts";

/** @returns path of the file, which must not be changed. */
export async function labelledSlide({ dataFolder }: SharedTestServer): Promise<string> {
  const path = join(fixturesFolder(dataFolder), "labelled.tif");
  const label = { width: 40, height: 30, segments: [buildPicture(40, 30).samples], description: "label" };
  await writeFile(path, buildTiff({ pages: [rawPage(buildPicture(150, 110)), label] }));
  return path;
}
