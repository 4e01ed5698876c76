import { describe, expect, it } from "vitest";
import { decodeCsv } from "./decode-csv.ts";

const TEXT = "Name;Straße\r\nJörg;Größe 5\r\n";

const utf16 = (text: string, { isBig = false, hasMark = true } = {}) => {
  const units = [...(hasMark ? "\uFEFF" : ""), ...text].map((unit) => unit.charCodeAt(0));
  return Uint8Array.from(units.flatMap((unit) => (isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8])));
};
const latin = (text: string) => Uint8Array.from([...text].map((unit) => unit.charCodeAt(0)));

describe("a CSV file is decoded", () => {
  it.each([
    ["UTF-8", new TextEncoder().encode(TEXT), "utf-8"],
    ["UTF-8 with a byte order mark", new TextEncoder().encode(`\uFEFF${TEXT}`), "utf-8"],
    ["UTF-16, little-endian", utf16(TEXT), "utf-16le"],
    ["UTF-16, big-endian", utf16(TEXT, { isBig: true }), "utf-16be"],
    ["UTF-16 without a mark, little-endian", utf16(TEXT, { hasMark: false }), "utf-16le"],
    ["UTF-16 without a mark, big-endian", utf16(TEXT, { isBig: true, hasMark: false }), "utf-16be"],
    ["Windows-1252", latin(TEXT), "windows-1252"],
  ])("from %s", (_name, bytes, encoding) => {
    expect(decodeCsv(bytes)).toEqual({ text: TEXT, encoding });
  });

  it("without its NUL characters", () => {
    expect(decodeCsv(new TextEncoder().encode("a,\0b\n")).text).toBe("a,b\n");
  });

  it("from an empty file", () => {
    expect(decodeCsv(new Uint8Array()).text).toBe("");
  });
});
