/** The plan of an upload before it starts. */
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { spaceNeededBytes } from "@parfocal/core/upload/space-needed.ts";
import { UPLOAD_MAX_FOLDERS } from "@parfocal/core/upload/upload.contract.ts";
import type { TakeFiles } from "#ui/dropped-files.ts";
import { type ChosenSlide, fileCountOf } from "./slide-content.ts";
import type { UploadDestination } from "./upload-entry.ts";

/** Dropped or selected files before they are examined. */
export interface SelectedFiles {
  readonly take: TakeFiles;
  readonly destination: UploadDestination | null;
}

export interface UploadPlan {
  readonly slides: readonly ChosenSlide[];
  /** Paths of files that are not slides. */
  readonly leftOut: readonly string[];
  readonly destination: UploadDestination | null;
  /** Free space on the server; null: unknown. */
  readonly availableBytes: number | null;
}

/** With more slides than this, the plan is shown first. */
const SLIDES_WITHOUT_A_LOOK = 20;

/** Whether the plan should be shown first. */
export function needsLook(plan: UploadPlan): boolean {
  return (
    plan.slides.length > SLIDES_WITHOUT_A_LOOK ||
    plan.slides.length === 0 ||
    plan.leftOut.length > 0 ||
    hasFolders(plan) ||
    !fits(plan)
  );
}

export function fits({ slides, availableBytes }: UploadPlan): boolean {
  return availableBytes === null || spaceNeededBytes(slides.map(({ bytes }) => bytes)) <= availableBytes;
}

export function hasFolders({ slides }: UploadPlan): boolean {
  return slides.some(({ folders }) => folders.length > 0);
}

/** Whether folders are likely wanted: a single folder is just the dropped folder itself. */
export function hasSeveralFolders({ slides }: UploadPlan): boolean {
  return new Set(slides.map(({ folders }) => folders.join("/"))).size > 1;
}

export function totalBytes(slides: readonly ChosenSlide[]): number {
  return slides.reduce((sum, { bytes }) => sum + bytes, 0);
}

export function totalFiles(slides: readonly ChosenSlide[]): number {
  return slides.reduce((sum, { content }) => sum + fileCountOf(content), 0);
}

/** With their folders in the format of the request, or without. */
export function withFolders(slides: readonly ChosenSlide[], areIncluded: boolean): ChosenSlide[] {
  return slides.map((slide) => ({
    ...slide,
    folders: areIncluded
      ? slide.folders
          .map((name) => name.trim().slice(0, TITLE_MAX_CHARACTERS))
          .filter((name) => name !== "")
          .slice(0, UPLOAD_MAX_FOLDERS)
      : [],
  }));
}
