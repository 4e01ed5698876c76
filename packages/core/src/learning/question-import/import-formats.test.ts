import { expect, it } from "vitest";
import { type ImportFormat, recognizeFormat } from "./import-formats.ts";
import { pathInPackage } from "./qti-manifest.ts";

const texts: [text: string, format: ImportFormat][] = [
  ["<quiz></quiz>", "moodleXml"],
  ['\uFEFF<?xml version="1.0"?>\n<!-- <assessmentItem> -->\n<quiz>', "moodleXml"],
  ["<assessmentItem/>", "qti"],
  ["<q:qti-assessment-item/>", "qti"],
  ['<?xml version="1.0"?><!-- <quiz> --><imsqti:assessmentItem/>', "qti"],
  ["<questestinterop/>", "qti"],
  ["<p>Which?</p> {=HE ~PAS}", "gift"],
  ["Which?\nA) HE\nB) PAS\nANSWER: A", "aiken"],
  ["Which {=HE}", "gift"],
];
for (const [text, format] of texts)
  it(`${JSON.stringify(text)} is ${format}`, () => expect(recognizeFormat(text)).toBe(format));

const addresses: [from: string, address: string, path: string | null][] = [
  ["imsmanifest.xml", "items/a%20b.xml", "items/a b.xml"],
  ["p/imsmanifest.xml", "./items//a.xml#x", "p/items/a.xml"],
  ["p/items/a.xml", "../images/b.png?v=1", "p/images/b.png"],
  ["imsmanifest.xml", "../a.xml", null],
  ["imsmanifest.xml", "/etc/passwd", null],
  ["imsmanifest.xml", "file:///etc/passwd", null],
  ["imsmanifest.xml", "https://example.org/a.xml", null],
  ["imsmanifest.xml", "a\\b.xml", null],
  ["imsmanifest.xml", "%2e%2e/a.xml", null],
  ["imsmanifest.xml", "%zz", null],
  ["imsmanifest.xml", "", null],
];
for (const [from, address, path] of addresses)
  it(`${address || "an empty address"} of ${from} links to ${path ?? "nothing"}`, () =>
    expect(pathInPackage(from, address)).toBe(path));
