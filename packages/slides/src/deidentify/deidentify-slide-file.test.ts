import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openSlideFile } from "../open-slide-file.ts";
import { tileGridOf } from "../slide-source.ts";
import { buildTiff } from "../testing/build-tiff.ts";
import { buildPicture } from "../testing/pictures.ts";
import { type PrivateSlide, privateDicom, privateNdpi, privateOme, privateSvs } from "../testing/private-slides.ts";
import { describeSharedFile } from "../testing/shared-data.ts";
import { rawPage, temporarySlideFiles } from "../testing/slide-files.ts";
import { deidentifySlideFile } from "./deidentify-slide-file.ts";
import { writeAndVerify } from "./write-and-verify.ts";

const { fileOf, folder } = temporarySlideFiles();

/** @returns path of the de-identified copy. */
async function cleaned(path: string): Promise<string> {
  const output = outputPath();
  await writeAndVerify({ inputPath: path, outputPath: output }, () => {});
  return output;
}

let count = 0;
function outputPath(): string {
  count += 1;
  return join(folder(), `cleaned-${count}`);
}

async function expectSameTiles(beforePath: string, afterPath: string): Promise<void> {
  const [before, after] = [await openSlideFile(beforePath), await openSlideFile(afterPath)];
  expect(after.levels).toEqual(before.levels);
  expect(after.pixelSizeUm).toEqual(before.pixelSizeUm);
  expect(after.objectivePower).toEqual(before.objectivePower);
  expect(after.planes).toEqual(before.planes);
  let compared = 0;
  for (const [level, facts] of before.levels.entries()) {
    const { columns, rows } = tileGridOf(facts);
    for (let index = 0; index < columns * rows; index += 1) {
      const place = [level, index % columns, Math.floor(index / columns)] as const;
      expect((await after.readTile(...place)).bytes.equals((await before.readTile(...place)).bytes)).toBe(true);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(0);
  await before.close();
  await after.close();
}

async function expectNothingOf({ secrets, secretPixels }: PrivateSlide, path: string): Promise<void> {
  const bytes = await readFile(path);
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
  expect(bytes.includes("SECRET")).toBe(false);
  for (const pixels of secretPixels) {
    const samples = Array.from({ length: Math.floor(pixels.length / SAMPLE_BYTES) }, (_, index) =>
      pixels.subarray(index * SAMPLE_BYTES, (index + 1) * SAMPLE_BYTES),
    ).filter((sample) => new Set(sample).size > SAMPLE_BYTES / 4);
    expect(samples.length).toBeGreaterThan(5);
    expect(samples.filter((sample) => bytes.includes(sample))).toEqual([]);
  }
}

/** Unique, unless it has a single colour. */
const SAMPLE_BYTES = 24;

const slides: [name: string, build: () => PrivateSlide | Promise<PrivateSlide>][] = [
  ["SVS", privateSvs],
  ["SVS as BigTIFF", () => privateSvs({ isBigTiff: true })],
  ["NDPI", privateNdpi],
  ["OME-TIFF", privateOme],
  ["DICOM", privateDicom],
];

describe("a de-identified copy", () => {
  for (const [name, build] of slides) {
    it(`of ${name} shows the same image without patient data`, async () => {
      const slide = await build();
      const path = await fileOf(slide.bytes);
      const before = await readFile(path);
      // The original contains the secrets.
      expect(slide.secrets.filter((secret) => !before.includes(secret))).toEqual(
        name === "DICOM" ? ["SECRET-DICOM-private-LABEL", "SECRET-DICOM-private-OVERVIEW", "SECRET-NAME"] : [],
      );
      const output = await cleaned(path);
      await expectNothingOf(slide, output);
      await expectSameTiles(path, output);
      const after = await openSlideFile(output);
      expect(after.associatedImages.filter(({ name: role }) => role !== "thumbnail")).toEqual([]);
      await after.close();
      expect(await readFile(path)).toEqual(before);
    });

    it(`of a de-identified ${name} is the same again`, async () => {
      const once = await cleaned(await fileOf((await build()).bytes));
      const twice = await cleaned(once);
      await expectSameTiles(once, twice);
    });
  }

  it("is made in a sandboxed process, and reports its progress", async () => {
    const slide = privateSvs();
    const output = outputPath();
    const reported: number[] = [];
    await deidentifySlideFile(await fileOf(slide.bytes), output, { onProgress: (done) => void reported.push(done) });
    await expectNothingOf(slide, output);
    expect(reported.at(-1)).toBe(1);
    expect(reported).toEqual(reported.toSorted((one, other) => one - other));
  });

  it("of a DICOM set has no label, overview or file names; equal UIDs stay equal", async () => {
    const slide = privateDicom();
    const path = join(folder(), "set");
    await mkdir(path);
    for (const [name, bytes] of Object.entries(slide.files)) await writeFile(join(path, name), bytes);
    const before = await openSlideFile(path);
    expect(before.associatedImages.map(({ name }) => name)).toEqual(["label", "macro"]);
    await before.close();
    const output = await cleaned(path);
    await expectNothingOf(slide, output);
    await expectSameTiles(path, output);
    const after = await openSlideFile(output);
    expect(after.associatedImages).toEqual([]);
    expect(after.properties["dicom.PatientName"]).toBeUndefined();
    expect(after.properties).toMatchObject({
      "dicom.Manufacturer": "Parfocal tests",
      "dicom.ManufacturerModelName": "Model 7",
      "dicom.SeriesInstanceUID": expect.stringMatching(/^2\.25\.\d+$/),
    });
    await after.close();
  });

  it("with a label before the slide's own pixels has zeros in its place", async () => {
    const label = { width: 40, height: 30, segments: [buildPicture(40, 30, 3, 7).samples], description: "label" };
    const path = await fileOf(buildTiff({ pages: [label, rawPage(buildPicture(150, 110))] }));
    const output = await cleaned(path);
    await expectSameTiles(path, output);
    expect((await readFile(output)).includes(label.segments[0]!.subarray(0, 24))).toBe(false);
    expect((await stat(output)).size).toBe((await stat(path)).size);
  });

  for (const format of ["jpeg", "png", "webp"] as const) {
    it(`of a ${format} image keeps its pixels and orientation, and no EXIF, XMP or text`, async () => {
      const { samples, width, height } = buildPicture(300, 200);
      const exif = { IFD0: { Artist: "SECRET-ARTIST", Copyright: "SECRET-COPYRIGHT" } };
      const bytes = await sharp(samples, { raw: { width, height, channels: 3 } })
        .withExif(exif)
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a b="SECRET-XMP"/></x:xmpmeta>')
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer();
      expect((await sharp(bytes).metadata()).xmp?.includes("SECRET-XMP")).toBe(true);
      const output = await cleaned(await fileOf(bytes));
      const after = await readFile(output);
      expect(after.includes("SECRET")).toBe(false);
      const pixelsOf = (picture: Buffer) => sharp(picture).rotate().raw().toBuffer();
      expect((await pixelsOf(after)).equals(await pixelsOf(bytes))).toBe(true);
      expect((await sharp(after).metadata()).orientation).toBe(6);
    });
  }
});

describe("a file that cannot be de-identified", () => {
  it("is reported by format, and no files are left", async () => {
    const path = await fileOf(Buffer.concat([Buffer.from("ZISRAWFILE"), Buffer.alloc(600)]));
    const output = outputPath();
    await expect(deidentifySlideFile(path, output)).rejects.toMatchObject({
      reason: "unsupported",
      message: expect.stringMatching(/Zeiss CZI/),
    });
    await expect(stat(output)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("contains a removed text in its pixel data as well", async () => {
    const picture = buildPicture(150, 110);
    Buffer.from("SECRET-IN-PIXELS").copy(picture.samples, 300);
    const description = "Aperio Image Library v12|AppMag = 20|Title = SECRET-IN-PIXELS";
    const path = await fileOf(buildTiff({ pages: [rawPage(picture, { description })] }));
    await expect(cleaned(path)).rejects.toMatchObject({ reason: "unsupported" });
  });
});

for (const file of [
  "wsi/CMU-1-Small-Region.svs",
  "wsi/boxes.tiff",
  "wsi/test3-TRITC 2 (560).ndpi",
  "wsi/sm_image.dcm",
  "wsi/sm_image_jpegls.dcm",
  "wsi/multi_frame_jpeg_camelyon_challenge_image.dcm",
  "wsi/multi-channel-z-series.ome.tif",
]) {
  describeSharedFile(file, (path) => {
    it("shows the same image when de-identified", { timeout: 60_000 }, async () => {
      const output = await cleaned(path);
      await expectSameTiles(path, output);
    });
  });
}
