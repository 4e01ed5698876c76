import { SlideFileError } from "../slide-source.ts";

/** Compressed bytes that no encoder writes. @returns SlideFileError `damaged`. */
export function undecodable(cause?: unknown): SlideFileError {
  return new SlideFileError("damaged", "This file is damaged: a part of its image cannot be decompressed.", { cause });
}
