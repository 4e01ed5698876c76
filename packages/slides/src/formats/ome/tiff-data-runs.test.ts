import { describe, expect, it } from "vitest";
import { processorMs } from "../../testing/processor-ms.ts";
import { parseOmeDocument } from "./ome-document.ts";
import { takeTiffData } from "./tiff-data-runs.ts";

const documentOf = (tiffData: string, description = "") =>
  `<OME><Image><Description>${description}</Description><Pixels SizeX="9" SizeY="9" SizeC="2" SizeZ="3" SizeT="1">${tiffData}</Pixels></Image></OME>`;

/** With such a text the parser reads all elements itself. */
const LEFT_TO_PARSER = "<![CDATA[as text]]>";
const tiffDataOf = (xml: string) => parseOmeDocument(xml).images.map(({ tiffData }) => tiffData);

describe("extracted TiffData match what the parser would have read", () => {
  const cases: [what: string, tiffData: string, count: number][] = [
    ["none", "", 0],
    ["one without attributes", "<TiffData/>", 1],
    [
      "several, with spaces and line breaks between",
      '<TiffData IFD="0" />\n  <TiffData\tIFD = "1"\nFirstC=\'1\'></TiffData>',
      2,
    ],
    [
      "with their file",
      '<TiffData IFD="0"><UUID FileName="a &amp; b.tif"> urn:uuid:1 </UUID></TiffData><TiffData IFD="1"> <UUID>urn:2</UUID> </TiffData><TiffData><UUID FileName="c"/></TiffData>',
      3,
    ],
    ["among channels", '<TiffData IFD="0"/><Channel ID="c"/><TiffData IFD="1"/><TiffData IFD="2"/>', 3],
    ["invalid numbers", '<TiffData IFD="x" PlaneCount="-1" FirstZ="1.5"/>', 1],
    ["of older schemas", '<TiffData IFD="4" NumPlanes="2"/>', 1],
    ["with a prefix", '<a:TiffData IFD="4"><a:UUID a:FileName="f">u</a:UUID></a:TiffData>', 1],
    ["with a different count", '<TiffData IFD="3" Run="7"/><TiffData IFD="4" Run="0"/>', 2],
  ];
  for (const [what, tiffData, count] of cases) {
    it(what, () => {
      expect(takeTiffData(documentOf(tiffData)).runs).not.toBeNull();
      expect(takeTiffData(documentOf(tiffData, LEFT_TO_PARSER)).runs).toBeNull();
      const [taken] = tiffDataOf(documentOf(tiffData));
      expect(taken).toHaveLength(count);
      expect([taken]).toEqual(tiffDataOf(documentOf(tiffData, LEFT_TO_PARSER)));
    });
  }
});

it("each image keeps its own", () => {
  const image = (ifd: number) =>
    `<Image><Pixels SizeX="9" SizeY="9" SizeC="1" SizeZ="1" SizeT="1"><TiffData IFD="${ifd}"/></Pixels></Image>`;
  const found = tiffDataOf(`<OME>${image(5)}${image(6)}</OME>`);
  expect(found.map((data) => data.map(({ ifd }) => ifd))).toEqual([[5], [6]]);
});

describe("other forms are left to the parser, which reports the error", () => {
  const cases: [what: string, tiffData: string][] = [
    ["that never ends", '<TiffData IFD="0"><UUID>u</UUID>'],
    ["an attribute without quotes", "<TiffData IFD=0/>"],
    ["mismatched end tags", '<TiffData IFD="0"><UUID>u</TiffData></UUID>'],
  ];
  for (const [what, tiffData] of cases) {
    it(what, () => {
      expect(takeTiffData(documentOf(tiffData))).toEqual({ xml: documentOf(tiffData), runs: null });
      expect(() => parseOmeDocument(documentOf(tiffData))).toThrow(/OME-XML/);
    });
  }

  it("and each is detected quickly", () => {
    for (const bad of [`<TiffData${" ".repeat(4e6)}`, `<TiffData ${"a".repeat(4e6)}`, "<TiffData ".repeat(4e5)]) {
      const from = processorMs();
      expect(takeTiffData(bad).runs).toBeNull();
      expect(processorMs() - from).toBeLessThan(1000);
    }
  });
});
