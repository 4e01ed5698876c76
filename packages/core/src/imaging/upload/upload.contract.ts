/**
 * Resumable uploads (rule D-8): create, send chunks in any order over a few connections, finish. The server writes
 * each chunk to disk and syncs it before it says so; a chunk may be sent again.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { TITLE_MAX_CHARACTERS } from "../../content/course/course.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { FILE_FAULTS } from "../../content/job/job.contract.ts";
import { id, idParams } from "../../platform/ids.ts";

export const UPLOAD_CHUNK_BYTES = 4 * 1024 * 1024;
export const UPLOAD_CONNECTIONS = 3;
export const UPLOAD_RETRIES = 4;
export const UPLOAD_RETRY_DELAY_MS = 5000;
/** 64 GiB: larger than any slide known. */
export const UPLOAD_MAX_BYTES = 64 * 1024 ** 3;
/** An upload that is not resumed is deleted this long after its last chunk. */
export const UPLOAD_EXPIRY_MS = 24 * 60 * 60 * 1000;

/** How deep the folders are that an upload brings along. */
export const UPLOAD_MAX_FOLDERS = 16;

/** Numbers of files of one drop; those beyond it are not counted. */
export const DROP_MAX_FILES = 1_000_000;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "a SHA-256 in lower-case hexadecimal");

/** Folders below the place of an upload, from the top down. */
const folders = z.array(z.string().trim().min(1).max(TITLE_MAX_CHARACTERS)).max(UPLOAD_MAX_FOLDERS);

/**
 * Files that were dropped or chosen together come to stand in their order, whichever of them is done first. The key is
 * the browser's own; the number counts from 1.
 */
const drop = z.strictObject({ key: z.uuid(), number: z.int().min(1).max(DROP_MAX_FILES) });
export type UploadDrop = z.output<typeof drop>;

/** Code of the failure "the same file is here already" (`finishUpload`). */
export const ALREADY_HERE = "alreadyHere";

export const UPLOAD_STATES = ["receiving", "checking", "done", "failed"] as const;

export const upload = z.object({
  id,
  filename: z.string(),
  bytes: z.int(),
  parentId: id.nullable(),
  /** Folders below the parent that it is to lie in, found or made when it becomes a slide. */
  folders: z.array(z.string()),
  chunkBytes: z.int(),
  chunkCount: z.int(),
  /** Numbers of the chunks that lie safely on the server, ascending. */
  receivedChunks: z.array(z.int()),
  state: z.enum(UPLOAD_STATES),
  /** Share of the check done, 0 to 1 (state `checking`). */
  progress: z.number(),
  /** Why it failed, as a sentence; null otherwise. */
  error: z.string().nullable(),
  /** The same as a code, where the file is to blame. */
  fileFault: z.enum(FILE_FAULTS).nullable(),
  /** Whether the file is whole on the server and `finish`, said again, has it looked at once more (state `failed`). */
  canRetry: z.boolean(),
  /** The image that it became (state `done`). */
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
    /** Course or folder that the slide is to lie in; null: none yet. */
    parentId: id.nullable().default(null),
    /** Folders below it, from the top down: those that are missing are made when the slide comes. */
    folders: folders.default([]),
    /** What it was dropped or chosen together with, and its place among that; null: nothing. */
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
     * If the same file is here already. `add`: it becomes another slide all the same. `ask`: a conflict with the code
     * `alreadyHere`; if it comes only later, while this one is checked, the slide that is here is put into the place.
     */
    ifKnown: z.enum(["add", "ask"]).default("add"),
  }),
  answer: upload,
} as const satisfies Call;

export const knownSlide = z.object({
  imageId: id,
  title: z.string(),
  thumbnail: z.string().nullable(),
  /** From the course down to the slide. */
  path: z.array(crumb),
  /** All courses and folders that it lies in. */
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
