import { describe, expect, it } from "vitest";
import { readExternalDescriptor } from "./read-external-descriptor.ts";

const DZI = '<Image TileSize="254" Overlap="1" Format="jpg" xmlns="http://schemas.microsoft.com/deepzoom/2008">';
const iiif = (changes: object) =>
  JSON.stringify({
    "@context": "http://iiif.io/api/image/3/context.json",
    profile: "level2",
    width: 800,
    height: 600,
    tiles: [{ width: 256, scaleFactors: [4, 1, 2] }],
    ...changes,
  });

describe("parses", () => {
  const deepZoom = { type: "deepzoom", width: 1000, height: 900, tileSize: 254, tileOverlapPx: 1, format: "jpg" };
  const descriptors: [name: string, text: string, facts: object][] = [
    [
      "Deep Zoom",
      `\uFEFF<?xml version="1.0" encoding="UTF-8"?>${DZI}<Size Width="1000" Height="900"/></Image>`,
      deepZoom,
    ],
    [
      "Deep Zoom with a prefix and sparse areas",
      `<d:Image xmlns:d="x" TileSize='254' Overlap='1' Format='jpg'><d:Size Width='1000' Height='900'/><d:DisplayRects><d:DisplayRect MinLevel='1'/></d:DisplayRects></d:Image>`,
      deepZoom,
    ],
    [
      "Deep Zoom as JSON",
      '{"Image":{"xmlns":"http://schemas.microsoft.com/deepzoom/2008","Format":"jpg","Overlap":"1","TileSize":"254","Size":{"Width":"1000","Height":"900"}}}',
      deepZoom,
    ],
    [
      "Zoomify whose tile count implies rounding odd sides down",
      '<IMAGE_PROPERTIES WIDTH="4097" HEIGHT="3000" NUMTILES="269" NUMIMAGES="1" VERSION="1.8" TILESIZE="256" />',
      { type: "zoomify", width: 4097, height: 3000, tileSize: 256, halving: "down" },
    ],
    [
      "Zoomify whose tile count implies rounding odd sides up",
      '<IMAGE_PROPERTIES WIDTH="4097" HEIGHT="3000" NUMTILES="282" NUMIMAGES="1" VERSION="1.8" TILESIZE="256" />',
      { type: "zoomify", width: 4097, height: 3000, tileSize: 256, halving: "up" },
    ],
    [
      "IIIF, its levels put into order",
      iiif({ preferredFormats: ["png"] }),
      {
        type: "iiif",
        version: 3,
        width: 800,
        height: 600,
        format: "png",
        isLevel0: false,
        tileLevels: [1, 2, 4].map((scaleFactor) => ({ scaleFactor, tileWidth: 256, tileHeight: 256 })),
        sizes: [],
      },
    ],
  ];
  for (const [name, text, facts] of descriptors) {
    it(name, () => expect(readExternalDescriptor(text)).toEqual(facts));
  }

  it("a level 0 server's profile in any of its spellings", () => {
    for (const profile of [
      "level0",
      "https://iiif.io/api/image/3/level0.json",
      ["http://iiif.io/api/image/2/level0.json"],
    ]) {
      expect(readExternalDescriptor(iiif({ profile }))).toMatchObject({ isLevel0: true });
    }
  });
});

describe("rejects with a message", () => {
  const descriptors: [why: RegExp, text: string][] = [
    [/neither XML nor JSON/, ""],
    [/neither XML nor JSON/, "<html><body>Sign in</html"],
    [/first element, html, is unknown/, "<html></html>"],
    [/collection/, '<Collection MaxLevel="7"></Collection>'],
    [/not valid JSON/, "{"],
    [/not the description of an IIIF image/, "{}"],
    [/not the description of an IIIF image/, iiif({ "@context": "http://iiif.io/api/presentation/3/context.json" })],
    [/its width must be/, `${DZI}</Image>`],
    [/its width must be/, `${DZI}<Size Width="0" Height="900"/></Image>`],
    [/its height must be/, `${DZI}<Size Width="1" Height="1048577"/></Image>`],
    [/its height must be/, iiif({ height: 1.5 })],
    [/its height must be/, iiif({ height: null })],
    [/size of its tiles/, iiif({ tiles: [{ width: 1, scaleFactors: [1] }] })],
    [/scale factor/, iiif({ tiles: [{ width: 256, scaleFactors: [0] }] })],
    [/tiles cannot be understood/, iiif({ tiles: [{ width: 256 }] })],
    [/tiles cannot be understood/, iiif({ tiles: ["256"] })],
    [/neither tiles nor sizes/, iiif({ tiles: [], profile: "level0" })],
    [/format "tif"/, DZI.replace("jpg", "tif").concat('<Size Width="1" Height="1"/></Image>')],
    [/overlap/, DZI.replace('"1"', '"300"').concat('<Size Width="1" Height="1"/></Image>')],
    [/several images/, '<IMAGE_PROPERTIES WIDTH="1" HEIGHT="1" NUMTILES="1" NUMIMAGES="2" TILESIZE="256"/>'],
    [/too long/, " ".repeat(1_000_001)],
  ];
  for (const [why, text] of descriptors) {
    it(`${why.source}: ${text.slice(0, 60)}`, () => expect(() => readExternalDescriptor(text)).toThrow(why));
  }
});
