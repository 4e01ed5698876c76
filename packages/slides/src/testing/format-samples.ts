/** A small valid file of each supported format, to be damaged. Each can be opened without conversion. */
import { deflateSync, zstdCompressSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import type { RawPicture } from "../codec/raw-picture.ts";
import { buildDicom, TRANSFER_SYNTAX } from "./build-dicom.ts";
import { nativeSlide, slideElements } from "./build-dicom-slide.ts";
import { buildNdpi, encodeIntervals } from "./build-ndpi.ts";
import { buildOmeTiff } from "./build-ome-tiff.ts";
import { buildTiff } from "./build-tiff.ts";
import { buildZip } from "./build-zip.ts";
import { encodeJpeg2000, encodeJpegLs, jp2Of } from "./encode-samples.ts";
import { buildPicture, partOf } from "./pictures.ts";
import { rawPage, tilesOf } from "./slide-files.ts";
import { buildDeepZoom, buildIiif, buildZoomify, zipEntriesOf } from "./tile-sets.ts";

export interface NamedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const picture = buildPicture(150, 110);
/** One tile of a slide. */
const small = buildPicture(40, 24);

export async function formatSamples(): Promise<NamedFile[]> {
  const pyramid = { width: 150, height: 110, tilePx: 64 };
  const intervals = await encodeIntervals(buildPicture(128, 64), { laneWidth: 64 });
  const coded = await encodeJpeg2000(small);
  const dicom = (transferSyntax: string, frame: Uint8Array) =>
    buildDicom({
      transferSyntax,
      elements: { ...slideElements(small), Rows: small.height, Columns: small.width },
      pixels: { frames: [[frame]], table: "basic" },
    });
  return [
    { name: "uncompressed.tif", bytes: buildTiff({ pages: [rawPage(picture), rawPage(small)] }) },
    { name: "big-endian.btf", bytes: buildTiff({ isBigTiff: true, isBigEndian: true, pages: [rawPage(picture)] }) },
    { name: "deflate.tif", bytes: packedTiff(8, deflateSync) },
    { name: "zstandard.tif", bytes: packedTiff(50_000, zstdCompressSync) },
    ...(await Promise.all((["jpeg", "lzw", "webp", "packbits"] as const).map(writtenByVips))),
    { name: "jpeg-2000.svs", bytes: await buildSvs() },
    {
      name: "intervals.ndpi",
      bytes: buildNdpi({ pictures: [{ ...intervals, width: 128, height: 64, magnification: 20 }] }),
    },
    {
      name: "channels.ome.tif",
      bytes: buildOmeTiff({ width: 60, height: 40, channels: 3, depths: 2, tilePx: 32, isPacked: true }),
    },
    { name: "native.dcm", bytes: nativeSlide(small) },
    { name: "deflated.dcm", bytes: nativeSlide(small, { transferSyntax: TRANSFER_SYNTAX.deflated }) },
    {
      name: "implicit.dcm",
      bytes: nativeSlide(small, { transferSyntax: TRANSFER_SYNTAX.implicit, hasMarkedEnds: true }),
    },
    { name: "jpeg-2000.dcm", bytes: dicom(TRANSFER_SYNTAX.jpeg2000, coded) },
    { name: "jpeg-ls.dcm", bytes: dicom(TRANSFER_SYNTAX.jpegLs, await encodeJpegLs(small)) },
    {
      name: "deep-zoom.zip",
      bytes: buildZip({ entries: zipEntriesOf((await buildDeepZoom({ ...pyramid, overlapPx: 1 })).files) }),
    },
    {
      name: "zoomify.zip",
      bytes: buildZip({ entries: zipEntriesOf((await buildZoomify(pyramid)).files, { isDeflated: true }) }),
    },
    {
      name: "iiif.zip",
      bytes: buildZip({ entries: zipEntriesOf((await buildIiif(pyramid, { version: 3, factors: [1, 2, 4] })).files) }),
    },
    { name: "picture.jpg", bytes: await pictureOf("jpeg") },
    { name: "picture.png", bytes: await pictureOf("png") },
    { name: "picture.webp", bytes: await pictureOf("webp") },
    { name: "picture.jp2", bytes: jp2Of(coded, small) },
    { name: "picture.j2k", bytes: coded },
  ];
}

function opened({ samples, width, height, channels }: RawPicture): Sharp {
  return sharp(samples, { raw: { width, height, channels } });
}

function pictureOf(format: "jpeg" | "png" | "webp"): Promise<Buffer> {
  return opened(picture)
    .toFormat(format)
    .withExif({ IFD0: { Copyright: "nobody", Artist: "nobody" } })
    .toBuffer();
}

async function writtenByVips(compression: "jpeg" | "lzw" | "webp" | "packbits"): Promise<NamedFile> {
  const bytes = await opened(picture)
    .tiff({ compression, tile: true, tileWidth: 64, tileHeight: 64, pyramid: true, predictor: "horizontal" })
    .toBuffer();
  return { name: `${compression}.tif`, bytes };
}

async function buildSvs(): Promise<Buffer> {
  const segments = await Promise.all(tilesOf(picture).map((tile) => encodeJpeg2000({ ...tile, channels: 3 }, 2)));
  const description = "Aperio Image Library v1\r\n150x110 (64x48) JPEG2000|AppMag = 20|MPP = 0.5|ScanScope ID = SS1";
  const page = { ...rawPage(picture), segments, compression: 33005, description };
  return buildTiff({ pages: [page, rawPage(partOf(picture, 0, 0, 40, 30))] });
}

function packedTiff(compression: number, pack: (samples: Uint8Array) => Buffer): Buffer {
  return buildTiff({
    pages: [{ ...rawPage(picture), segments: tilesOf(picture).map(({ samples }) => pack(samples)), compression }],
  });
}
