import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { openFrames } from "../dicom/frame-reader.ts";
import { MemoryBytes } from "../dicom/memory-bytes.ts";
import { readDicomFile } from "../dicom/read-data-set.ts";
import { type DicomElements, TRANSFER_SYNTAX } from "../testing/build-dicom.ts";
import {
  buildRadiologyZip,
  buildSlice,
  evenSlice,
  RADIOLOGY_SECRETS,
  SLICE_SIDE_PX,
  sliceElements,
} from "../testing/build-radiology.ts";
import { buildZip, type ZipEntrySpec } from "../testing/build-zip.ts";
import { encodeJpeg2000, encodeJpegLs } from "../testing/encode-samples.ts";
import { hostileZips } from "../testing/hostile-zips.ts";
import { packRle } from "../testing/pack-rle.ts";
import { describeSharedFile } from "../testing/shared-data.ts";
import { temporarySlideFiles } from "../testing/slide-files.ts";
import type { FoundInstance, FoundRadiology } from "./radiology-facts.ts";
import { unpackRadiology } from "./unpack-radiology.ts";
import { unpackRadiologyInSandbox } from "./unpack-radiology-in-sandbox.ts";

const { fileOf, folder } = temporarySlideFiles();
let next = 0;

async function unpack(zip: Buffer, work = unpackHere) {
  const into = join(folder(), `unpacked-${next++}`);
  await mkdir(into);
  const found = await work(await fileOf(zip), into);
  return { found, into, bytes: await readFile(join(into, "instances")) };
}
const unpackHere = (zipPath: string, into: string): Promise<FoundRadiology> =>
  unpackRadiology({ zipPath, folder: into }, () => {});

const zipOf = (...contents: Buffer[]): Buffer =>
  buildZip({ entries: contents.map((file, index) => ({ name: `${index}`, contents: file, isDeflated: true })) });

/** As read by a viewer. */
async function read(bytes: Buffer, { offset, bytes: length }: FoundInstance) {
  return readDicomFile(new MemoryBytes(bytes.subarray(offset, offset + length)));
}

async function firstPixel(bytes: Buffer, instance: FoundInstance): Promise<number> {
  const { pixelData, bytes: file } = await read(bytes, instance);
  return (await file.read(pixelData?.position ?? 0, 2)).readUInt16LE();
}

describe("a zip of slices", () => {
  it("is a series in anatomical order, whatever the order in the archive", async () => {
    const { found, bytes } = await unpack(buildRadiologyZip(5));
    expect(found.series).toHaveLength(1);
    expect(found.series[0]).toMatchObject({
      number: 1,
      modality: "CT",
      description: "SECRET-DESCRIPTION",
      plane: "axial",
      instanceCount: 5,
      frameCount: 5,
      rows: SLICE_SIDE_PX,
      columns: SLICE_SIDE_PX,
      pixelSpacingMm: [0.5, 0.75],
      sliceSpacingMm: 2.5,
      fault: null,
      mayShowNames: false,
    });
    const values = await Promise.all(found.series[0]!.instances.map((instance) => firstPixel(bytes, instance)));
    expect(values).toEqual([100, 200, 300, 400, 500]);
    expect(found.series[0]!.instances.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it("contains no patient data and no unneeded elements", async () => {
    const { found, bytes } = await unpack(buildRadiologyZip(2));
    expect(RADIOLOGY_SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
    const { dataSet } = await read(bytes, found.series[0]!.instances[0]!);
    for (const keyword of ["PatientName", "Laterality", "PatientOrientation", "SeriesDescription"] as const)
      expect(dataSet.has(keyword), keyword).toBe(false);
  });

  it("keeps the elements needed for display", async () => {
    const { found, bytes } = await unpack(buildRadiologyZip(2));
    const { dataSet } = await read(bytes, found.series[0]!.instances[1]!);
    expect(dataSet.numbers("ImagePositionPatient")).toEqual([-10, -10, 2.5]);
    expect(dataSet.numbers("ImageOrientationPatient")).toEqual([1, 0, 0, 0, 1, 0]);
    expect(dataSet.numbers("PixelSpacing")).toEqual([0.5, 0.75]);
    expect(dataSet.number("WindowCenter")).toBe(500);
    expect(dataSet.number("RescaleIntercept")).toBe(-1024);
    expect(dataSet.text("Modality")).toBe("CT");
  });

  it("has new UIDs, equal where they were equal", async () => {
    const { found, bytes } = await unpack(buildRadiologyZip(2));
    const [one, other] = await Promise.all(found.series[0]!.instances.map((instance) => read(bytes, instance)));
    for (const keyword of ["StudyInstanceUID", "SeriesInstanceUID", "FrameOfReferenceUID"] as const) {
      expect(one!.dataSet.text(keyword)).toMatch(/^2\.25\.\d+$/);
      expect(one!.dataSet.text(keyword)).toBe(other!.dataSet.text(keyword));
    }
    expect(one!.dataSet.text("SOPInstanceUID")).not.toBe(other!.dataSet.text("SOPInstanceUID"));
  });

  it("has a thumbnail of its middle, in its initial window", async () => {
    const { found, into } = await unpack(buildRadiologyZip(3));
    expect(found.series[0]!.hasThumbnail).toBe(true);
    const { data, info } = await sharp(join(into, "thumbnail-1.webp")).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([SLICE_SIDE_PX, SLICE_SIDE_PX]);
    // 200 - 1024 is darker than the window's 0 to 1000.
    expect(data[0]).toBeLessThan(4);
  });

  it("omits other files and counts them: DICOMDIR, texts, garbage, a truncated image", async () => {
    const directory = buildSlice({ elements: { SOPClassUID: "1.2.840.10008.1.3.10" } });
    const more = {
      DICOMDIR: directory.subarray(0, directory.indexOf(Buffer.from([0xe0, 0x7f, 0x10, 0, 0x4f, 0x57]))),
      "readme.txt": Buffer.from("SECRET-README"),
      empty: Buffer.alloc(0),
      cut: buildSlice({ slice: 9 }).subarray(0, 900),
    };
    const { found, bytes } = await unpack(buildRadiologyZip(3, more));
    expect(found.ignoredCount).toBe(4);
    expect(found.series[0]!.instanceCount).toBe(3);
    expect(bytes.includes("SECRET")).toBe(false);
  });
});

describe("any pixel encoding", () => {
  const picture = { width: SLICE_SIDE_PX, height: SLICE_SIDE_PX, channels: 1, bits: 16 } as const;
  const words = (value: number) => new Uint16Array(SLICE_SIDE_PX * SLICE_SIDE_PX).fill(value);

  for (const syntax of ["implicit", "explicit", "deflated", "bigEndian"] as const)
    it(`${syntax}: written uncompressed, little-endian`, async () => {
      const native = evenSlice(0x1234);
      if (syntax === "bigEndian") native.swap16();
      const file = buildSlice({ transferSyntax: TRANSFER_SYNTAX[syntax], pixels: { native } });
      const { found, bytes } = await unpack(zipOf(file));
      const instance = found.series[0]!.instances[0]!;
      const written = await read(bytes, instance);
      expect(written.transferSyntaxUid).toBe(TRANSFER_SYNTAX.explicit);
      expect(await firstPixel(bytes, instance)).toBe(0x1234);
      expect(written.dataSet.number("Rows")).toBe(SLICE_SIDE_PX);
      expect(written.dataSet.numbers("ImagePositionPatient")).toEqual([-10, -10, 0]);
      expect(found.series[0]!.hasThumbnail).toBe(true);
    });

  const encoders: readonly [name: keyof typeof TRANSFER_SYNTAX, encode: () => Promise<Buffer>][] = [
    ["jpeg2000", () => encodeJpeg2000({ ...picture, samples: words(700) }, 1)],
    ["jpegLs", () => encodeJpegLs({ ...picture, samples: words(700) })],
    ["rle", async () => packRle(evenSlice(700), 1, 2)],
  ];
  for (const [name, encode] of encoders)
    it(`${name}: is unchanged frame by frame, with a thumbnail`, async () => {
      const frame = await encode();
      const half = name === "rle" ? frame.length : (frame.length >> 2) * 2;
      const pieces = [frame.subarray(0, half), frame.subarray(half)].filter(({ length }) => length > 0);
      const file = buildSlice({ transferSyntax: TRANSFER_SYNTAX[name], pixels: { frames: [pieces] } });
      const { found, bytes } = await unpack(zipOf(file));
      const written = await read(bytes, found.series[0]!.instances[0]!);
      expect(written.transferSyntaxUid).toBe(TRANSFER_SYNTAX[name]);
      const frames = await openFrames(written, "rle", 1, 0);
      const { buffer, start } = (await frames.read(0))!;
      // The encoder's own comment is blanked; everything else is unchanged.
      expect(buffer.length - start - frame.length).toBeLessThan(2);
      expect(found.series[0]!.hasThumbnail).toBe(true);
    });

  it("a JPEG's comment and EXIF are blanked", async () => {
    const jpeg = await sharp({ create: { width: 16, height: 16, channels: 3, background: "#804020" } })
      .withExif({ IFD0: { Artist: "SECRET-ARTIST" } })
      .jpeg()
      .toBuffer();
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 16]), Buffer.from("SECRET-PATIENT")]);
    const frame = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    const elements: DicomElements = {
      SamplesPerPixel: 3,
      PhotometricInterpretation: "YBR_FULL_422",
      PlanarConfiguration: 0,
      BitsAllocated: 8,
      BitsStored: 8,
      HighBit: 7,
    };
    const file = buildSlice({ transferSyntax: TRANSFER_SYNTAX.jpeg, elements, pixels: { frames: [[frame]] } });
    expect(file.includes("SECRET-ARTIST")).toBe(true);
    const { found, bytes, into } = await unpack(zipOf(file));
    expect(bytes.includes("SECRET")).toBe(false);
    const { data } = await sharp(join(into, "thumbnail-1.webp")).raw().toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)].map((value) => Math.round(value / 16))).toEqual([8, 4, 2]);
    expect(found.series[0]!.fault).toBeNull();
  });

  it("encodings that no viewer supports are reported, and not stored", async () => {
    const video = buildSlice({
      transferSyntax: "1.2.840.10008.1.2.4.102",
      pixels: { frames: [[Buffer.from("SECRET")]] },
    });
    const bits = buildSlice({ slice: 1, elements: { BitsAllocated: 1, BitsStored: 1, HighBit: 0 } });
    const { found, bytes } = await unpack(zipOf(video, bits, buildSlice({ slice: 2 })));
    expect(found.series.map(({ fault, instances }) => [fault, instances.length])).toEqual([
      [null, 1],
      ["encoding", 0],
      ["pixels", 0],
    ]);
    expect(bytes.includes("SECRET")).toBe(false);
  });

  it("several frames keep their positions, and no other metadata", async () => {
    const groups = [0, 1, 2].map(
      (frame): DicomElements => ({
        PlanePositionSequence: [{ ImagePositionPatient: [0, 0, frame * 3] }],
        ImageComments: "SECRET-FRAME",
      }),
    );
    const file = buildSlice({
      elements: {
        NumberOfFrames: 3,
        ImagePositionPatient: "",
        ImageOrientationPatient: "",
        SharedFunctionalGroupsSequence: [
          { PlaneOrientationSequence: [{ ImageOrientationPatient: [1, 0, 0, 0, 0, -1] }], PatientComments: "SECRET" },
        ],
        PerFrameFunctionalGroupsSequence: groups,
      },
      pixels: { native: Buffer.concat([1, 2, 3].map(evenSlice)) },
    });
    const { found, bytes } = await unpack(zipOf(file));
    expect(found.series[0]).toMatchObject({ plane: "coronal", instanceCount: 1, frameCount: 3, sliceSpacingMm: 3 });
    const places: (readonly number[])[] = [];
    const { offset, bytes: length } = found.series[0]!.instances[0]!;
    await readDicomFile(new MemoryBytes(bytes.subarray(offset, offset + length)), {
      onFrame: (frame) => places.push(frame.item("PlanePositionSequence")!.numbers("ImagePositionPatient")),
    });
    expect(places).toEqual([
      [0, 0, 0],
      [0, 0, 3],
      [0, 0, 6],
    ]);
    expect(bytes.includes("SECRET")).toBe(false);
  });
});

describe("images that may show names", () => {
  const cases: readonly [what: string, elements: DicomElements, mayShow: boolean][] = [
    ["a CT without a statement", {}, false],
    ["a CT that states it", { BurnedInAnnotation: "YES" }, true],
    ["ultrasound", { Modality: "US" }, true],
    ["ultrasound that denies it", { Modality: "US", BurnedInAnnotation: "NO" }, false],
    ["a secondary capture", { SOPClassUID: "1.2.840.10008.5.1.4.1.1.7" }, true],
    ["a screen capture", { ImageType: "DERIVED\\SECONDARY\\SCREEN SAVE" }, true],
  ];
  for (const [what, elements, mayShow] of cases)
    it(`${what}: ${mayShow}`, async () => {
      const { found } = await unpack(zipOf(buildSlice({ elements })));
      expect(found.series[0]!.mayShowNames).toBe(mayShow);
    });
});

describe("rejects", () => {
  const slice: ZipEntrySpec = { name: "slice", contents: buildSlice() };
  /** For cases that need the sandbox's memory limit. It takes half a second to start; its rejections are the same. */
  const inSandbox = ["a ratio of 1,027 to 1", "1,000,000 files"];
  for (const { name, build } of hostileZips([slice])) {
    it(`${name}: with a message, and leaves no files`, async () => {
      const path = await fileOf(build());
      const into = join(folder(), `hostile-${next++}`);
      await mkdir(into);
      const unpackIt = inSandbox.includes(name) ? unpackRadiologyInSandbox : unpackHere;
      await expect(unpackIt(path, into)).rejects.toMatchObject({
        name: "SlideFileError",
        message: expect.stringMatching(/^(This|There) .{15,}\.$/),
      });
      expect((await readdir(into)).filter((file) => file !== "instances")).toEqual([]);
    });
  }

  const nested = buildZip({ entries: [{ name: "inner.zip", contents: buildRadiologyZip(1) }] });
  const rejected: readonly [what: string, zip: Buffer, says: RegExp, reason: string][] = [
    ["not a zip", Buffer.from("PK no zip, just called so"), /incomplete/, "truncated"],
    ["a zip in a zip", nested, /another archive/, "unsupported"],
    ["texts only", zipOf(Buffer.from("text")), /no readable DICOM images/, "notASlide"],
    ["nothing", buildZip({ entries: [] }), /no readable DICOM images/, "notASlide"],
    [
      "only a directory of the study",
      zipOf(buildSlice({ pixels: { frames: [] } })),
      /no readable DICOM images/,
      "notASlide",
    ],
  ];
  for (const [what, zip, says, reason] of rejected)
    it(what, async () => {
      await expect(unpack(zip)).rejects.toMatchObject({ reason, message: expect.stringMatching(says) });
    });

  it("more pixels than allowed, before they are read", async () => {
    const elements = { Rows: 65_535, Columns: 65_535 };
    await expect(unpack(zipOf(buildSlice({ elements })))).rejects.toMatchObject({ reason: "tooLarge" });
  });
});

it("the sandbox can write into its folder, and reports its progress", async () => {
  const reported: number[] = [];
  const { found } = await unpack(buildRadiologyZip(4), (path, into) =>
    unpackRadiologyInSandbox(path, into, { onProgress: (done) => reported.push(done) }),
  );
  expect(found.series[0]!.instanceCount).toBe(4);
  expect(reported.at(-1)).toBe(1);
  expect(reported).toEqual(reported.toSorted((one, other) => one - other));
});

it("a large file is read from disk", async () => {
  // With its header a little more than the 64 MiB that are read into memory.
  const [side, frames] = [4096, 2];
  const elements = { ...sliceElements(0), Rows: side, Columns: side, NumberOfFrames: frames };
  const native = Buffer.alloc(side * side * 2 * frames);
  native.writeUInt16LE(77, 0);
  const path = await fileOf(
    buildZip({ entries: [{ name: "large", contents: buildSlice({ elements, pixels: { native } }) }] }),
  );
  const into = join(folder(), "large");
  await mkdir(into);
  const found = await unpackRadiologyInSandbox(path, into);
  expect(found.series[0]).toMatchObject({ frameCount: frames, rows: side, hasThumbnail: true });
  expect((await readdir(into)).sort()).toEqual(["instances", "thumbnail-1.webp"]);
  await writeFile(join(into, "instances"), "");
});

describeSharedFile("radiology/KNIX_knee_MR_17.zip", (path) => {
  it("lossless JPEG: two series in anatomical order", async () => {
    const { found } = await unpack(await readFile(path));
    expect(
      found.series.map(({ modality, plane, instances, sliceSpacingMm }) => [
        modality,
        plane,
        instances.length,
        sliceSpacingMm,
      ]),
    ).toEqual([
      ["MR", "sagittal", 8, 10],
      ["MR", "sagittal", 9, 4.5],
    ]);
    expect(found.series.map(({ hasThumbnail }) => hasThumbnail)).toEqual([true, true]);
  });
});

describeSharedFile("radiology/pydicom_dicomdir_CT_MR_CR.zip", (path) => {
  it("several patients, no extensions, a DICOMDIR: thirteen series, one file omitted", async () => {
    const { found } = await unpack(await readFile(path));
    expect(found.series).toHaveLength(13);
    expect(found.ignoredCount).toBe(1);
    expect(found.series.every(({ hasThumbnail }) => hasThumbnail)).toBe(true);
  });
});

describeSharedFile("radiology/pasl_2d_MR_85.zip", (path) => {
  it("85 instances at the same position: in numerical order", async () => {
    const { found, bytes } = await unpack(await readFile(path));
    const numbers = await Promise.all(
      found.series[0]!.instances.map(
        async (instance) => (await read(bytes, instance)).dataSet.number("InstanceNumber")!,
      ),
    );
    expect(numbers).toHaveLength(85);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  });
});
