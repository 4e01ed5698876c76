/** Messages for rejected archives. */
import { SlideFileError } from "../slide-source.ts";

/** @param fault end of the sentence that begins "This archive is damaged:". */
export function damagedArchive(fault: string, cause?: unknown): SlideFileError {
  return new SlideFileError("damaged", `This archive is damaged: ${fault}.`, { cause });
}

export function incompleteArchive(): SlideFileError {
  return new SlideFileError("truncated", "This archive is incomplete: the directory at its end is missing.");
}

export function tooManyFiles(most: number): SlideFileError {
  const limit = most.toLocaleString("en");
  return new SlideFileError("tooLarge", `This archive contains more than the limit of ${limit} files.`);
}

export function encryptedArchive(): SlideFileError {
  return new SlideFileError("unsupported", "This archive is encrypted. Save it again without a password.");
}
