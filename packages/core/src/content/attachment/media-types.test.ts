import { describe, expect, it } from "vitest";
import { attachmentKindOf, isShownInline, mediaTypeOf, mediaTypeOfUrl } from "./media-types.ts";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...part].map((c) => c.charCodeAt(0)) : part)));

const files: [name: string, head: Uint8Array, mediaType: string, isInline: boolean][] = [
  ["PNG", bytes([0x89], "PNG\r\n", [0x1a], "\n"), "image/png", true],
  ["JPEG", bytes([0xff, 0xd8, 0xff, 0xe0]), "image/jpeg", true],
  ["GIF", bytes("GIF89a"), "image/gif", true],
  ["WebP", bytes("RIFF", [1, 2, 3, 4], "WEBPVP8 "), "image/webp", true],
  ["PDF", bytes("%PDF-1.7\n"), "application/pdf", true],
  ["MP4", bytes([0, 0, 0, 24], "ftypisom"), "video/mp4", true],
  ["WebM", bytes([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x82, 0x84], "webm"), "video/webm", true],
  ["ZIP, and formats based on it (docx, pptx)", bytes("PK", [3, 4]), "application/zip", false],
  ["SVG", bytes("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"), "application/octet-stream", false],
  ["HTML", bytes("<!doctype html><script>alert(1)</script>"), "application/octet-stream", false],
  ["HTML with a late GIF signature", bytes("<script>GIF89a"), "application/octet-stream", false],
  ["HEIC", bytes([0, 0, 0, 24], "ftypheic"), "application/octet-stream", false],
  ["Matroska that is not WebM", bytes([0x1a, 0x45, 0xdf, 0xa3], "matroska"), "application/octet-stream", false],
  ["AVI", bytes("RIFF", [1, 2, 3, 4], "AVI "), "application/octet-stream", false],
  ["nothing", bytes(), "application/octet-stream", false],
];
describe("the type of a file is detected from its first bytes", () => {
  for (const [name, head, mediaType, isInline] of files)
    it(`${name}: ${mediaType}, ${isInline ? "shown" : "download only"}`, () => {
      expect(mediaTypeOf(head)).toBe(mediaType);
      expect(isShownInline(mediaType)).toBe(isInline);
    });
});

it("an attachment is shown as image or video by its media type", () => {
  expect(["image/png", "image/jpeg", "image/gif", "image/webp"].map(attachmentKindOf)).toEqual(Array(4).fill("image"));
  expect(["video/mp4", "video/webm"].map(attachmentKindOf)).toEqual(["video", "video"]);
  expect(attachmentKindOf("application/pdf")).toBe("pdf");
  expect(["application/zip", "application/octet-stream", "constructor", ""].map(attachmentKindOf)).toEqual(
    Array(4).fill("file"),
  );
});

const urls: [url: string, mediaType: string][] = [
  ["https://atlas.example.org/kidney.PNG?size=2#top", "image/png"],
  ["http://atlas.example.org/a.b/kidney.jpeg", "image/jpeg"],
  ["https://atlas.example.org/kidney.webm", "video/webm"],
  ["https://atlas.example.org/report.pdf", ""],
  ["https://atlas.example.org/view?file=kidney.png", ""],
  ["https://atlas.png", ""],
  ["https://atlas.example.org/kidney.constructor", ""],
];
describe("a link to a file, by its file name extension", () => {
  for (const [url, mediaType] of urls)
    it(`${url}: ${mediaType || "not shown"}`, () => expect(mediaTypeOfUrl(url)).toBe(mediaType));
});
