/**
 * Receives a form with a file: the bytes are streamed to disk, and the type is detected from them (threat T-21). The
 * file is stored under a generated name (threat T-20).
 */
import { createHash, randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ATTACHMENT_MAX_BYTES } from "@parfocal/core/attachment/attachment-limits.ts";
import { MEDIA_TYPE_HEAD_BYTES, mediaTypeOf } from "@parfocal/core/attachment/media-types.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";
import { asFormError, assertForm } from "#platform/http/form-parts.ts";

const FIELD_MAX_BYTES = 8 * 1024;
const MAX_FIELDS = 20;
const FILENAME_MAX_CHARACTERS = 200;

export interface ReceivedFile {
  /** Temporary path of the bytes, before the file gets its final name. */
  readonly partPath: string;
  readonly storedName: string;
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>;
  /** Null: no file was sent. */
  readonly file: ReceivedFile | null;
}

export interface FormLimits {
  /** Maximum number of files in a form. */
  readonly files: number;
  /** Limit for one file. */
  readonly maxBytes: number;
  /** Error text for a larger file. */
  readonly tooLarge: string;
}

const ONE_ATTACHMENT: FormLimits = {
  files: 1,
  maxBytes: ATTACHMENT_MAX_BYTES,
  tooLarge: "The limit for an attachment is 200 MB.",
};

/** @returns the path for the bytes of a file that will be stored under this name. */
export type PartFor = (storedName: string) => Promise<string>;

/** `receiveFiles` for a form with at most one file. */
export async function receiveForm(request: FastifyRequest, partFor: PartFor): Promise<ReceivedForm> {
  const { fields, files } = await receiveFiles(request, partFor, ONE_ATTACHMENT);
  return { fields, file: files[0] ?? null };
}

/**
 * The caller keeps or removes the files.
 *
 * @throws AppError `invalid` if the request is not a form or has too many files; `tooLarge` for a file over the limit.
 *   All files are then removed.
 */
export async function receiveFiles(
  request: FastifyRequest,
  partFor: PartFor,
  { files: maxFiles, maxBytes, tooLarge }: FormLimits,
): Promise<{ fields: Readonly<Record<string, string>>; files: ReceivedFile[] }> {
  assertForm(request);
  const fields: Record<string, string> = Object.create(null);
  const files: ReceivedFile[] = [];
  try {
    const limits = { fileSize: maxBytes, files: maxFiles, fields: MAX_FIELDS, fieldSize: FIELD_MAX_BYTES };
    for await (const part of request.parts({ limits })) {
      if (part.type !== "file") {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const file = await receiveStream(part.file, part.filename, partFor, { maxBytes, tooLarge });
      if (file) files.push(file);
    }
    return { fields: { ...fields }, files };
  } catch (error) {
    for (const { partPath } of files) await rm(partPath, { force: true });
    throw asFormError(error);
  }
}

/** Whether the file was truncated at the form's limit; streams from other sources have no such limit. */
type FileStream = NodeJS.ReadableStream & { readonly truncated?: boolean };

/**
 * Writes a file to its temporary path. The caller keeps or removes it.
 *
 * @returns null for a file input that was left empty: browsers send it without a name and without bytes.
 * @throws AppError `tooLarge`, or `invalid` if it has a name and no bytes.
 */
export async function receiveStream(
  stream: FileStream,
  sentName: string | undefined,
  partFor: PartFor,
  { maxBytes, tooLarge }: Pick<FormLimits, "maxBytes" | "tooLarge">,
): Promise<ReceivedFile | null> {
  const storedName = randomUUID();
  const partPath = await partFor(storedName);
  const hash = createHash("sha256");
  const head: Buffer[] = [];
  let bytes = 0;
  const look = new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (bytes < MEDIA_TYPE_HEAD_BYTES) head.push(piece.subarray(0, MEDIA_TYPE_HEAD_BYTES - bytes));
      bytes += piece.length;
      if (bytes > maxBytes) return done(new AppError("tooLarge", tooLarge, { codes: ["file"] }));
      hash.update(piece);
      done(null, piece);
    },
  });
  try {
    await pipeline(stream, look, createWriteStream(partPath, { flags: "wx", mode: 0o600 }));
    if (stream.truncated) throw new AppError("tooLarge", tooLarge, { codes: ["file"] });
    if (bytes === 0 && sentName) throw new AppError("invalid", "This file is empty.", { codes: ["file"] });
  } catch (error) {
    await rm(partPath, { force: true });
    throw error;
  }
  if (bytes === 0) {
    await rm(partPath, { force: true });
    return null;
  }
  return {
    partPath,
    storedName,
    filename: tidyFilename(sentName ?? ""),
    mediaType: mediaTypeOf(Buffer.concat(head)),
    bytes,
    sha256: hash.digest("hex"),
  };
}

/** The name without folders, control characters, and characters that change the text direction. */
export function tidyFilename(sent: string): string {
  const name = sent
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(-FILENAME_MAX_CHARACTERS)
    .toWellFormed();
  return name || "file";
}
