import { describe, expect, it } from "vitest";
import { parseOmeDocument } from "./ome-document.ts";
import { assertOneFile, planePagesOf } from "./plane-pages.ts";

function documentOf(pixels: string, tiffData: string, root = "") {
  return parseOmeDocument(
    `<OME ${root}><Image><Pixels SizeX="9" SizeY="9" ${pixels}>${tiffData}</Pixels></Image></OME>`,
  );
}

const CZT = 'DimensionOrder="XYCZT" SizeC="2" SizeZ="3" SizeT="1"';
const ZCT = 'DimensionOrder="XYZCT" SizeC="2" SizeZ="3" SizeT="1"';
const at = (ifd: number, c: number, z: number, count = 1) =>
  `<TiffData IFD="${ifd}" FirstC="${c}" FirstZ="${z}" FirstT="0" PlaneCount="${count}"/>`;

describe("the planes of directories, channels fastest", () => {
  const cases: [what: string, pixels: string, tiffData: string, expected: number[]][] = [
    ["unspecified: in order", CZT, "", [0, 1, 2, 3, 4, 5]],
    ["an empty TiffData: in order", CZT, "<TiffData/>", [0, 1, 2, 3, 4, 5]],
    ["in the order of the dimensions", ZCT, "<TiffData/>", [0, 3, 1, 4, 2, 5]],
    ["starting at a directory", CZT, '<TiffData IFD="1" PlaneCount="6"/>', [1, 2, 3, 4, 5, 6]],
    [
      "one by one, backwards",
      CZT,
      [0, 1, 2].map((z) => at(5 - 2 * z, 0, z) + at(4 - 2 * z, 1, z)).join(""),
      [5, 4, 3, 2, 1, 0],
    ],
    ["in two runs", ZCT, at(3, 0, 0, 3) + at(0, 1, 0, 3), [3, 0, 4, 1, 5, 2]],
    ["an invalid order is replaced by the usual one", CZT.replace("XYCZT", "XYQQQ"), "", [0, 1, 2, 3, 4, 5]],
  ];
  for (const [what, pixels, tiffData, expected] of cases) {
    it(what, () => {
      const [image] = documentOf(pixels, tiffData).images;
      expect(planePagesOf(image!, 7, () => 1).pages).toEqual(expected);
    });
  }

  it("channels in one directory need a single directory", () => {
    const [image] = documentOf('SizeC="3" SizeZ="2" SizeT="1"', '<Channel SamplesPerPixel="3"/>').images;
    expect(planePagesOf(image!, 2, () => 3)).toMatchObject({ pages: [0, 1], samplesPerPage: 3, groups: 1 });
  });

  it("times that were never recorded are omitted", () => {
    const [image] = documentOf('SizeC="2" SizeZ="1" SizeT="10"', "").images;
    expect(planePagesOf(image!, 7, () => 1)).toMatchObject({ times: 3, pages: [0, 1, 2, 3, 4, 5] });
  });

  const lies: [what: string, pixels: string, tiffData: string, reason: string, message: RegExp][] = [
    ["missing planes", 'SizeC="2" SizeZ="9" SizeT="1"', "", "truncated", /7 of 18 planes/],
    ["a missing directory", CZT, [0, 1, 2].map((z) => at(90 + z, 0, z)).join(""), "truncated", /contains 0 of/],
    ["a million channels", 'SizeC="1000000" SizeZ="1" SizeT="1"', "", "tooLarge", /1000000 channels/],
    ["a billion depths", 'SizeC="1" SizeZ="1000000000" SizeT="1"', "", "tooLarge", /focal planes/],
  ];
  for (const [what, pixels, tiffData, reason, message] of lies) {
    it(`${what}: ${reason}`, () => {
      const [image] = documentOf(pixels, tiffData).images;
      const pages = () => planePagesOf(image!, 7, () => 1);
      expect(pages).toThrow(
        expect.objectContaining({ name: "SlideFileError", reason, message: expect.stringMatching(message) }),
      );
    });
  }
});

describe("an image in several files", () => {
  const inFile = (uuid: string, name: string) => `<TiffData IFD="0"><UUID FileName="${name}">${uuid}</UUID></TiffData>`;
  const check = (tiffData: string, root = "") => {
    const document = documentOf(CZT, tiffData, root);
    assertOneFile(document, document.images[0]!);
  };

  it("is rejected with the names of the others", () => {
    expect(() => check(inFile("a", "one.ome.tif") + inFile("b", "two.ome.tif"), 'UUID="a"')).toThrow(
      "one of a set, and the others are missing: two.ome.tif. Save",
    );
  });

  it("lists three of many", () => {
    const files = ["a", "b", "c", "d", "e", "f"].map((name) => inFile(name, `${name}.tif`)).join("");
    expect(() => check(files, 'UUID="a"')).toThrow("b.tif, c.tif, d.tif and 2 more");
  });

  it("names the description file if it is separate", () => {
    const document = parseOmeDocument('<OME><BinaryOnly MetadataFile="all.companion.ome" UUID="x"/></OME>');
    expect(() => assertOneFile(document, null)).toThrow("all.companion.ome");
  });

  it("a renamed or re-saved file counts as a single file", () => {
    expect(() => check(inFile("b", "old.ome.tif"), 'UUID="a"')).not.toThrow();
    expect(() => check(inFile("b", "old.ome.tif"))).not.toThrow();
  });
});
