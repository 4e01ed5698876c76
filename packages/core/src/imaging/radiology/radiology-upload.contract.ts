/**
 * Resumable uploads of radiology zips (rule D-8): request a token, send chunks of 1 MiB in any order over a few
 * connections, then create the item. The server syncs each chunk to disk before it acknowledges it; a chunk may be sent
 * again.
 *
 * With a separate host for radiology (spec part 2, section 7) only the base URL differs.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { subtitle, title } from "../../content/item/item-text.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { RADIOLOGY_TEXT_MAX_CHARACTERS } from "./radiology.contract.ts";

/** Header of each chunk and of `headRadiologyUpload`: the signature from `createRadiologyToken`. */
export const UPLOAD_SIGNATURE_HEADER = "x-upload-signature";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 in lower-case hexadecimal");

const radiologyUpload = z.object({
  id,
  /** Proves that the server has accepted this upload of this person. */
  signature: z.string(),
  filename: z.string(),
  bytes: z.int(),
  parentId: id.nullable(),
  chunkBytes: z.int(),
  chunkCount: z.int(),
  /** Numbers of the stored chunks, from 0, ascending. */
  receivedChunks: z.array(z.int()),
});
export type RadiologyUpload = z.output<typeof radiologyUpload>;

/**
 * Rejected: 400 with a message and a code of `RADIOLOGY_FILE_FAULTS`, or `parentId`; 409 `tooManyUploads`; 507
 * `outOfSpace` with a message that names the required and the free space.
 */
export const createRadiologyToken = {
  method: "POST",
  path: "/radiology/token",
  summary: "Start a radiology upload: checks name, size and location of the zip and returns a signature",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    filename: z.string().trim().min(1).max(255),
    bytes: z.int().nonnegative(),
    /** Course or folder for the new item; null: none yet. */
    parentId: id.nullable().default(null),
  }),
  answer: radiologyUpload,
} as const satisfies Call;

export const listRadiologyUploads = {
  method: "GET",
  path: "/radiology",
  summary: "List the caller's unfinished radiology uploads",
  policy: "manageContent",
  answer: z.array(radiologyUpload),
} as const satisfies Call;

export const getRadiologyUpload = {
  method: "GET",
  path: "/radiology/{id}",
  summary: "Get the progress of a radiology upload",
  policy: "manageContent",
  params: idParams,
  answer: radiologyUpload,
} as const satisfies Call;

/**
 * No body. `upload-length`: total bytes; `upload-offset`: first missing byte; `upload-chunks`: stored chunks as ranges
 * (`0-4,7`).
 */
export const headRadiologyUpload = {
  method: "HEAD",
  path: "/radiology/{id}",
  summary: "Get the progress of a radiology upload, in headers",
  policy: "manageContent",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

/**
 * Body: the chunk's bytes, `application/octet-stream`; headers `content-digest: sha-256=:…:` (RFC 9530) and
 * `UPLOAD_SIGNATURE_HEADER`.
 */
export const putRadiologyChunk = {
  method: "PUT",
  path: "/radiology/{id}/chunks/{number}",
  summary: "Upload one chunk of the zip, numbered from 0; a chunk may be repeated",
  policy: "manageContent",
  params: idParams.extend({
    number: z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number),
  }),
  answer: z.void(),
} as const satisfies Call;

/** Idempotent: repeated calls for one upload create one item. */
export const createRadiology = {
  method: "POST",
  path: "/radiology",
  summary: "Complete a radiology upload: creates the radiology item and starts its check (progress: `getRadiology`)",
  policy: "manageContent",
  body: z.strictObject({
    uploadId: id,
    signature: z.string().max(200),
    sha256,
    /** Default: the file name. */
    title: title.optional(),
    subtitle: subtitle.default(""),
    summary: z.string().max(RADIOLOGY_TEXT_MAX_CHARACTERS).default(""),
  }),
  answer: z.object({ id }),
} as const satisfies Call;

export const deleteRadiologyUpload = {
  method: "DELETE",
  path: "/radiology/{id}",
  summary: "Cancel an unfinished radiology upload",
  policy: "manageContent",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;
