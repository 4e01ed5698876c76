/** A slide on the server's disk: one file, or several that are packed into a zip while they are read. */
import { open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { SlideToImport } from "@parfocal/core/upload/arrange-files.ts";
import { isRubbish } from "@parfocal/core/upload/slide-files.ts";
import { planStoredZip } from "@parfocal/core/upload/stored-zip.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import type { DiskFile } from "./walk-folder.ts";

export type DiskSlide = SlideToImport<DiskFile>;

const READ_BYTES = 1024 * 1024;

/** Folder to which the paths of several files are relative. */
export function folderOfSet({ members }: DiskSlide): string {
  const [first] = members;
  return first ? first.file.absolutePath.slice(0, -first.path.length - 1) : "";
}

/** Identifies a slide on the disk: the file's path, or for several files their folder and common name. */
export function pathOfDiskSlide(slide: DiskSlide): string {
  return slide.kind === "set"
    ? join(folderOfSet(slide), slide.filename)
    : (slide.members[0]?.file.absolutePath ?? slide.filename);
}

/** Changes whenever one of its files changes. */
export function stampOf({ members }: Pick<DiskSlide, "members">): string {
  const bytes = members.reduce((sum, { file }) => sum + file.bytes, 0);
  const modifiedMs = members.reduce((latest, { file }) => Math.max(latest, file.modifiedMs), 0);
  return `${members.length} ${bytes} ${modifiedMs}`;
}

/** Size of the file, or of the zip that several files are packed into, in bytes. */
export function bytesOfDiskSlide({ kind, members }: DiskSlide): number {
  return kind === "set" ? planOf(members).bytes : (members[0]?.file.bytes ?? 0);
}

const planOf = (members: DiskSlide["members"]) =>
  planStoredZip(members.map(({ path, file }) => ({ path, bytes: file.bytes })));

/**
 * The file, or the zip that several files are packed into, as a stream. @throws SlideFileError if a file changes during
 * the read.
 */
export async function* readDiskSlide({ kind, members }: DiskSlide, signal?: AbortSignal): AsyncGenerator<Buffer> {
  if (kind === "file") {
    for (const { file } of members) yield* readPart(file, 0, file.bytes, signal);
    return;
  }
  const plan = planOf(members);
  const crcs = new Uint32Array(members.length);
  for (const segment of plan.segments(0, plan.bytes)) {
    if (segment.kind === "made") {
      yield Buffer.from(segment.make(crcs));
      continue;
    }
    const { index, from, to } = segment;
    const member = members[index];
    if (!member) continue;
    for await (const piece of readPart(member.file, from, to, signal)) {
      crcs[index] = crc32(piece, crcs[index]);
      yield piece;
    }
  }
}

async function* readPart(
  { absolutePath, path }: DiskFile,
  from: number,
  to: number,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const file = await open(absolutePath, "r");
  try {
    for (let at = from; at < to; ) {
      signal?.throwIfAborted();
      const piece = Buffer.allocUnsafe(Math.min(READ_BYTES, to - at));
      const { bytesRead } = await file.read(piece, 0, piece.length, at);
      if (bytesRead === 0) throw new SlideFileError("truncated", `${path} changed while it was being read.`);
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * Target of a link to a slide: the file, or the folder if it contains only the files of this slide.
 *
 * @returns null: the folder also contains other files, so that the slide has to be copied.
 */
export async function linkTargetOf({ kind, members }: DiskSlide): Promise<string | null> {
  const [first] = members;
  if (!first) return null;
  if (kind === "file") return first.file.absolutePath;
  const folder = members
    .map(({ file }) => dirname(file.absolutePath))
    .reduce((common, one) => commonFolder(common, one));
  const parts = new Set(members.map(({ file }) => file.absolutePath.slice(folder.length + 1).split("/", 1)[0]));
  const names = (await readdir(folder)).filter((name) => !isRubbish(name));
  return names.every((name) => parts.has(name)) ? folder : null;
}

function commonFolder(one: string, other: string): string {
  let common = one;
  while (other !== common && !other.startsWith(`${common}/`)) common = dirname(common);
  return common;
}
