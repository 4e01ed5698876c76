import { describe, expect, it } from "vitest";
import { elementAt, elementsOf, readXml, textAt, wholeAttribute } from "./read-xml.ts";

describe("XML of scanners", () => {
  it("is read in its order, without prefixes, with XML's own entities", () => {
    const root = readXml(`<?xml version="1.0"?>
      <a:slide xmlns:a="urn:x"><part n="1"/><other>x &lt; &#181;m</other><part n="&quot;2&quot;">
      two<!-- nothing --></part></a:slide>`);
    expect(root.name).toBe("slide");
    expect(root.elements.map(({ name }) => name)).toEqual(["part", "other", "part"]);
    expect(textAt(root, "other")).toBe("x < µm");
    expect(elementsOf(root, "part").map(({ attributes }) => attributes.n)).toEqual(["1", '"2"']);
    expect(elementsOf(root, "part")[1]?.text).toBe("two");
    expect(wholeAttribute(elementAt(root, "part"), "n")).toBe(1);
    expect(wholeAttribute(elementAt(root, "part"), "constructor")).toBeNull();
  });

  it("leaves an unknown entity unchanged", () => {
    expect(readXml("<a>&toString; &#0;</a>").text).toBe("&toString; &#0;");
  });

  const refused: [what: string, xml: string, reason: string][] = [
    ["a document type", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "damaged"],
    ["an element that does not end", "<a><b></a>", "damaged"],
    ["no element", "scanner", "damaged"],
    ["nothing", "", "damaged"],
    ["endlessly nested elements", `${"<a>".repeat(5000)}${"</a>".repeat(5000)}`, "damaged"],
    ["an endless text", `<a>${"x".repeat(16 * 2 ** 20)}</a>`, "tooLarge"],
  ];
  for (const [what, xml, reason] of refused) {
    it(`rejects ${what}`, () => {
      expect(() => readXml(xml)).toThrowError(expect.objectContaining({ name: "SlideFileError", reason }));
    });
  }
});
