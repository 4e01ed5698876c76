/** What is said of archives that are refused. */
import { SlideFileError } from "../slide-source.ts";

/** @param fault ends the sentence that begins "This archive is damaged:". */
export function damagedArchive(fault: string, cause?: unknown): SlideFileError {
  return new SlideFileError("damaged", `This archive is damaged: ${fault}.`, { cause });
}

export function incompleteArchive(): SlideFileError {
  return new SlideFileError(
    "truncated",
    "This archive is incomplete: its directory, which lies at its end, is missing.",
  );
}

export function tooManyFiles(most: number): SlideFileError {
  const limit = most.toLocaleString("en");
  return new SlideFileError("tooLarge", `This archive holds more than ${limit} files, which is more than is accepted.`);
}

export function encryptedArchive(): SlideFileError {
  return new SlideFileError("unsupported", "This archive is encrypted. Pack it anew without a password.");
}
