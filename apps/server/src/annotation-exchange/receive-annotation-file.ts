/** Takes a file with annotations out of a form, as text. */
import { IMPORT_MAX_BYTES } from "@parfocal/core/annotation-exchange/import-limits.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { FastifyRequest } from "fastify";

const FIELD_MAX_BYTES = 100;
const MOST_FIELDS = 10;

interface ReceivedAnnotations {
  readonly fields: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** @throws AppError `invalid` for what is no form or holds no file or two; `tooLarge` for one over 50 MiB. */
export async function receiveAnnotationFile(request: FastifyRequest): Promise<ReceivedAnnotations> {
  if (!request.isMultipart())
    throw new AppError("invalid", "A file with annotations is sent as a form (multipart/form-data).", {
      codes: ["form"],
    });
  const fields: Record<string, string> = Object.create(null);
  let bytes: Buffer | null = null;
  const limits = { fileSize: IMPORT_MAX_BYTES, files: 1, fields: MOST_FIELDS, fieldSize: FIELD_MAX_BYTES };
  for await (const part of request.parts({ limits })) {
    if (part.type === "file") bytes = await part.toBuffer().catch(tellTooLarge);
    else fields[part.fieldname] = String(part.value);
  }
  if (bytes === null) throw new AppError("invalid", "There is no file in the form.", { codes: ["file"] });
  return { fields: { ...fields }, bytes };
}

function tellTooLarge(error: unknown): never {
  if (error instanceof Error && "statusCode" in error && error.statusCode === 413)
    throw new AppError("tooLarge", "A file with annotations can have 50 MB at most.", {
      codes: ["file"],
      cause: error,
    });
  throw error;
}

const ENCODINGS = [
  { mark: [0xff, 0xfe], name: "utf-16le" },
  { mark: [0xfe, 0xff], name: "utf-16be" },
] as const;

/** UTF-8, or UTF-16 where its mark says so. @throws AppError `invalid` for anything else. */
export function textOf(bytes: Uint8Array): string {
  const marked = ENCODINGS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  try {
    return new TextDecoder(marked?.name ?? "utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new AppError("invalid", "The file is not text in UTF-8.", { codes: ["file"], cause: error });
  }
}
