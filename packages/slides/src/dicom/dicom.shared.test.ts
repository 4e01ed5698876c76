/**
 * Real DICOM slides.
 *
 * Compared by hand with Debian's dcmtk (`dcmdjpeg`, `dcmdjpls`): sm_image_jpegls.dcm equals sm_image.dcm in each sample, and so
 * do all tiles of the CAMELYON image those that dcmtk decodes, except the last column and row of cropped tiles.
 */
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { RawPicture } from "../codec/raw-picture.ts";
import { decodePicture } from "../codec/raw-picture.ts";
import { probeSlideFile } from "../open-slide-file.ts";
import type { OpenedSlide } from "../opening/opened-slide.ts";
import { assembleLevel } from "../testing/assemble-level.ts";
import { temporaryDicomSets } from "../testing/dicom-sets.ts";
import { compareSamples, partOf } from "../testing/pictures.ts";
import { recodedLevel } from "../testing/recoded-level.ts";
import { describeSharedFile, sharedDataPath } from "../testing/shared-data.ts";

const probeSet = temporaryDicomSets();

async function withSlide(path: string, work: (slide: OpenedSlide) => Promise<void>): Promise<void> {
  const probed = await probeSlideFile(path);
  if (probed.kind !== "slide") throw new Error("This is a slide.");
  await work(probed.source).finally(() => probed.source.close());
}

/** The pixels of sm_image.dcm, which end the file: 25 frames of 10 x 10. */
async function smPicture(): Promise<RawPicture> {
  const bytes = await readFile(sharedDataPath("wsi/sm_image.dcm"));
  const stored = bytes.subarray(bytes.length - 50 * 50 * 3);
  const samples = Buffer.alloc(stored.length);
  for (let frame = 0; frame < 25; frame++) {
    for (let row = 0; row < 10; row++) {
      const target = ((Math.floor(frame / 5) * 10 + row) * 50 + (frame % 5) * 10) * 3;
      stored.copy(samples, target, (frame * 10 + row) * 30, (frame * 10 + row + 1) * 30);
    }
  }
  return { width: 50, height: 50, channels: 3, samples };
}

for (const file of ["wsi/sm_image.dcm", "wsi/sm_image_jpegls.dcm"]) {
  describeSharedFile(file, (path) => {
    it("has the pixels at the end of sm_image.dcm", () =>
      withSlide(path, async (slide) => {
        const expected = await recodedLevel(await smPicture(), 90, { width: 10, height: 10 });
        expect(compareSamples((await assembleLevel(slide, 0)).samples, expected.samples).greatest).toBe(0);
        expect(slide).toMatchObject({ format: "dicom", width: 50, height: 50, pixelSizeUm: { x: 0.499, y: 0.499 } });
        expect(slide.properties).toMatchObject({
          "dicom.PatientName": "Test^Patient",
          "dicom.ContainerIdentifier": "S19-1_A_1_1",
          "dicom.Stain": "Hematoxylin stain, Water soluble eosin stain",
        });
      }));
  });
}

describeSharedFile("wsi/multi_frame_jpeg_camelyon_challenge_image.dcm", (path) => {
  it("is 1152 x 700 px of 29 µm in tiles of 256 px, whose JPEG is passed through", () =>
    withSlide(path, async (slide) => {
      expect(slide).toMatchObject({
        width: 1152,
        height: 700,
        pixelSizeUm: { x: 28.969, y: 28.968 },
        isRecoding: false,
      });
      const bytes = await readFile(path);
      const tile = (await slide.readTile(0, 1, 1)).bytes;
      expect([tile.length, bytes.includes(tile)]).toEqual([13_040, true]);
    }));

  it("its edges are cropped from the complete tiles", () =>
    withSlide(path, async (slide) => {
      const bytes = await readFile(path);
      const last = bytes.subarray(bytes.lastIndexOf(Buffer.from("ffd8ffe0", "hex")));
      const whole = await decodePicture(last);
      const edge = await decodePicture((await slide.readTile(0, 4, 2)).bytes);
      expect([edge.width, edge.height]).toEqual([128, 188]);
      // Except the last column and row, as described in `codec/jpeg-cut.ts`.
      const inner = (from: RawPicture) => partOf(from, 0, 0, 126, 186).samples;
      expect(compareSamples(inner(edge), inner(whole)).greatest).toBe(0);
    }));
});

describeSharedFile("wsi/boxes_0.dcm", (path) => {
  it("is 16 x 16 px, cropped from a tile of 64, in the colours of its own marker", () =>
    withSlide(path, async (slide) => {
      expect(slide).toMatchObject({ width: 16, height: 16, objectivePower: 20, associatedImages: [] });
      const bytes = await readFile(path);
      const frame = bytes.subarray(bytes.indexOf(Buffer.from("ffd8ffee", "hex")));
      const { data } = await sharp(frame)
        .raw()
        .extract({ left: 0, top: 0, width: 16, height: 16 })
        .toBuffer({ resolveWithObject: true });
      expect(compareSamples((await assembleLevel(slide, 0)).samples, data).greatest).toBe(0);
    }));

  it("with boxes_1.dcm is a slide with a thumbnail", async () => {
    const boxes = {
      "0.dcm": await readFile(path),
      "1.dcm": await readFile(sharedDataPath("wsi/boxes_1.dcm")),
    };
    const slide = await probeSet(boxes);
    expect(slide.levels).toHaveLength(1);
    expect(slide.associatedImages).toEqual([{ name: "thumbnail", width: 16, height: 16 }]);
    expect((await decodePicture((await slide.readAssociatedImage("thumbnail")).bytes)).width).toBe(16);
  });
});

describeSharedFile("wsi/boxes_1.dcm", (path) => {
  it("a thumbnail alone, without compression", () =>
    withSlide(path, async (slide) => {
      expect(slide).toMatchObject({ width: 16, height: 16, isRecoding: true });
    }));
});

describeSharedFile("wsi/sm_annotations.dcm", (path) => {
  it("next to its slide: two nuclei", async () => {
    const slide = await probeSet({ a: await readFile(path), b: await readFile(sharedDataPath("wsi/sm_image.dcm")) });
    expect(await slide.readAnnotations!()).toEqual([
      { shape: "point", pointsPx: [[34.6, 18.4]], label: "nuclei" },
      { shape: "point", pointsPx: [[28.7, 34.9]], label: "nuclei" },
    ]);
  });
});

describe("reports the type of DICOM files that are not slides", () => {
  for (const [file, what] of [
    ["wsi/sm_annotations.dcm", "annotations without their slide"],
    ["wsi/seg_image_sm_dots_tiled_full.dcm", "a segmentation"],
    // These two have the start of a TIFF before the DICOM prefix.
    ["radiology/CT_small.dcm", "a CT image"],
    ["radiology/MR_small.dcm", "an MR image"],
    ["radiology/US-PAL-8-10x-echo.dcm", "an ultrasound image"],
    ["radiology/dwv-test-simple.dcm", "another type of image (MR)"],
    ["radiology/KNIX_knee_MR_17.zip", "an MR image"],
    ["radiology/pydicom_dicomdir_CT_MR_CR.zip", "a directory of DICOM files"],
  ] as const) {
    describeSharedFile(file, (path) => {
      it(`${what}`, async () => {
        await expect(probeSlideFile(path)).rejects.toMatchObject({
          name: "SlideFileError",
          reason: "notASlide",
          message: expect.stringContaining(what),
        });
      });
    });
  }
});
