/** How the frames of radiological pictures may be stored: what our viewer decodes. Source: DICOM PS3.6, annex A. */
import type { FrameCodec } from "../dicom/transfer-syntaxes.ts";

export interface FrameStorage {
  /** How frames are found; what is decoded here of it, `decodes` says. */
  readonly codec: FrameCodec;
  /** Whether a small picture can be made of it on the server. */
  readonly decodes: boolean;
  /** Said in the cleaned file. */
  readonly transferSyntaxUid: string;
}

const DICOM_ROOT = "1.2.840.10008.1.2";
const EXPLICIT = `${DICOM_ROOT}.1`;

/** What is stored without compression is rewritten, and so always in the same syntax. */
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

/** null: nothing of ours decodes it. */
export function storageOf(transferSyntaxUid: string): FrameStorage | null {
  if (!transferSyntaxUid.startsWith(DICOM_ROOT)) return null;
  const rest = transferSyntaxUid.slice(DICOM_ROOT.length);
  if (NATIVE.includes(rest)) return { codec: "native", decodes: true, transferSyntaxUid: EXPLICIT };
  const encapsulated = ENCAPSULATED[rest];
  return encapsulated ? { ...encapsulated, transferSyntaxUid } : null;
}
