import { expect, it } from "vitest";
import { neutralFilename } from "./neutral-filename.ts";

const cases: [filename: string, mediaType: string, neutral: string][] = [
  ["Miller, Ann.pdf", "application/pdf", "attachment-12.pdf"],
  ["Miller.PDF", "image/png", "attachment-12.png"],
  ["Miller.docx", "application/zip", "attachment-12.docx"],
  ["Miller.DOCX", "application/zip", "attachment-12.docx"],
  ["archive", "application/zip", "attachment-12.zip"],
  ["scan.Mill", "application/octet-stream", "attachment-12"],
  ["scan.Miller", "application/octet-stream", "attachment-12"],
  ["notes.txt", "application/octet-stream", "attachment-12.txt"],
  ["", "application/octet-stream", "attachment-12"],
];
for (const [filename, mediaType, neutral] of cases)
  it(`"${filename}" (${mediaType}) is saved as ${neutral}`, () =>
    expect(neutralFilename("attachment", 12, { mediaType, filename })).toBe(neutral));
