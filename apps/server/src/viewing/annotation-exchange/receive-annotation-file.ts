/** Reads a file with annotations from a form, as text. */
import { IMPORT_MAX_BYTES } from "@parfocal/core/annotation-exchange/import-limits.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";
import { asFormError, assertForm } from "#platform/http/form-parts.ts";

const FIELD_MAX_BYTES = 100;
const MAX_FIELDS = 10;

interface ReceivedAnnotations {
  readonly fields: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** @throws AppError `invalid` unless it is a form with exactly one file; `tooLarge` above 50 MiB. */
export async function receiveAnnotationFile(request: FastifyRequest): Promise<ReceivedAnnotations> {
  assertForm(request);
  const fields: Record<string, string> = Object.create(null);
  let bytes: Buffer | null = null;
  const limits = { fileSize: IMPORT_MAX_BYTES, files: 1, fields: MAX_FIELDS, fieldSize: FIELD_MAX_BYTES };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== "file") {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const received = await part.toBuffer().catch(throwTooLarge);
      // An empty file input is sent without a name and without bytes.
      if (part.filename || received.length > 0) bytes = received;
    }
  } catch (error) {
    throw asFormError(error);
  }
  if (bytes === null) throw new AppError("invalid", "The form contains no file.", { codes: ["file"] });
  return { fields: { ...fields }, bytes };
}

function throwTooLarge(error: unknown): never {
  if (error instanceof Error && "statusCode" in error && error.statusCode === 413)
    throw new AppError("tooLarge", "The limit for annotation files is 50 MB.", {
      codes: ["file"],
      cause: error,
    });
  throw error;
}

const ENCODINGS = [
  { mark: [0xff, 0xfe], name: "utf-16le" },
  { mark: [0xfe, 0xff], name: "utf-16be" },
] as const;

/** UTF-8, or UTF-16 with a byte order mark. @throws AppError `invalid` for anything else. */
export function textOf(bytes: Uint8Array): string {
  const marked = ENCODINGS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  try {
    return new TextDecoder(marked?.name ?? "utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError("invalid", "The file is not UTF-8 text.", { codes: ["file"], cause: error });
  }
}
