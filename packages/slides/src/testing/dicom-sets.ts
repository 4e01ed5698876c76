/** Temporary folders of DICOM files for tests, deleted after the tests of the file. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { probeSlideFile } from "../open-slide-file.ts";
import type { OpenedSlide } from "../opening/opened-slide.ts";

/**
 * Must be called where `beforeAll` is allowed. @returns a function that probes files as one set; the slide is closed
 * after the tests.
 */
export function temporaryDicomSets(): (files: Readonly<Record<string, Uint8Array>>) => Promise<OpenedSlide> {
  let folder = "";
  let count = 0;
  const opened: OpenedSlide[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parfocal-dicom-"));
  });
  afterAll(async () => {
    await Promise.all(opened.map((slide) => slide.close()));
    await rm(folder, { recursive: true });
  });
  return async (files) => {
    const path = join(folder, String(++count));
    await mkdir(path);
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(path, name), bytes);
    const probed = await probeSlideFile(path);
    if (probed.kind !== "slide") throw new Error("This is convertible only.");
    opened.push(probed.source);
    return probed.source;
  };
}
