import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { decodePicture } from "../../codec/raw-picture.ts";
import { probeSlideFile } from "../../open-slide-file.ts";
import type { SlideSource } from "../../slide-source.ts";
import { buildOmeTiff, type OmeTiffSpec, sampleAt } from "../../testing/build-ome-tiff.ts";
import { buildTiff, type PageSpec } from "../../testing/build-tiff.ts";
import { buildPicture } from "../../testing/pictures.ts";
import { rawPage, temporarySlideFiles, tilesOf } from "../../testing/slide-files.ts";

const { probeSlide, fileOf } = temporarySlideFiles();
const base: OmeTiffSpec = { width: 40, height: 30, channels: 2, depths: 2 };

async function firstSample(slide: SlideSource, channel: number, depth = 0): Promise<number> {
  const { bytes } = await slide.readTile(0, 0, 0, { plane: { channel, depth, time: 0 } });
  const { samples } = await decodePicture(bytes);
  return samples[0]! * 256 + samples[1]!;
}

const expected = (channel: number, depth = 0) => sampleAt({ channel, depth, time: 0 }, 0, 0);

/** An Image element with one directory. */
const imageOf = (name: string, width: number, height: number, ifd: number, more = 'SizeC="1" Type="uint16"') =>
  `<Image Name="${name}"><Pixels DimensionOrder="XYCZT" SizeX="${width}" SizeY="${height}" SizeZ="1" SizeT="1" ${more}><TiffData IFD="${ifd}"/></Pixels></Image>`;

describe("an OME-TIFF", () => {
  it("has names, colours, sizes, magnification and range", async () => {
    const slide = await probeSlide(
      buildOmeTiff({
        ...base,
        pixelsAttributes:
          'PhysicalSizeX="325" PhysicalSizeXUnit="nm" PhysicalSizeY="0.000325" PhysicalSizeYUnit="mm" PhysicalSizeZ="1.5" PhysicalSizeZUnit="&#181;m" SignificantBits="14"',
        channelAttributes: (channel) => ['Name="Kern &amp; Rand" Color="-16776961"', 'Fluor="FITC"'][channel]!,
        xml: (usual) =>
          usual
            .replace(
              "<Image ",
              '<Instrument ID="I"><Objective ID="O:1" NominalMagnification="5"/><Objective ID="O:2" Model="Apo" NominalMagnification="63.0"/></Instrument><Image Name="Section 3" ',
            )
            .replace("<Pixels", '<ObjectiveSettings ID="O:2"/><Pixels'),
      }),
    );
    expect(slide).toMatchObject({ format: "ome-tiff", pixelSizeUm: { x: 0.325, y: 0.325 }, objectivePower: 63 });
    expect(slide.properties).toEqual({ "ome.Name": "Section 3", "ome.Objective": "Apo" });
    expect(slide.planes).toEqual({
      channels: [
        { name: "Kern & Rand", colour: "#ff0000", window: { min: 0, max: 16_383 } },
        { name: "FITC", colour: "#00ff00", window: { min: 0, max: 16_383 } },
      ],
      sampleBits: 16,
      depths: 2,
      depthSpacingUm: 1.5,
      times: 1,
    });
  });

  it("with minimal metadata has numbered channels and no sizes", async () => {
    const slide = await probeSlide(
      buildOmeTiff({ ...base, xml: (usual) => usual.replaceAll(/<Channel[^>]*>|<TiffData\/>/g, "") }),
    );
    expect(slide).toMatchObject({ pixelSizeUm: null, objectivePower: null });
    expect(slide.planes!.channels.map(({ name }) => name)).toEqual(["Channel 1", "Channel 2"]);
    expect(slide.planes!.depthSpacingUm).toBeNull();
    expect(await firstSample(slide, 1, 1)).toBe(expected(1, 1));
  });

  it("with a namespace prefix is read in the same way", async () => {
    const xml = (usual: string) => usual.replaceAll(/<(\/?)(?!\?)/g, "<$1OME:").replace("xmlns=", "xmlns:OME=");
    const slide = await probeSlide(buildOmeTiff({ ...base, xml }));
    expect(slide.planes).toMatchObject({ depths: 2 });
  });

  it("with unordered directories follows its TiffData", async () => {
    const tiffData = [3, 1, 0, 2].map((place, ifd) => {
      return `<TiffData IFD="${ifd}" FirstC="${place % 2}" FirstZ="${place >> 1}" FirstT="0" PlaneCount="1"/>`;
    });
    const pageOrder = (pages: PageSpec[]) => [3, 1, 0, 2].map((place) => pages[place]!);
    const slide = await probeSlide(buildOmeTiff({ ...base, pageOrder, tiffData: tiffData.join("") }));
    for (const channel of [0, 1]) {
      for (const depth of [0, 1]) expect(await firstSample(slide, channel, depth)).toBe(expected(channel, depth));
    }
  });

  it("with levels as separate images, as written by older programs, has levels", async () => {
    const [full, half] = [
      { width: 64, height: 48, tilePx: 16 },
      { width: 32, height: 24, tilePx: 16 },
    ] as const;
    let below: PageSpec[] = [];
    buildOmeTiff({ ...half, pageOrder: (pages) => (below = pages) });
    const bytes = buildOmeTiff({
      ...full,
      tiffData: '<TiffData IFD="0"/>',
      pageOrder: (pages) => [...pages, ...below],
      xml: (usual) => usual.replace("</OME>", `${imageOf("Series 1", 32, 24, 1)}</OME>`),
    });
    const slide = await probeSlide(bytes);
    expect(slide.levels.map(({ width, downsample }) => [width, downsample])).toEqual([
      [64, 1],
      [32, 2],
    ]);
  });

  it("has label and macro as separate images", async () => {
    const label = buildPicture(30, 20);
    const page: PageSpec = { width: 30, height: 20, segments: [label.samples] };
    const colour = 'SizeC="3" Type="uint8"';
    const slide = await probeSlide(
      buildOmeTiff({
        ...base,
        depths: 1,
        tiffData: '<TiffData IFD="0" PlaneCount="2"/>',
        pageOrder: (pages) => [...pages, page, page],
        xml: (usual) =>
          usual.replace(
            "</OME>",
            `${imageOf("label image", 30, 20, 2, colour)}${imageOf("Macro", 30, 20, 3, colour)}</OME>`,
          ),
      }),
    );
    expect(slide.associatedImages).toEqual([
      { name: "label", width: 30, height: 20 },
      { name: "macro", width: 30, height: 20 },
    ]);
    const { samples } = await decodePicture((await slide.readAssociatedImage("label")).bytes);
    expect(samples.equals(label.samples)).toBe(true);
    expect(slide.planes!.channels).toHaveLength(2);
  });

  it("in colour is one image, from its own tiles, with its own pixel size", async () => {
    const picture = buildPicture(100, 80);
    const description =
      '<OME><Image><Pixels PhysicalSizeX="0.25" SizeX="100" SizeY="80" SizeC="3" SizeZ="1" SizeT="1" Type="uint8"><Channel SamplesPerPixel="3"/><TiffData IFD="0"/></Pixels></Image></OME>';
    const slide = await probeSlide(buildTiff({ pages: [rawPage(picture, { description })] }));
    expect(slide).toMatchObject({ format: "ome-tiff", planes: null, pixelSizeUm: { x: 0.25, y: 0.25 } });
  });

  it("of one page in colour is shown even if its description is unreadable, or has another size", async () => {
    const picture = buildPicture(100, 80);
    for (const description of [
      "<OME><Image>",
      '<OME><Image><Pixels SizeX="900" SizeY="80" SizeC="3" SizeZ="1" SizeT="1"/></Image></OME>',
    ]) {
      const slide = await probeSlide(buildTiff({ pages: [rawPage(picture, { description })] }));
      expect(slide).toMatchObject({ format: "tiff", planes: null, width: 100 });
    }
  });

  it("with grey JPEG tiles sends them unchanged, cropped at the edge, and black if missing", async () => {
    const picture = buildPicture(100, 80, 1);
    const tiles = await Promise.all(
      tilesOf(picture).map(({ width, height, channels, samples }) =>
        sharp(samples, { raw: { width, height, channels } }).toColourspace("b-w").jpeg({ quality: 90 }).toBuffer(),
      ),
    );
    const description =
      '<OME><Image><Pixels SizeX="100" SizeY="80" SizeC="1" SizeZ="1" SizeT="1" Type="uint8"><TiffData IFD="0"/></Pixels></Image></OME>';
    const segments = [tiles[0]!, tiles[1]!, Buffer.alloc(0), tiles[3]!];
    const slide = await probeSlide(buildTiff({ pages: [rawPage(picture, { description, segments, compression: 7 })] }));
    expect(slide.isRecoding).toBe(false);
    expect(slide.planes!.channels).toEqual([{ name: "Channel 1", colour: "#ffffff", window: { min: 0, max: 255 } }]);
    const whole = await slide.readTile(0, 0, 0);
    expect(whole).toEqual({ bytes: tiles[0], mediaType: "image/jpeg" });
    const cut = await slide.readTile(0, 1, 1);
    expect(cut.mediaType).toBe("image/jpeg");
    expect(await sharp(cut.bytes).metadata()).toMatchObject({ width: 36, height: 32, channels: 1 });
    const { samples } = await decodePicture((await slide.readTile(0, 0, 1)).bytes);
    expect(samples.every((sample) => sample === 0)).toBe(true);
  });

  it("without small levels, with floating-point samples or with large strips is converted", async () => {
    const planes = { kind: "convertible", by: "planes" };
    const small = { width: 64, height: 48 };
    expect(await probeSlideFile(await fileOf(buildOmeTiff({ ...small, type: "float" })))).toEqual(planes);
    const wide = { width: 2049, height: 2, channels: 1 };
    expect(await probeSlideFile(await fileOf(buildOmeTiff(wide)))).toEqual(planes);
    expect(await probeSlideFile(await fileOf(buildOmeTiff({ ...wide, tilePx: 16, isPacked: true })))).toEqual(planes);
  });
});

describe("rejects an OME-TIFF with a message", () => {
  const cases: [what: string, spec: Partial<OmeTiffSpec>, reason: string, message: RegExp][] = [
    ["truncated XML", { xml: (usual) => usual.slice(0, -20) }, "damaged", /OME-XML/],
    ["meaningless XML", { xml: (usual) => usual.replace("</Pixels>", "</Pixel>") }, "damaged", /OME-XML/],
    ["no image", { xml: () => "<OME></OME>" }, "damaged", /OME-XML/],
    ["no size", { xml: (usual) => usual.replace('SizeZ="2"', "") }, "damaged", /does not state the size/],
    ["a size of 0", { xml: (usual) => usual.replace('SizeC="2"', 'SizeC="0"') }, "damaged", /does not state the size/],
    [
      "a size that differs from the pages",
      { xml: (usual) => usual.replace('SizeX="40"', 'SizeX="41"') },
      "damaged",
      /OME-XML/,
    ],
    [
      "more planes than pages",
      { xml: (usual) => usual.replace('SizeC="2"', 'SizeC="200"') },
      "truncated",
      /400 planes/,
    ],
    ["endless channels", { xml: (usual) => usual.replace('SizeC="2"', 'SizeC="2000000000"') }, "tooLarge", /channels/],
    [
      "a document type",
      { xml: (usual) => usual.replace("<OME", '<!DOCTYPE a [<!ENTITY b "cc">]><OME') },
      "damaged",
      /OME-XML/,
    ],
    [
      "planes of two sizes",
      { pageOrder: (pages) => pages.map((page, i) => (i === 1 ? { ...page, width: 39 } : page)) },
      "unsupported",
      /differ in size or format/,
    ],
    [
      "planes of two types",
      { pageOrder: (pages) => pages.map((page, i) => (i === 1 ? { ...page, bitsPerSample: 8 } : page)) },
      "unsupported",
      /differ in size or format/,
    ],
    [
      "an unknown compression",
      { pageOrder: (pages) => pages.map((page) => ({ ...page, compression: 50_002 })) },
      "unsupported",
      /cannot read/,
    ],
    [
      "planes in other files",
      {
        tiffData:
          '<TiffData IFD="0"><UUID FileName="c0.ome.tif">urn:a</UUID></TiffData><TiffData FirstC="1"><UUID FileName="c1.ome.tif">urn:b</UUID></TiffData>',
        xml: (usual) => usual.replace("<OME", '<OME UUID="urn:a"'),
      },
      "unsupported",
      /missing: c1\.ome\.tif/,
    ],
  ];
  for (const [what, more, reason, message] of cases) {
    it(`${what}: ${reason}`, async () => {
      const path = await fileOf(buildOmeTiff({ ...base, ...more }));
      await expect(probeSlideFile(path)).rejects.toMatchObject({
        name: "SlideFileError",
        reason,
        message: expect.stringMatching(message),
      });
    });
  }
});
