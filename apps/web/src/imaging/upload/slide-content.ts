/** The bytes of a slide on their way: of one file, or of several that are packed as they are read. */
import { planStoredZip, type StoredZip } from "@parfocal/core/upload/stored-zip.ts";

export interface SetMember {
  /** Within the set. */
  readonly path: string;
  readonly file: File;
}

export type SlideContent =
  | { readonly kind: "file"; readonly file: File }
  | { readonly kind: "set"; readonly members: readonly SetMember[] };

/** A slide that someone chose, and by which ways its files can be opened again after a reload. */
export interface ChosenSlide {
  readonly filename: string;
  /** On their way: of a set, those of its zip. */
  readonly bytes: number;
  /** Names of the folders that it lay in, from the top down. */
  readonly folders: readonly string[];
  readonly content: SlideContent;
  /** Of the file, or of all that was dropped with it; empty: it must be chosen again. */
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
