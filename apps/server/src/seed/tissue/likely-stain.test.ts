/** The stain determined from pixels, on generated slides and on real tiles. */
import { existsSync } from "node:fs";
import { stainOfPixels } from "@parfocal/core/cell-analysis/likely-stain.ts";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it } from "vitest";
import { tissueScenes } from "./tissue-scene.ts";

const OVERVIEW_PX = 256;
const HISTOLOGY = new URL("../../../../../../shared/data/histology/", import.meta.url);
const HE = "hematoxylin-eosin";
const DAB = "hematoxylin-dab";

const overviewOf = (picture: Sharp): Promise<Buffer> =>
  picture.resize({ width: OVERVIEW_PX }).toColourspace("srgb").ensureAlpha().raw().toBuffer();

describe("the stain of an overview", () => {
  const scenes = tissueScenes({ scale: 0.06 });
  for (const [key, stain] of [
    ["liver-he", HE],
    ["ki67", DAB],
  ] as const)
    it(`of the generated slide ${key} is ${stain}`, async () => {
      const scene = scenes.find((candidate) => candidate.key === key)!;
      const { width, height } = scene;
      const picture = sharp(scene.renderBand(0, height), { raw: { width, height, channels: 3 } });
      expect(stainOfPixels(await overviewOf(picture))).toBe(stain);
    });

  // The shared images are not part of the repository.
  for (const [name, stain] of [
    ["deepliif_22_2_ihc.png", DAB],
    ["deepliif_34_3_ihc.png", DAB],
    ["deepliif_ROI_1.png", DAB],
    ["skimage_ihc.png", DAB],
    ["histolab_high-nuclei-score-level0.png", HE],
    ["histolab_low-nuclei-score-level0.png", HE],
    ["histolab_tissue-level0-4302-10273-4814-10785.png", HE],
    ["stardist_histo.jpg", HE],
    ["histolab_no-tissue.png", null],
    ["histolab_no-tissue-green-pen.png", null],
  ] as const)
    it.runIf(existsSync(new URL(name, HISTOLOGY)))(`of the real tile ${name} is ${stain}`, async () => {
      expect(stainOfPixels(await overviewOf(sharp(new URL(name, HISTOLOGY).pathname)))).toBe(stain);
    });
});
