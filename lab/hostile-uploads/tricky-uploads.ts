/**
 * Files with a false type or with executable content, and names with special meaning.
 *
 * Source: check SEC-15; OWASP File Upload Cheat Sheet; EICAR, "Anti-malware test file".
 */

import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildZip } from "@parfocal/slides/testing/build-zip.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import { buildDeepZoom, zipEntriesOf } from "@parfocal/slides/testing/tile-sets.ts";
import sharp from "sharp";

export interface TrickyUpload {
  readonly what: string;
  readonly filename: string;
  readonly build: () => Buffer | Promise<Buffer>;
  /** `announced`: the name or size is rejected before a byte is sent. */
  readonly fate: "shown" | "refused" | "announced";
}

export const SCRIPT = "<script>window.hasRun=true</script>";
/** Must not be returned to anyone: the GPS position in EXIF. */
export const GPS_TEXT = "48/1 12/1 5999/100";
/** In two parts, so that this file itself is not detected as one. */
export const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join("");

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="window.hasRun=true">${SCRIPT}</svg>`;
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const picture = buildPicture(150, 110);

const opened = () => sharp(picture.samples, { raw: { width: 150, height: 110, channels: 3 } });
const text = (contents: string) => () => Buffer.from(contents, "latin1");
const tiff = () => buildTiff({ pages: [rawPage(picture)] });

/** A comment after the start of a JPEG. */
function commented(jpeg: Buffer, comment: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(comment), jpeg.subarray(2)]);
}

async function tilesWithComment(): Promise<Buffer> {
  const { samples, width, height } = buildPicture(64, 48);
  const tile = await sharp(samples, { raw: { width, height, channels: 3 } })
    .jpeg()
    .toBuffer();
  const segments = [commented(tile, SCRIPT)];
  return buildTiff({ pages: [{ width, height, tile: { width, height }, segments, compression: 7, photometric: 6 }] });
}

async function setWithPage(): Promise<Buffer> {
  const { files } = await buildDeepZoom({ width: 100, height: 80, tilePx: 64 });
  return buildZip({ entries: [...zipEntriesOf(files), { name: "index.html", contents: Buffer.from(HTML) }] });
}

const DISGUISED: readonly TrickyUpload[] = [
  { what: "an SVG with a script", filename: "slide.svg", build: text(SVG), fate: "refused" },
  { what: "an SVG called a PNG", filename: "slide.png", build: text(SVG), fate: "refused" },
  { what: "a page called a PNG", filename: "slide.png", build: text(HTML), fate: "refused" },
  { what: "a page called a slide", filename: "slide.svs", build: text(HTML), fate: "refused" },
  { what: "GIF that is JavaScript", filename: "slide.gif", build: text(`GIF89a=1;${SCRIPT}`), fate: "refused" },
  { what: "JavaScript", filename: "slide.js", build: text("alert(1)//"), fate: "refused" },
  {
    what: "XML with a style sheet",
    filename: "slide.xml",
    build: text(`<?xml-stylesheet href="evil.xsl"?><Image TileSize="1"/>`),
    fate: "refused",
  },
  {
    what: "a mail of pages",
    filename: "slide.mhtml",
    build: text(`MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${HTML}`),
    fate: "refused",
  },
  {
    what: "a PDF called a TIFF",
    filename: "slide.tif",
    build: text(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript>>>>`),
    fate: "refused",
  },
  { what: "a Flash film", filename: "slide.png", build: text("FWS\x09rubbish"), fate: "refused" },
  { what: "a program for Linux", filename: "slide.svs", build: text("\x7fELF\x02\x01\x01rubbish"), fate: "refused" },
  { what: "a program for Windows", filename: "slide.svs.exe", build: text("MZ\x90\x00rubbish"), fate: "refused" },
  { what: "a script for a shell", filename: "slide.sh", build: text("#!/bin/sh\nrm -rf /\n"), fate: "refused" },
  { what: "EICAR", filename: "eicar.com", build: text(EICAR), fate: "refused" },
  { what: "a byte", filename: "slide.svs", build: text("I"), fate: "refused" },
  { what: "nothing", filename: "slide.svs", build: text(""), fate: "announced" },
];

const POLYGLOTS: readonly TrickyUpload[] = [
  {
    what: "a JPEG with a script for a comment",
    filename: "a.jpg",
    build: async () => commented(await opened().jpeg().toBuffer(), SCRIPT),
    fate: "shown",
  },
  { what: "tiles with a script for a comment", filename: "a.tif", build: tilesWithComment, fate: "shown" },
  {
    what: "a PNG that a page follows",
    filename: "a.png",
    build: async () => Buffer.concat([await opened().png().toBuffer(), Buffer.from(HTML)]),
    fate: "shown",
  },
  {
    what: "a JPEG that a zip follows",
    filename: "a.jpg",
    build: async () =>
      Buffer.concat([
        await opened().jpeg().toBuffer(),
        buildZip({ entries: [{ name: "a.html", contents: Buffer.from(HTML) }] }),
      ]),
    fate: "shown",
  },
  {
    what: "a WebP with a script for XMP",
    filename: "a.webp",
    build: () => opened().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`).webp().toBuffer(),
    fate: "shown",
  },
  {
    what: "a JPEG with EICAR for a comment",
    filename: "a.jpg",
    build: async () => commented(await opened().jpeg().toBuffer(), EICAR),
    fate: "shown",
  },
  {
    what: "a JPEG that tells where it was taken",
    filename: "a.jpg",
    build: () =>
      opened()
        .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: GPS_TEXT } })
        .jpeg()
        .toBuffer(),
    fate: "shown",
  },
  { what: "a set of tiles with a page among them", filename: "a.zip", build: setWithPage, fate: "shown" },
];

const NAMED: readonly TrickyUpload[] = (
  [
    ["a PNG called a slide", "picture.svs", "shown"],
    ["two endings", "slide.php.png", "shown"],
    ["line ends", "a\r\nSet-Cookie: evil=1\r\n\r\n.tif", "shown"],
    ["quotes", `a"; filename="evil.html`, "shown"],
    ["an overturned ending", "slide\u202efit.exe", "shown"],
    ["a microscope", "Präparat 🔬.tif", "shown"],
    ["255 characters", `${"x".repeat(251)}.tif`, "shown"],
    ["256 characters", `${"x".repeat(252)}.tif`, "announced"],
    ["a script", `"><img src=x onerror=alert(1)>.tif`, "shown"],
    ["a folder", "..", "shown"],
    ["a device", "CON.tif", "shown"],
    ["a NUL", "a\0.html.tif", "announced"],
    ["half a character", "a\ud800.tif", "announced"],
    ["a formula", "=cmd|' /C calc'!A0.tif", "shown"],
  ] as const
).map(([what, filename, fate]) => ({ what: `a name: ${what}`, filename, build: tiff, fate }));

export const TRICKY_UPLOADS: readonly TrickyUpload[] = [...DISGUISED, ...POLYGLOTS, ...NAMED];
