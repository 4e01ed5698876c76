/** Bytes to upload for a slide: a single file, or several that are packed on the fly. */
import { planStoredZip, type StoredZip } from "@parfocal/core/upload/stored-zip.ts";

interface SetMember {
  /** Path within the set. */
  readonly path: string;
  readonly file: File;
}

export type SlideContent =
  | { readonly kind: "file"; readonly file: File }
  | { readonly kind: "set"; readonly members: readonly SetMember[] };

/** A selected slide, and handles to reopen its files after a reload. */
export interface ChosenSlide {
  readonly filename: string;
  /** Bytes to send; for a set those of its zip. */
  readonly bytes: number;
  /** Names of the folders that contained it, from the top down. */
  readonly folders: readonly string[];
  readonly content: SlideContent;
  /** Handles of the file, or of everything dropped with it; empty: must be selected again. */
  readonly handles: readonly FileSystemHandle[];
}

export function fileCountOf(content: SlideContent): number {
  return content.kind === "file" ? 1 : content.members.length;
}

export function zipOf(members: readonly SetMember[]): StoredZip {
  return planStoredZip(members.map(({ path, file }) => ({ path, bytes: file.size })));
}

export function bytesOf(content: SlideContent): number {
  return content.kind === "file" ? content.file.size : zipOf(content.members).bytes;
}
