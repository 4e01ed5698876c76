/** What the first bytes of a file tell. */
import type { OpenFile } from "./opened-slide.ts";

export interface FileKind {
  readonly name: string;
  readonly recognises: (start: Buffer) => boolean;
  /** null: known, but not read in this release. */
  readonly open: OpenFile | null;
  /** Whether it is read through `file` alone and never through `path`: then it may lie in a zip, uncompressed. */
  readonly isReadInPlace?: true;
  /** Whether it is a set of files, or a part of one: those are not looked for in one another. */
  readonly isArchive?: true;
}

/** Bytes from the start of a file that `recognises` is given, or fewer if the file is shorter. */
export const START_BYTES = 512;
