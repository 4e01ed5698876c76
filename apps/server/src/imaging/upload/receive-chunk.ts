/**
 * Receives one chunk of an upload: it is written and synced before it is acknowledged (rule D-8). The same chunk can be
 * sent again.
 */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { withSite } from "#platform/db/database.ts";
import { chunkName, writeAt } from "#platform/files/upload-files.ts";
import { createLimiter } from "#platform/limiter.ts";
import type { Platform } from "#platform/platform.ts";
import { findChunk, findUpload, insertChunk, lockUpload } from "./upload.queries.ts";
import type { UploadPurpose, UploadRow } from "./upload.table.ts";

/** Maximum number of chunks in memory: tiles keep their share of threads and memory (rule D-12). */
const CHUNKS_AT_ONCE = 8;
const MAX_WAITING = 200;
const limiter = createLimiter(CHUNKS_AT_ONCE, MAX_WAITING);

interface ChunkArrival {
  readonly siteId: number;
  readonly userId: number;
  readonly uploadId: number;
  /** Of the upload; an upload with another purpose is `notFound`. */
  readonly purpose: UploadPurpose;
  /** From 0. */
  readonly number: number;
  /** Header `content-digest`, RFC 9530. */
  readonly digest: string | undefined;
  /** The stream of the bytes; anything else if the request has another content type. */
  readonly body: unknown;
}

const DIGEST = /^sha-256=:([A-Za-z0-9+/]{43}=):$/;

/** Expected size of a chunk, in bytes; the last one is shorter. */
function chunkLength({ bytes, chunkBytes }: { bytes: number; chunkBytes: number }, number: number): number {
  return Math.max(0, Math.min(chunkBytes, bytes - number * chunkBytes));
}

/**
 * @throws AppError `notFound` for an upload that is not the caller's; `invalid` or `tooLarge` for a chunk that does not
 * fit; `conflict` for a chunk that was sent before with other bytes.
 */
export function receiveChunk(platform: Platform, arrival: ChunkArrival): Promise<void> {
  return limiter.run(() => storeChunk(platform, arrival));
}

async function storeChunk(platform: Platform, arrival: ChunkArrival): Promise<void> {
  const { siteId, userId, uploadId, purpose, number, digest, body } = arrival;
  if (!(body instanceof Readable))
    throw new AppError("invalid", "Send the chunk as application/octet-stream.", { codes: ["contentType"] });
  const expected = DIGEST.exec(digest ?? "")?.[1];
  if (!expected)
    throw new AppError("invalid", "Each chunk requires the header Content-Digest: sha-256=:…:", {
      codes: ["contentDigest"],
    });
  const upload = await withSite(platform.database, siteId, (db) => findUpload(db, siteId, uploadId));
  assertReceiving(upload, userId, purpose);
  const length = chunkLength({ bytes: upload.bytes, chunkBytes: upload.chunk_bytes }, number);
  if (length === 0) throw new AppError("tooLarge", "The chunk is beyond the end of the file.");

  const bytes = await readExactly(body, length);
  const sha256 = createHash("sha256").update(bytes).digest();
  if (sha256.toString("base64") !== expected)
    throw new AppError("invalid", "The chunk was damaged in transit. Send it again.", {
      codes: ["contentDigest"],
    });
  const content = { bytes, hex: sha256.toString("hex"), position: number * upload.chunk_bytes };
  await inTurn(`${siteId} ${uploadId} ${number}`, () => writeNew(platform, arrival, content));
}

const inProgress = new Map<string, Promise<void>>();

/** Work with the same key is done one at a time. */
async function inTurn(key: string, work: () => Promise<void>): Promise<void> {
  for (let other = inProgress.get(key); other; other = inProgress.get(key)) await other.catch(() => {});
  const own = work();
  inProgress.set(key, own);
  try {
    await own;
  } finally {
    inProgress.delete(key);
  }
}

interface ChunkContent {
  readonly bytes: Buffer;
  /** SHA-256. */
  readonly hex: string;
  /** In the file, bytes. */
  readonly position: number;
}

/**
 * In turn for each chunk: a rejected version must not overwrite the accepted one. Two versions that reach two processes
 * within milliseconds still can; the check of the whole file then reports it as damaged.
 */
async function writeNew(
  { database, files, folders }: Platform,
  { siteId, userId, uploadId, purpose, number }: ChunkArrival,
  { bytes, hex, position }: ChunkContent,
): Promise<void> {
  const known = await withSite(database, siteId, (db) => findChunk(db, siteId, uploadId, number));
  if (known?.sha256 === hex) return;
  if (known) throw chunkDiffers();
  if (files.isFolder) await writeChunk(folders.upload(siteId, uploadId), bytes, position);
  else await files.write(chunkName({ siteId, uploadId }, number), bytes);
  await withSite(database, siteId, async (db) => {
    // The upload may have been cancelled or finished while the bytes arrived.
    assertReceiving(await lockUpload(db, siteId, uploadId), userId, purpose);
    if (await insertChunk(db, siteId, { uploadId, number, sha256: hex })) return;
    const first = await findChunk(db, siteId, uploadId, number);
    if (first?.sha256 !== hex) throw chunkDiffers();
  });
}

const chunkDiffers = () =>
  new AppError("conflict", "This chunk has already been sent with different content.", { codes: ["chunkDiffers"] });

/** Resolves once written to disk. @throws AppError `notFound` if the upload was cancelled since. */
async function writeChunk(path: string, bytes: Buffer, position: number): Promise<void> {
  const file = await open(path, "r+").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? uploadNotFound(error) : error;
  });
  try {
    await writeAt(file, bytes, position);
    await file.datasync();
  } finally {
    await file.close();
  }
}

const uploadNotFound = (cause?: unknown) => notFound("Upload", { cause });

export function assertReceiving(
  upload: UploadRow | undefined,
  userId: number,
  purpose: UploadPurpose,
): asserts upload is UploadRow {
  if (!upload || upload.user_id !== userId || upload.purpose !== purpose) throw uploadNotFound();
  if (upload.state !== "receiving")
    throw new AppError("conflict", "This upload is already complete.", { codes: ["notReceiving"] });
}

/** A rejected body is still read to its end: the next request uses the same connection. */
async function readExactly(body: Readable, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  for await (const piece of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (filled + piece.length > length) throw new AppError("tooLarge", "The chunk is longer than expected.");
    piece.copy(bytes, filled);
    filled += piece.length;
  }
  if (filled !== length)
    throw new AppError("invalid", "The chunk is shorter than expected.", { codes: ["chunkLength"] });
  return bytes;
}
