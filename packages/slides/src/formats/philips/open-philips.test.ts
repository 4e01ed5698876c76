import { describe, expect, it } from "vitest";
import { decodePicture } from "../../codec/raw-picture.ts";
import { openSlideFile, probeSlideFile } from "../../open-slide-file.ts";
import { assembleLevel } from "../../testing/assemble-level.ts";
import { buildPhilips, type PhilipsSpec } from "../../testing/build-philips.ts";
import { describeWithOpenSlide, openSlideLevel, openSlideProperties } from "../../testing/openslide-program.ts";
import { buildPicture, compareSamples } from "../../testing/pictures.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";

const { fileOf, probeSlide } = temporarySlideFiles();

/** 300 x 200 px fill 5 x 4 tiles of 64; 75 x 50 fill 2 x 1, which is not the shape of the slide. */
const SPEC: PhilipsSpec = {
  levels: [
    { picture: buildPicture(300, 200), downsample: 1 },
    { picture: buildPicture(150, 100, 3, 2), downsample: 2 },
    { picture: buildPicture(75, 50, 3, 3), downsample: 4 },
  ],
  spacingMm: { x: 0.000227, y: 0.000228 },
  leftOut: [7],
  label: buildPicture(40, 30),
  macro: buildPicture(90, 30),
  barcode: "S16-1234 A",
};

describe("a Philips TIFF", () => {
  it("has levels scaled by their spacing, not by the size of their tiles", async () => {
    const slide = await probeSlide(await buildPhilips(SPEC));
    expect(slide).toMatchObject({ format: "philips-tiff", width: 320, height: 256, isRecoding: false, planes: null });
    expect(slide.levels.map(({ width, height, downsample }) => [width, height, downsample])).toEqual([
      [320, 256, 1],
      [160, 128, 2],
      [80, 64, 4],
    ]);
    expect(slide.pixelSizeUm?.x).toBeCloseTo(0.227, 9);
    expect(slide.pixelSizeUm?.y).toBeCloseTo(0.228, 9);
  });

  it("is white where a tile is missing", async () => {
    const slide = await probeSlide(await buildPhilips(SPEC));
    const { samples } = await decodePicture((await slide.readTile(0, 2, 1)).bytes);
    expect(samples.every((sample) => sample === 255)).toBe(true);
    expect((await slide.readTile(0, 1, 1)).mediaType).toBe("image/jpeg");
  });

  it("has its scanner and barcode, and no patient data", async () => {
    const { properties } = await probeSlide(await buildPhilips(SPEC));
    expect(properties).toEqual({
      "philips.DICOM_MANUFACTURER": "PHILIPS",
      "philips.DICOM_ACQUISITION_DATETIME": "20160718122300.000000",
      "philips.PIM_DP_UFS_BARCODE": "S16-1234 A",
    });
  });

  it("has label and macro in its description", async () => {
    const slide = await probeSlide(await buildPhilips(SPEC));
    expect(slide.associatedImages).toEqual([
      { name: "label", width: 40, height: 30 },
      { name: "macro", width: 90, height: 30 },
    ]);
    const macro = await decodePicture((await slide.readAssociatedImage("macro")).bytes);
    expect(macro).toMatchObject({ width: 90, height: 30 });
    await expect(slide.readAssociatedImage("thumbnail")).rejects.toThrow(RangeError);
  });

  it("without images in its description is opened again from its directory", async () => {
    const path = await fileOf(await buildPhilips({ levels: SPEC.levels, leftOut: [0, 1] }));
    const first = await openSlideFile(path);
    expect(first.associatedImages).toEqual([]);
    await first.close();
    const again = await openSlideFile(path, { directory: first.directory! });
    expect(again).toMatchObject({ format: "philips-tiff", width: 320 });
    expect(again.levels[2]).toMatchObject({ width: 80, downsample: 4 });
    await again.close();
  });

  it("without spacings has levels by powers of two", async () => {
    const description = '<DataObject ObjectType="DPUfsImport"></DataObject>';
    const slide = await probeSlide(await buildPhilips({ ...SPEC, description }));
    expect(slide.pixelSizeUm).toBeNull();
    expect(slide.levels.map(({ downsample }) => downsample)).toEqual([1, 2, 4]);
  });

  const rejected: [what: string, description: string, reason: string][] = [
    ["a description that ends too early", '<DataObject ObjectType="DPUfsImport"><Attribute>', "damaged"],
    [
      "two slides in one file",
      `<DataObject ObjectType="DPUfsImport"><Attribute Name="PIM_DP_SCANNED_IMAGES"><Array>${'<DataObject><Attribute Name="PIM_DP_IMAGE_TYPE">WSI</Attribute></DataObject>'.repeat(2)}</Array></Attribute></DataObject>`,
      "unsupported",
    ],
  ];
  for (const [what, description, reason] of rejected) {
    it(`is rejected for ${what}`, async () => {
      const path = await fileOf(await buildPhilips({ ...SPEC, description }));
      await expect(probeSlideFile(path)).rejects.toMatchObject({ name: "SlideFileError", reason });
    });
  }
});

describeWithOpenSlide("a Philips TIFF, next to OpenSlide", () => {
  it("is identical pixel by pixel at each level", async () => {
    // OpenSlide leaves missing tiles transparent, which its program writes as black.
    const bytes = await buildPhilips({ ...SPEC, leftOut: [] });
    const path = await fileOf(bytes);
    const slide = await probeSlide(bytes);
    const theirs = await openSlideProperties(path);
    expect(theirs.get("openslide.vendor")).toBe("philips");
    expect(Number(theirs.get("openslide.mpp-x"))).toBeCloseTo(slide.pixelSizeUm!.x, 6);
    for (const [index, level] of slide.levels.entries()) {
      expect(Number(theirs.get(`openslide.level[${index}].downsample`))).toBe(level.downsample);
      const expected = await openSlideLevel(path, index, level);
      expect(compareSamples((await assembleLevel(slide, index)).samples, expected.samples).greatest).toBe(0);
    }
  });
});
