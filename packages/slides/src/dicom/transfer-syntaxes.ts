/**
 * Encodings of the data sets and pixels of DICOM files.
 *
 * Source: DICOM PS3.5, annex A; PS3.6, annex A.
 */
import { SlideFileError } from "../slide-source.ts";

/** Encoding of a frame; `native`: uncompressed samples, not encapsulated. */
export type FrameCodec = "native" | "jpeg" | "jpeg2000" | "jpeg-ls" | "rle";

export interface TransferSyntax {
  readonly name: string;
  /** null: known but not supported. */
  readonly codec: FrameCodec | null;
  readonly isImplicit?: boolean;
  readonly isBigEndian?: boolean;
  /** The whole data set is one Deflate stream. */
  readonly isDeflated?: boolean;
}

const DICOM_ROOT = "1.2.840.10008.1.2";

const TRANSFER_SYNTAXES: Readonly<Record<string, TransferSyntax>> = {
  "": { name: "implicit VR little endian", codec: "native", isImplicit: true },
  ".1": { name: "explicit VR little endian", codec: "native" },
  ".1.98": { name: "encapsulated uncompressed explicit VR little endian", codec: null },
  ".1.99": { name: "deflated explicit VR little endian", codec: "native", isDeflated: true },
  ".2": { name: "explicit VR big endian", codec: "native", isBigEndian: true },
  ".4.50": { name: "JPEG baseline", codec: "jpeg" },
  // With 8 bits it is like baseline; 12 bits are recognized by the JPEG header.
  ".4.51": { name: "JPEG extended", codec: "jpeg" },
  ".4.57": { name: "lossless JPEG", codec: null },
  ".4.70": { name: "lossless JPEG", codec: null },
  ".4.80": { name: "JPEG-LS, lossless", codec: "jpeg-ls" },
  ".4.81": { name: "JPEG-LS", codec: "jpeg-ls" },
  ".4.90": { name: "JPEG 2000, lossless", codec: "jpeg2000" },
  ".4.91": { name: "JPEG 2000", codec: "jpeg2000" },
  ".4.92": { name: "JPEG 2000 part 2", codec: null },
  ".4.93": { name: "JPEG 2000 part 2", codec: null },
  ".4.100": { name: "MPEG-2 video", codec: null },
  ".4.102": { name: "MPEG-4 video", codec: null },
  ".4.110": { name: "JPEG XL", codec: null },
  ".4.111": { name: "JPEG XL", codec: null },
  ".4.112": { name: "JPEG XL", codec: null },
  ".4.201": { name: "High-Throughput JPEG 2000", codec: null },
  ".4.202": { name: "High-Throughput JPEG 2000", codec: null },
  ".4.203": { name: "High-Throughput JPEG 2000", codec: null },
  ".5": { name: "RLE", codec: "rle" },
  ".8.1": { name: "Deflate for each frame", codec: null },
};

/** Undefined for an unknown identifier; its data set may be read as explicit VR little endian. */
export function transferSyntaxOf(uid: string): TransferSyntax | undefined {
  return uid.startsWith(DICOM_ROOT) ? TRANSFER_SYNTAXES[uid.slice(DICOM_ROOT.length)] : undefined;
}

/** @throws SlideFileError `unsupported` if the encoding of the pixels is not supported. */
export function codecOf(uid: string): FrameCodec {
  const syntax = transferSyntaxOf(uid);
  if (syntax?.codec) return syntax.codec;
  throw new SlideFileError(
    "unsupported",
    `The tiles of this DICOM slide are stored as ${syntax?.name ?? "an unknown format"}, which Parfocal cannot read.`,
  );
}
