/** OME-TIFF from other programs: the assignment of planes, and that each has the file's own bytes. */
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { decodePicture } from "../../codec/raw-picture.ts";
import { probeSlideFile } from "../../open-slide-file.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { describeSharedFile } from "../../testing/shared-data.ts";
import { thumbnailOf } from "../../thumbnail-of.ts";

async function withPlanes(path: string, use: (slide: OpenedSlide) => Promise<void>): Promise<void> {
  const probed = await probeSlideFile(path);
  if (probed.kind !== "slide") throw new Error(`${path} is not a slide`);
  try {
    await use(probed.source);
  } finally {
    await probed.source.close();
  }
}

/**
 * Start of the SHA-256 of each page's bytes, 128 added to each, in the order of the file (depths, then channels):
 * uncompressed strips of one row, assembled by a few lines of Python.
 */
const PAGES = {
  "wsi/multi-channel-z-series.ome.tif": [
    "0a4e579dff93d5ed",
    "21e4f2f4ce45283e",
    "d613808c4cddd915",
    "009a9ab10b310d8f",
    "5a6a43c3c5eef748",
    "17b53d9a3b8ac724",
    "4537cdf6f4d4283b",
    "6ebdafe892a64502",
    "36f66f0111a83078",
    "8bcfec9a50a75bed",
    "c84b9698585996e7",
    "61f004f2122ca88f",
    "e06088cd39540258",
    "846445dc47248261",
    "159f0022b6d4de97",
  ],
  "wsi/multi-channel.ome.tif": ["e547f78feffa21f5", "bdcfc03e61bd232d", "b2cf749dcccb7b18"],
} as const;

for (const [file, pages] of Object.entries(PAGES)) {
  const depths = pages.length / 3;
  describeSharedFile(file, (path) => {
    it(`has 3 channels and ${depths} depths of signed 8 bits, each on its own page`, () =>
      withPlanes(path, async (slide) => {
        expect(slide).toMatchObject({ format: "ome-tiff", width: 439, height: 167 });
        expect(slide.planes).toMatchObject({ sampleBits: 8, depths, times: 1 });
        expect(slide.planes!.channels).toHaveLength(3);
        for (const [index, expected] of pages.entries()) {
          const plane = { channel: Math.floor(index / depths), depth: index % depths, time: 0 };
          const { bytes, mediaType } = await slide.readTile(0, 0, 0, { plane });
          expect(mediaType).toBe("image/png");
          const { samples } = await decodePicture(bytes);
          const grey = Uint8Array.from({ length: samples.length / 3 }, (_, pixel) => samples[pixel * 3]!);
          expect(createHash("sha256").update(grey).digest("hex").slice(0, 16)).toBe(expected);
        }
      }));

    it("its thumbnail runs from black to white: the channels' window is measured", () =>
      withPlanes(path, async (slide) => {
        const { samples } = await decodePicture((await thumbnailOf(slide, 439)).bytes);
        expect(samples.reduce((min, sample) => Math.min(min, sample))).toBeLessThan(10);
        expect(samples.reduce((most, sample) => Math.max(most, sample))).toBeGreaterThan(245);
      }));
  });
}
