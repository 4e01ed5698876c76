/** Limits of radiology uploads. Source: spec part 1, sections 5 and 9 (constants `radiology…`). */

/** 10 GiB. */
export const RADIOLOGY_MAX_BYTES = 10 * 1024 ** 3;
/** Unfinished uploads per person. */
export const RADIOLOGY_MAX_FILES = 30;
/** 1 MiB. */
export const RADIOLOGY_CHUNK_BYTES = 1024 ** 2;
export const RADIOLOGY_CONNECTIONS = 3;
/** Automatic retries of a failed chunk. */
export const RADIOLOGY_RETRIES = 4;
export const RADIOLOGY_RETRY_DELAY_MS = 5000;

/** Disk space relative to the size of the zip: the zip and the images extracted from it. Source: rule D-8. */
const SPACE_FACTOR = 2.2;

export function radiologySpaceNeededBytes(zipBytes: number): number {
  return Math.ceil(zipBytes * SPACE_FACTOR);
}

/** Problems found in a file before the upload, with the remedy. */
export const RADIOLOGY_FILE_FAULTS = {
  notZip: "Only zip files can be uploaded. Zip the DICOM files of the study into one file.",
  empty: "This file is empty.",
  tooLarge: "This file is too large. The limit is 10 GiB.",
} as const;
export type RadiologyFileFault = keyof typeof RADIOLOGY_FILE_FAULTS;

/** Checks name and size only; null: no problem. */
export function radiologyFileFault({
  filename,
  bytes,
}: {
  filename: string;
  bytes: number;
}): RadiologyFileFault | null {
  if (!/.\.zip$/i.test(filename.trim())) return "notZip";
  if (bytes <= 0) return "empty";
  return bytes > RADIOLOGY_MAX_BYTES ? "tooLarge" : null;
}

/** Default title of an item, from the name of its file. */
export function titleOfZip(filename: string): string {
  const name = filename
    .replace(/^.*[\\/]/, "")
    .replace(/\.zip$/i, "")
    .replace(/[_\s]+/g, " ")
    .trim();
  return name || filename.trim();
}
