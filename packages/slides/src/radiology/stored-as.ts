/** Encodings of radiology frames that our viewer decodes. Source: DICOM PS3.6, annex A. */
import type { FrameCodec } from "../dicom/transfer-syntaxes.ts";

export interface FrameStorage {
  /** Determines how frames are found; `decodes` says whether they can be decoded here. */
  readonly codec: FrameCodec;
  /** Whether the server can create a thumbnail from it. */
  readonly decodes: boolean;
  /** Transfer syntax of the cleaned file. */
  readonly transferSyntaxUid: string;
}

const DICOM_ROOT = "1.2.840.10008.1.2";
const EXPLICIT = `${DICOM_ROOT}.1`;

/** Uncompressed pixels are rewritten, always in the same transfer syntax. */
const NATIVE = ["", ".1", ".1.99", ".2"];

const ENCAPSULATED: Readonly<Record<string, Omit<FrameStorage, "transferSyntaxUid">>> = {
  ".4.50": { codec: "jpeg", decodes: true },
  ".4.51": { codec: "jpeg", decodes: true },
  ".4.57": { codec: "jpeg", decodes: true },
  ".4.70": { codec: "jpeg", decodes: true },
  ".4.80": { codec: "jpeg-ls", decodes: true },
  ".4.81": { codec: "jpeg-ls", decodes: true },
  ".4.90": { codec: "jpeg2000", decodes: true },
  ".4.91": { codec: "jpeg2000", decodes: true },
  ".4.201": { codec: "jpeg2000", decodes: false },
  ".4.202": { codec: "jpeg2000", decodes: false },
  ".4.203": { codec: "jpeg2000", decodes: false },
  ".5": { codec: "rle", decodes: true },
};

/** null: none of our decoders supports it. */
export function storageOf(transferSyntaxUid: string): FrameStorage | null {
  if (!transferSyntaxUid.startsWith(DICOM_ROOT)) return null;
  const rest = transferSyntaxUid.slice(DICOM_ROOT.length);
  if (NATIVE.includes(rest)) return { codec: "native", decodes: true, transferSyntaxUid: EXPLICIT };
  const encapsulated = ENCAPSULATED[rest];
  return encapsulated ? { ...encapsulated, transferSyntaxUid } : null;
}
