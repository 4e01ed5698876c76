/** A small slide file that carries a label, as scanners write it. */
import { mkdtempSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";

let path: Promise<string> | undefined;

/** @returns path of the file; read it, never change it. */
export function labelledSlide(): Promise<string> {
  path ??= write();
  return path;
}

async function write(): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), "parfocal-test-label-")), "labelled.tif");
  const label = { width: 40, height: 30, segments: [buildPicture(40, 30).samples], description: "label" };
  await writeFile(file, buildTiff({ pages: [rawPage(buildPicture(150, 110)), label] }));
  return file;
}
