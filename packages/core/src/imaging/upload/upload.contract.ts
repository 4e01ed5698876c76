/**
 * Resumable uploads (rule D-8): create, send chunks in any order over a few connections, finish. The server syncs each
 * chunk to disk before it acknowledges it; a chunk may be sent again.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { TITLE_MAX_CHARACTERS } from "../../content/item/item-text-limits.ts";
import { FILE_FAULTS } from "../../content/job/job.contract.ts";
import { id, idParams } from "../../platform/ids.ts";

export const UPLOAD_CHUNK_BYTES = 4 * 1024 * 1024;
export const UPLOAD_CONNECTIONS = 3;
export const UPLOAD_RETRIES = 4;
export const UPLOAD_RETRY_DELAY_MS = 5000;
/** 64 GiB: larger than any known slide. */
export const UPLOAD_MAX_BYTES = 64 * 1024 ** 3;
/** Uploads that are not resumed are deleted this long after their last chunk. */
export const UPLOAD_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** Maximum depth of the folders in an upload. */
export const UPLOAD_MAX_FOLDERS = 16;

/** Files numbered in one drop; further ones are not numbered. */
const DROP_MAX_FILES = 1_000_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 in lower-case hexadecimal");

/** Folders below the destination of an upload, from the top down. */
const folders = z.array(z.string().trim().min(1).max(TITLE_MAX_CHARACTERS)).max(UPLOAD_MAX_FOLDERS);

/**
 * Files dropped or selected together are placed in their order, whichever upload finishes first. The key is generated
 * by the browser; the number counts from 1.
 */
const drop = z.strictObject({ key: z.uuid(), number: z.int().min(1).max(DROP_MAX_FILES) });
export type UploadDrop = z.output<typeof drop>;

/** Error code of `finishUpload`: the same file already exists. */
export const ALREADY_HERE = "alreadyHere";

const UPLOAD_STATES = ["receiving", "checking", "done", "failed"] as const;

export const upload = z.object({
  id,
  filename: z.string(),
  bytes: z.int(),
  parentId: id.nullable(),
  /** Folders below the parent, found or created when the file becomes a slide. */
  folders: z.array(z.string()),
  chunkBytes: z.int(),
  chunkCount: z.int(),
  /** Numbers of the stored chunks, ascending. */
  receivedChunks: z.array(z.int()),
  state: z.enum(UPLOAD_STATES),
  /** Share of the check done, 0 to 1 (state `checking`). */
  progress: z.number(),
  /** User-facing message if it failed, else null. */
  error: z.string().nullable(),
  /** The reason as a code if the file is at fault. */
  fileFault: z.enum(FILE_FAULTS).nullable(),
  /** Whether the file is complete on the server, so that another `finish` restarts the check (state `failed`). */
  canRetry: z.boolean(),
  /** The new image (state `done`). */
  imageId: id.nullable(),
});
export type Upload = z.output<typeof upload>;

export const createUpload = {
  method: "POST",
  path: "/v2/upload",
  summary: "Start an upload",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    filename: z.string().trim().min(1).max(255),
    bytes: z.int().positive().max(UPLOAD_MAX_BYTES),
    /** Course or folder for the slide; null: none yet. */
    parentId: id.nullable().default(null),
    /** Folders below it, from the top down; missing ones are created together with the slide. */
    folders: folders.default([]),
    /** The drop it belongs to, and its number in it; null: none. */
    drop: drop.nullable().default(null),
  }),
  answer: upload,
} as const satisfies Call;

export const listUploads = {
  method: "GET",
  path: "/v2/upload",
  summary: "List the caller's unfinished uploads",
  policy: "manageContent",
  answer: z.array(upload),
} as const satisfies Call;

export const getUpload = {
  method: "GET",
  path: "/v2/upload/{id}",
  summary: "Get the progress of an upload",
  policy: "manageContent",
  params: idParams,
  answer: upload,
} as const satisfies Call;

/** Body: the chunk's bytes, `application/octet-stream`; header `content-digest: sha-256=:…:` (RFC 9530). */
export const putUploadChunk = {
  method: "PUT",
  path: "/v2/upload/{id}/chunk/{number}",
  summary: "Upload one chunk of the file",
  policy: "manageContent",
  params: idParams.extend({
    number: z
      .string()
      .regex(/^\d{1,7}$/)
      .transform(Number),
  }),
  answer: z.void(),
} as const satisfies Call;

export const finishUpload = {
  method: "POST",
  path: "/v2/upload/{id}/finish",
  summary: "Complete an upload: check the file and create the slide",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    sha256,
    /**
     * If the same file already exists. `add`: it becomes another slide. `ask`: a conflict with the code `alreadyHere`;
     * if the duplicate appears only while this file is checked, the existing slide is placed in the destination.
     */
    ifKnown: z.enum(["add", "ask"]).default("add"),
  }),
  answer: upload,
} as const satisfies Call;

const knownSlide = z.object({
  imageId: id,
  title: z.string(),
  thumbnail: z.string().nullable(),
  /** From the course down to the slide. */
  path: z.array(crumb),
  /** All its parent courses and folders. */
  parentIds: z.array(id),
});
export type KnownSlide = z.output<typeof knownSlide>;

export const findKnownSlide = {
  method: "GET",
  path: "/v2/upload/known",
  summary: "Get the existing slide of an identical file, if any",
  policy: "manageContent",
  query: z.object({ sha256 }),
  answer: z.object({ slide: knownSlide.nullable() }),
} as const satisfies Call;

export const placeKnownSlide = {
  method: "POST",
  path: "/v2/upload/{id}/known",
  summary: "Add the existing slide at the upload's target location and finish the upload",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({ sha256 }),
  answer: upload,
} as const satisfies Call;

export const deleteUpload = {
  method: "DELETE",
  path: "/v2/upload/{id}",
  summary: "Cancel an upload",
  policy: "manageContent",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const getUploadSpace = {
  method: "GET",
  path: "/v2/upload/space",
  summary: "Get the free disk space for slides",
  policy: "manageContent",
  answer: z.object({ availableBytes: z.int() }),
} as const satisfies Call;
