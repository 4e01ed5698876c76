/** Deep Zoom, Zoomify and IIIF, in zips and in folders: the shown pixels equal the original ones. */
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { probeSlideFile } from "../../open-slide-file.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { tileGridOf } from "../../slide-source.ts";
import { assembleLevel } from "../../testing/assemble-level.ts";
import { buildZip } from "../../testing/build-zip.ts";
import { compareSamples } from "../../testing/pictures.ts";
import { temporarySlideFiles } from "../../testing/slide-files.ts";
import {
  type BuiltTileSet,
  buildDeepZoom,
  buildIiif,
  buildZoomify,
  type TileFile,
  zipEntriesOf,
} from "../../testing/tile-sets.ts";

const { folder, fileOf, probeSlide } = temporarySlideFiles();

let folders = 0;
async function folderOf(files: readonly TileFile[]): Promise<string> {
  folders += 1;
  const root = join(folder(), `set-${folders}`);
  for (const { name, contents } of files) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), contents);
  }
  return root;
}

const zipped = (files: readonly TileFile[]) => probeSlide(buildZip({ entries: zipEntriesOf(files) }));

async function expectPictures(slide: OpenedSlide, { pictures }: BuiltTileSet): Promise<void> {
  for (const level of slide.levels.keys()) {
    const shown = await assembleLevel(slide, level);
    expect([shown.width, shown.height]).toEqual([pictures[level]!.width, pictures[level]!.height]);
    expect(compareSamples(shown.samples, pictures[level]!.samples).different).toBe(0);
  }
}

const openingError = async (files: readonly TileFile[]): Promise<unknown> =>
  probeSlideFile(await fileOf(buildZip({ entries: zipEntriesOf(files) }))).catch((error: unknown) => error);

describe("a tile set", async () => {
  const odd = { width: 101, height: 67, tilePx: 16 };
  const down = { ...odd, halve: (side: number) => Math.floor(side / 2) };
  const sets: [what: string, built: BuiltTileSet, facts: object][] = [
    ["Deep Zoom without overlap", await buildDeepZoom(odd), { format: "deep-zoom", width: 101, height: 67 }],
    ["Deep Zoom with overlap", await buildDeepZoom({ ...odd, overlapPx: 2 }), { format: "deep-zoom" }],
    ["Deep Zoom at the top, with sides rounded down", await buildDeepZoom(down, ""), { format: "deep-zoom" }],
    ["Deep Zoom of one tile", await buildDeepZoom({ width: 16, height: 9, tilePx: 16 }), { format: "deep-zoom" }],
    ["Zoomify", await buildZoomify(odd, "a/b/"), { format: "zoomify", width: 101, height: 67 }],
    ["Zoomify, its sides halved downwards", await buildZoomify(down), { format: "zoomify" }],
    [
      "Zoomify, with the same number of tiles for either rounding",
      await buildZoomify({ ...down, width: 63, height: 61 }),
      { format: "zoomify" },
    ],
    ["Zoomify of 331 tiles, in two groups", await buildZoomify({ width: 331, height: 241, tilePx: 18 }), {}],
    [
      "IIIF 2",
      await buildIiif(odd, { version: 2, factors: [1, 2, 4] }),
      { format: "iiif", width: 101, pixelSizeUm: { x: 0.5, y: 0.5 } },
    ],
    ["IIIF 1", await buildIiif(odd, { version: 1, factors: [1, 2, 4] }), { format: "iiif", width: 101 }],
    [
      "IIIF 1 without a tile size",
      await buildIiif(odd, { version: 1, factors: [1, 2, 4], tilesSaid: false }),
      { format: "iiif", width: 101, height: 67 },
    ],
    [
      "IIIF 2 of low tiles without a stated size",
      await buildIiif({ width: 101, height: 9, tilePx: 16 }, { version: 2, factors: [1, 2], tilesSaid: false }, ""),
      { format: "iiif", height: 9 },
    ],
    ["IIIF 3, at the top", await buildIiif(odd, { version: 3, factors: [1, 2, 4, 8] }, ""), { format: "iiif" }],
  ];
  for (const [what, built, facts] of sets) {
    const oneTile = built.pictures.findIndex(({ width, height }) => Math.max(width, height) <= 18);
    const levels = (oneTile < 0 ? built.pictures.length - 1 : oneTile) + 1;

    it(`${what}: stored in a zip`, async () => {
      const slide = await zipped(built.files);
      expect(slide).toMatchObject(facts);
      expect(slide.levels).toHaveLength(Math.min(levels, built.pictures.length));
      await expectPictures(slide, built);
    });

    it(`${what}: compressed in a zip, in a folder`, async () => {
      const entries = zipEntriesOf(built.files, { isDeflated: true, hasDescriptor: true, localExtra: Buffer.alloc(9) });
      await expectPictures(await probeSlide(buildZip({ entries })), built);
      const probed = await probeSlideFile(await folderOf(built.files));
      if (probed.kind !== "slide") throw new Error("not a slide");
      await expectPictures(probed.source, built);
      await probed.source.close();
    });
  }

  it("sends its tiles unchanged, and detects their format by content", async () => {
    const { files } = await buildDeepZoom({ ...odd, overlapPx: 1 });
    const slide = await zipped(files);
    const stored = files.find(({ name }) => name.endsWith("/7/1_2.png"))!;
    const tile = await slide.readTile(0, 1, 2);
    expect(tile.mediaType).toBe("image/png");
    expect(tile.bytes.equals(stored.contents)).toBe(true);
    expect(slide.levels[0]).toMatchObject({ tileWidth: 16, tileHeight: 16, tileOverlapPx: 1, downsample: 1 });
    await expect(slide.readTile(0, 7, 0)).rejects.toThrow(RangeError);
    await expect(slide.readTile(9, 0, 0)).rejects.toThrow(RangeError);
  });

  it("Deep Zoom as JSON, its tiles in a folder of another name", async () => {
    const built = await buildDeepZoom(odd, "");
    const image = { TileSize: "16", Overlap: "0", Format: "jpg", Size: { Width: "101", Height: "67" } };
    const files = built.files.map(({ name, contents }, index) =>
      index === 0
        ? { name: "renamed.json", contents: Buffer.from(JSON.stringify({ Image: image })) }
        : { name, contents },
    );
    await expectPictures(await zipped(files), built);
  });

  it("metadata of libvips: pixel size, magnification, scanner", async () => {
    const { files } = await buildDeepZoom(odd, "s/");
    const property = (name: string, value: string) =>
      `<property><name>${name}</name><value type="VipsRefString">${value}</value></property>`;
    const notes =
      `<image><properties>${property("openslide.mpp-x", "0.2501")}${property("openslide.mpp-y", "0.2502")}` +
      `${property("openslide.objective-power", "40")}${property("aperio.ScanScope ID", "SS1")}` +
      `${property("xres", "1")}${property("icc-profile-data", "AAAA")}</properties></image>`;
    const slide = await zipped([...files, { name: "s/one_files/vips-properties.xml", contents: Buffer.from(notes) }]);
    expect(slide.pixelSizeUm).toEqual({ x: 0.2501, y: 0.2502 });
    expect(slide.objectivePower).toBe(40);
    expect(Object.keys(slide.properties).sort()).toEqual([
      "aperio.ScanScope ID",
      "openslide.mpp-x",
      "openslide.mpp-y",
      "openslide.objective-power",
    ]);
  });
});

describe("missing tiles", async () => {
  const built = await buildDeepZoom({ width: 200, height: 160, tilePx: 16 });
  const without = (isLeftOut: (name: string) => boolean) => built.files.filter(({ name }) => !isLeftOut(name));

  it("a few: white, of the right size", async () => {
    const slide = await zipped(without((name) => /\/8\/(3_3|12_9)\.png$/.test(name)));
    const level = await assembleLevel(slide, 0);
    const pixelAt = (x: number, y: number) => [...level.samples.subarray((y * 200 + x) * 3, (y * 200 + x) * 3 + 3)];
    expect(tileGridOf(slide.levels[0]!)).toEqual({ columns: 13, rows: 10 });
    expect([pixelAt(48, 48), pixelAt(63, 63), pixelAt(199, 159)]).toEqual(Array(3).fill([255, 255, 255]));
    expect(pixelAt(47, 48)).not.toEqual([255, 255, 255]);
  });

  it("many, where the slide is not empty: incomplete, with a message", async () => {
    expect(await openingError(without((name) => /\/8\/\d+_[5-9]\.png$/.test(name)))).toMatchObject({
      reason: "truncated",
      message: "This set of tiles is incomplete: 65 of its 182 tiles are missing.",
    });
  });

  it("many, where the slide is empty: intentionally omitted", async () => {
    const white = await buildDeepZoom({ width: 200, height: 160, tilePx: 16, greyLevel: 250 });
    const files = white.files.filter(({ name }) => !/\/8\/\d+_[5-9]\.png$/.test(name));
    expect((await zipped(files)).width).toBe(200);
  });

  it("all of the full resolution, or of all levels: incomplete", async () => {
    expect(await openingError(without((name) => name.includes("/8/")))).toMatchObject({
      message: expect.stringMatching(/full resolution are missing/),
    });
    expect(await openingError(without((name) => name.includes("_files")))).toMatchObject({
      message: expect.stringMatching(/with its _files folder/),
    });
  });

  it("a level in between: it is omitted", async () => {
    const slide = await zipped(without((name) => name.includes("/7/")));
    expect(slide.levels.map(({ downsample }) => downsample)).toEqual([1, 4, 8, 16]);
  });
});

describe("rejected descriptions", () => {
  const dzi = (attributes: string, size = 'Width="100" Height="80"') =>
    `<Image xmlns="http://schemas.microsoft.com/deepzoom/2009" ${attributes}><Size ${size}/></Image>`;
  const cases: [what: string, name: string, text: string, says: RegExp][] = [
    ["tiles without a size", "a.dzi", dzi('TileSize="0" Overlap="0" Format="jpg"'), /description cannot be read/],
    ["tiles of 5,000 px", "a.dzi", dzi('TileSize="5000" Overlap="0" Format="jpg"'), /description cannot be read/],
    ["an overlap of more than a tile", "a.dzi", dzi('TileSize="9" Overlap="10" Format="jpg"'), /description cannot/],
    ["no size", "a.dzi", dzi('TileSize="256" Overlap="0"', ""), /description cannot be read/],
    ["a side above 2^20", "a.dzi", dzi('TileSize="256" Overlap="0"', 'Width="2000000" Height="1"'), /larger than any/],
    ["9 million tiles", "a.dzi", dzi('TileSize="10" Overlap="0"', 'Width="30000" Height="30000"'), /larger than any/],
    [
      "a collection",
      "a.xml",
      '<Collection xmlns="http://schemas.microsoft.com/deepzoom/2008" MaxLevel="8" TileSize="256" Format="jpg"><Items/></Collection>',
      /collection/,
    ],
    ["Zoomify without tiles", "ImageProperties.xml", '<IMAGE_PROPERTIES WIDTH="9" HEIGHT="9"/>', /TileGroup/],
    [
      "IIIF without tiles",
      "info.json",
      '{"protocol":"http://iiif.io/api/image","width":9,"height":9,"tiles":[{"width":8,"scaleFactors":[1]}]}',
      /info\.json/,
    ],
    [
      "IIIF of absurd factors",
      "info.json",
      '{"protocol":"http://iiif.io/api/image","width":9,"height":9,"tiles":[{"width":8,"scaleFactors":[1,1e9]}]}',
      /description cannot be read/,
    ],
  ];
  for (const [what, name, text, says] of cases) {
    it(what, async () => {
      expect(await openingError([{ name, contents: Buffer.from(text) }])).toMatchObject({
        name: "SlideFileError",
        message: expect.stringMatching(says),
      });
    });
  }

  it("two images in one archive", async () => {
    const [one, other] = [
      await buildDeepZoom({ width: 9, height: 9, tilePx: 8 }, "a/"),
      await buildZoomify({ width: 9, height: 9, tilePx: 8 }),
    ];
    const again = other.files.map(({ name, contents }) => ({ name: `again/${name}`, contents }));
    const twice = [...one.files, ...one.files.map(({ name, contents }) => ({ name: `b/${name}`, contents }))];
    expect(await openingError(twice)).toMatchObject({ message: expect.stringMatching(/several Deep Zoom images/) });
    expect(await openingError([...other.files, ...again])).toMatchObject({
      message: expect.stringMatching(/several Zoomify/),
    });
  });

  it("uploaded without its tiles: asks for them", async () => {
    for (const text of [dzi('TileSize="256"'), "<IMAGE_PROPERTIES/>", '{"protocol": "http://iiif.io/api/image"}']) {
      await expect(probeSlideFile(await fileOf(Buffer.from(text)))).rejects.toThrow(/and add the zip\.$/);
    }
  });
});

it("a folder's links are not followed", async () => {
  const { files } = await buildDeepZoom({ width: 40, height: 40, tilePx: 16 }, "");
  const outside = await folderOf(files);
  const root = await folderOf([{ name: "one.dzi", contents: files[0]!.contents }]);
  await symlink(join(outside, "one_files"), join(root, "one_files"));
  await expect(probeSlideFile(root)).rejects.toThrow(/tiles of this Deep Zoom image are missing/);
});
