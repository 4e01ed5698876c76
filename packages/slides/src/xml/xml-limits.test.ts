import { describe, expect, it } from "vitest";
import { parseOmeDocument } from "../formats/ome/ome-document.ts";
import { buildOmeTiff } from "../testing/build-ome-tiff.ts";
import { readXml } from "./read-xml.ts";
import { assertFewMarks, assertXmlLength } from "./xml-limits.ts";

const tooLarge = expect.objectContaining({ name: "SlideFileError", reason: "tooLarge" });

describe("XML that would take long to parse", () => {
  const cases: [what: string, xml: string][] = [
    ["300,000 attributes", `<OME ${Array.from({ length: 300_000 }, (_, index) => `a${index}="1"`).join(" ")}/>`],
    ["100,001 elements", `<OME>${"<a/>".repeat(100_001)}</OME>`],
    ["16 MiB and a bit", `<OME>${" ".repeat(16 * 2 ** 20)}</OME>`],
  ];
  for (const [what, xml] of cases) {
    it(`${what}: rejected before it is parsed`, () => {
      expect(() => readXml(xml)).toThrow(tooLarge);
      expect(() => parseOmeDocument(xml)).toThrow(tooLarge);
    });
  }

  it("also a million plane positions", () => {
    const usual = /<OME.*<\/OME>/.exec(buildOmeTiff({ width: 9, height: 9 }).toString("latin1"))![0];
    expect(parseOmeDocument(usual.replace("<TiffData/>", "<TiffData/>".repeat(1000))).images).toHaveLength(1);
    expect(() => parseOmeDocument(usual.replace("<TiffData/>", "<TiffData/>".repeat(1_000_001)))).toThrow(tooLarge);
  });
});

it("accepts the XML of scanners, including images in base64", () => {
  const picture = "QUJD".repeat(2 ** 20);
  const xml = `<a>${'<b c="1"/>'.repeat(1000)}<d>${picture}==</d></a>`;
  assertXmlLength(xml);
  assertFewMarks(xml);
});
