import { describe, expect, it } from "vitest";
import {
  type ExternalTileFacts,
  type ExternalTiles,
  externalLevels,
  externalThumbnailUrl,
  externalTileUrl,
} from "./external-tiles.ts";
import { readExternalDescriptor } from "./read-external-descriptor.ts";

const sizesOf = (facts: ExternalTileFacts) => externalLevels(facts).map(({ width, height }) => `${width}x${height}`);

/** All tiles of all levels, the largest first. */
function allUrls(tiles: ExternalTiles): string[] {
  return externalLevels(tiles.facts).flatMap(({ width, height, tileWidth, tileHeight }, level) =>
    [...Array(Math.ceil(height / tileHeight)).keys()].flatMap((y) =>
      [...Array(Math.ceil(width / tileWidth)).keys()].map((x) => externalTileUrl(tiles, level, x, y)),
    ),
  );
}

const deepZoom = (width: number, height: number, tileSize = 254): ExternalTileFacts => ({
  type: "deepzoom",
  width,
  height,
  tileSize,
  tileOverlapPx: 1,
  format: "jpg",
});

describe("Deep Zoom", () => {
  const url = "https://slides.example.org/a/kidney.dzi";

  it("halves with rounding up, down to the first level of a single tile", () => {
    expect(sizesOf(deepZoom(1001, 500))).toEqual(["1001x500", "501x250", "251x125"]);
    expect(sizesOf(deepZoom(254, 254))).toEqual(["254x254"]);
  });

  const addresses: [width: number, height: number, level: number, x: number, y: number, path: string][] = [
    [1000, 1000, 0, 3, 2, "10/3_2.jpg"],
    [1000, 1000, 2, 0, 0, "8/0_0.jpg"],
    [1024, 1, 0, 0, 0, "10/0_0.jpg"],
    [1025, 1, 0, 0, 0, "11/0_0.jpg"],
    [1, 1, 0, 0, 0, "0/0_0.jpg"],
  ];
  for (const [width, height, level, x, y, path] of addresses) {
    it(`${width} x ${height} px: level ${level} is counted up from a single pixel: ${path}`, () => {
      const address = externalTileUrl({ url, facts: deepZoom(width, height) }, level, x, y);
      expect(address).toBe(`https://slides.example.org/a/kidney_files/${path}`);
    });
  }

  it("keeps the query for the tiles, whatever the descriptor's extension", () => {
    const facts = deepZoom(100, 100);
    for (const name of ["kidney.dzi", "kidney.xml", "kidney.JSON", "kidney"]) {
      const address = externalTileUrl({ url: `https://h.example/${name}?share=t.dzi`, facts }, 0, 0, 0);
      expect(address).toBe("https://h.example/kidney_files/7/0_0.jpg?share=t.dzi");
    }
  });
});

describe("Zoomify", () => {
  const url = "https://slides.example.org/kidney/ImageProperties.xml";
  const zoomify = (halving: "up" | "down"): ExternalTileFacts => ({
    type: "zoomify",
    width: 4097,
    height: 3000,
    tileSize: 256,
    halving,
  });

  it("tiers are numbered from the smallest up, tiles are grouped by 256", () => {
    const urls = allUrls({ url, facts: zoomify("down") });
    // 17x12, 8x6, 4x3, 2x2, 1x1 tiles.
    expect(urls.length).toBe(204 + 48 + 12 + 4 + 1);
    expect(urls.at(-1)).toBe("https://slides.example.org/kidney/TileGroup0/0-0-0.jpg");
    expect(urls[0]).toBe("https://slides.example.org/kidney/TileGroup0/4-0-0.jpg");
    // The first group contains 191 tiles of the largest tier: eleven rows of 17, and four more.
    expect(urls[190]).toBe("https://slides.example.org/kidney/TileGroup0/4-3-11.jpg");
    expect(urls[191]).toBe("https://slides.example.org/kidney/TileGroup1/4-4-11.jpg");
  });

  it("rounding odd sides up yields more tiles and shifts the groups", () => {
    const urls = allUrls({ url, facts: zoomify("up") });
    // 17x12, 9x6, 5x3, 3x2, 2x1, 1x1 tiles.
    expect(urls.length).toBe(204 + 54 + 15 + 6 + 2 + 1);
    expect(urls.findIndex((address) => address.includes("TileGroup1"))).toBe(256 - (54 + 15 + 6 + 2 + 1));
  });
});

describe("IIIF", () => {
  const iiif = (changes: object): ExternalTiles => ({
    url: "https://slides.example.org/iiif/kidney/info.json",
    facts: readExternalDescriptor(
      JSON.stringify({ "@context": "http://iiif.io/api/image/2/context.json", width: 775, height: 1024, ...changes }),
    ),
  });
  const pathsOf = (tiles: ExternalTiles) =>
    allUrls(tiles).map((url) => url.replace("https://slides.example.org/iiif/kidney/", ""));

  it("the tiles of version 2 are those in a folder of OpenSeadragon's test data", () => {
    const tiles = iiif({
      profile: ["http://iiif.io/api/image/2/level1.json"],
      tiles: [{ width: 256, scaleFactors: [1, 2, 4, 8] }],
    });
    // Source: openseadragon/test/data/iiif_2_0_tiled, names of its folders.
    const columns = ["0", "256", "512", "768"];
    const full = ["0", "256", "512", "768"].flatMap((y) =>
      columns.map((x) => `${x},${y},${x === "768" ? 7 : 256},256/${x === "768" ? 7 : 256},256`),
    );
    const half = ["0,0,512,512/256,256", "512,0,263,512/132,256", "0,512,512,512/256,256", "512,512,263,512/132,256"];
    const expected = [...full, ...half, "full/194,256", "full/97,"].map((path) => `${path}/0/default.jpg`);
    expect(pathsOf(tiles)).toEqual(expected);
  });

  it("version 3 states both sides, and max for full size", () => {
    const tiles = iiif({
      "@context": ["http://example.org/extension.json", "http://iiif.io/api/image/3/context.json"],
      profile: "level2",
      preferredFormats: ["avif", "webp", "jpg"],
      width: 300,
      height: 200,
      tiles: [{ width: 512, scaleFactors: [1, 2] }],
    });
    expect(pathsOf(tiles)).toEqual(["full/max/0/default.webp", "full/150,100/0/default.webp"]);
  });

  it("files of level 0 in version 2 are named by width only", () => {
    const tiles = iiif({
      profile: ["http://iiif.io/api/image/2/level0.json"],
      tiles: [{ width: 512, height: 1024, scaleFactors: [1] }],
    });
    expect(pathsOf(tiles)).toEqual(["0,0,512,1024/512,/0/default.jpg", "512,0,263,1024/263,/0/default.jpg"]);
  });

  it("without tiles, a level 0 server provides complete images", () => {
    const tiles = iiif({
      "@context": "http://iiif.io/api/image/3/context.json",
      profile: "level0",
      sizes: [
        { width: 97, height: 128 },
        { width: 388, height: 512 },
      ],
    });
    expect(pathsOf(tiles)).toEqual(["full/388,512/0/default.jpg", "full/97,128/0/default.jpg"]);
    expect(externalLevels(tiles.facts)[0]).toMatchObject({ tileWidth: 388, tileHeight: 512, downsample: 775 / 388 });
  });

  it("without tiles, a level 1 server cuts the requested regions", () => {
    const tiles = iiif({ profile: ["http://iiif.io/api/image/2/level1.json"] });
    expect(sizesOf(tiles.facts)).toEqual(["775x1024", "388x512"]);
    expect(pathsOf(tiles)[1]).toBe("512,0,263,512/263,512/0/default.jpg");
  });
});

it("a tile outside the grid has no URL", () => {
  const tiles = { url: "https://h.example/a.dzi", facts: deepZoom(1000, 300) };
  for (const [level, x, y] of [
    [0, 4, 0],
    [0, 0, 2],
    [3, 0, 0],
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0.5, 0],
  ] as const) {
    expect(() => externalTileUrl(tiles, level, x, y)).toThrow(RangeError);
  }
});

describe("the thumbnail of the slide", () => {
  it("is its smallest level", () => {
    const url = "https://slides.example.org/a/kidney.dzi";
    expect(externalThumbnailUrl({ url, facts: deepZoom(1001, 500) })).toBe(
      "https://slides.example.org/a/kidney_files/8/0_0.jpg",
    );
  });

  it("is unavailable if the smallest level has several tiles", () => {
    const facts: ExternalTileFacts = {
      type: "iiif",
      version: 3,
      width: 4096,
      height: 2048,
      format: "jpg",
      isLevel0: true,
      tileLevels: [{ scaleFactor: 4, tileWidth: 512, tileHeight: 512 }],
      sizes: [],
    };
    expect(externalThumbnailUrl({ url: "https://slides.example.org/kidney/info.json", facts })).toBeNull();
  });
});
