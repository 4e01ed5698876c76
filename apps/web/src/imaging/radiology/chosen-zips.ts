/** Selected or dropped zip files: those that can be uploaded, and why others cannot. */
import {
  RADIOLOGY_MAX_FILES,
  type RadiologyFileFault,
  radiologyFileFault,
  radiologySpaceNeededBytes,
} from "@parfocal/core/radiology/radiology-limits.ts";
import type { ChosenSlide } from "#upload/slide-content.ts";

interface RejectedFile {
  readonly name: string;
  readonly fault: RadiologyFileFault;
}

export interface ChosenZips {
  readonly accepted: readonly File[];
  readonly rejected: readonly RejectedFile[];
  /** Number of files beyond the limit of concurrent uploads. */
  readonly leftOut: number;
}

/** @param underWay number of this user's incomplete uploads. */
export function sortZips(files: readonly File[], underWay: number): ChosenZips {
  const accepted: File[] = [];
  const rejected: RejectedFile[] = [];
  for (const file of files) {
    const fault = radiologyFileFault({ filename: file.name, bytes: file.size });
    if (fault === null) accepted.push(file);
    else rejected.push({ name: file.name, fault });
  }
  const room = Math.max(0, RADIOLOGY_MAX_FILES - underWay);
  return { accepted: accepted.slice(0, room), rejected, leftOut: Math.max(0, accepted.length - room) };
}

/** Space that the server needs for all of them. */
export function spaceNeeded(files: readonly Pick<File, "size">[]): number {
  return files.reduce((sum, { size }) => sum + radiologySpaceNeededBytes(size), 0);
}

export function asChosenSlide(file: File): ChosenSlide {
  return { filename: file.name, bytes: file.size, folders: [], content: { kind: "file", file }, handles: [] };
}
