/**
 * Files in a bucket of an S3 store, below a prefix. The SHA-256 of all sent data is part of each request's signature,
 * so the store rejects data that was altered in transit.
 */
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "@parfocal/core/errors.ts";
import { FileBytes } from "@parfocal/slides/bytes/file-bytes.ts";
import { Bucket, type BucketPlace, isMissing, titleOfPlace } from "../s3/bucket.ts";
import { type S3Settings, UnreachableError } from "../s3/s3-client.ts";
import { S3Error } from "../s3/s3-error.ts";
import type { DiskRoom } from "./disk-room.ts";
import { FileBlocks, type FileBlocksOptions } from "./file-blocks.ts";
import { type FileStore, isStoreAway, type ListedFile } from "./file-store.ts";

/** Small requests that a user waits for: two attempts with a megabyte take at most 13 s. */
const SMALL = { timeoutMs: 4_000, pauseMs: 300, attempts: 2, slowestBytesPerMs: 500 };
/** Sent files: more attempts, since after a failure everything has to be sent again. */
const LARGE = { timeoutMs: 10_000, pauseMs: 500, attempts: 5 };
/** Read at once while a file is sent: each of several readers takes this much memory. */
const READ_BYTES = 1024 * 1024;
/** Size of one upload part. */
const PART_BYTES = 16 * 1024 * 1024;

interface S3FilesOptions extends BucketPlace {
  /** Folder on this machine for unfinished files. */
  readonly partFolder: string;
  /** Cache for blocks of files that are read in parts. */
  readonly blockCache: Pick<FileBlocksOptions, "folder" | "blockBytes" | "maxInMemory"> & { readonly room: DiskRoom };
  readonly partBytes?: number;
  /** Replaces the defaults. */
  readonly times?: Partial<Pick<S3Settings, "timeoutMs" | "pauseMs" | "attempts" | "slowestBytesPerMs">>;
}

export function s3Files({
  settings,
  prefix,
  partFolder,
  blockCache,
  partBytes = PART_BYTES,
  times,
}: S3FilesOptions): FileStore {
  const bucket = new Bucket({ settings: { ...settings, ...SMALL, ...times }, prefix }, partBytes);
  const patient = new Bucket({ settings: { ...settings, ...LARGE, ...times }, prefix }, partBytes);
  const { signal: never } = new AbortController();
  const unlessAway = createBreaker();
  const blocks = new FileBlocks({
    ...blockCache,
    fetch: (file, { start, end }) =>
      unlessAway(async () => {
        const answer = await withStoreErrors(bucket.readRange(file.name, { from: start, to: end, etag: file.version }));
        return answer?.body ?? Buffer.alloc(0);
      }),
  });
  async function partFor(): Promise<string> {
    await mkdir(partFolder, { recursive: true, mode: 0o700 });
    return join(partFolder, `${randomUUID()}.part`);
  }
  return {
    title: titleOfPlace({ settings, prefix }),
    isFolder: false,
    partFor,
    async keep(name, from, signal = never) {
      const { size } = await stat(from);
      await withStoreErrors(
        patient.write(name, createReadStream(from, { highWaterMark: READ_BYTES }), { signal, bytes: size }),
      );
      await rm(from, { force: true });
    },
    write: (name, bytes) => withStoreErrors(bucket.put(name, Buffer.from(bytes), never)),
    copy: (from, to) => withStoreErrors(bucket.copy(from, to)),
    async factsOf(name) {
      const facts = await unlessAway(() => withStoreErrors(bucket.factsOf(name)));
      return facts && { bytes: facts.bytes, version: facts.etag };
    },
    read: (name, range) =>
      Readable.from(eachWithStoreErrors(bucket.read(name, { ...range, bytesAtOnce: READ_BYTES })), {
        objectMode: false,
      }),
    slideAt: (name, { bytes, version }) => ({
      path: name,
      file: FileBytes.of(blocks.bytesOf({ name, version, bytes })),
    }),
    async withLocal(name, work, signal) {
      const part = await partFor();
      try {
        const to = createWriteStream(part, { flags: "wx", mode: 0o600 });
        await withStoreErrors(pipeline(patient.read(name, { signal }), to, { ...(signal ? { signal } : {}) }));
        return await work(part);
      } finally {
        await rm(part, { force: true });
      }
    },
    async readWhole(name) {
      const pieces: Buffer[] = [];
      try {
        for await (const piece of eachWithStoreErrors(bucket.read(name, { bytesAtOnce: READ_BYTES })))
          pieces.push(piece);
      } catch (error) {
        if (error instanceof MissingFileError) return null;
        throw error;
      }
      return Buffer.concat(pieces);
    },
    async remove(name) {
      await withStoreErrors(bucket.remove(name));
      await blocks.forget(name);
    },
    async *list(below) {
      for await (const { key: name, bytes, ageMs, etag: version } of eachWithStoreErrors(bucket.list(below)))
        yield { name, bytes, ageMs, version } satisfies ListedFile;
    },
    forgetGone: (below, isThere) => blocks.forgetGone(below, isThere),
    sweep: () => blockCache.room.sweep(),
    settle: () => blocks.settle(),
    async check() {
      const name = `check-${randomUUID()}`;
      await bucket.put(name, Buffer.from("Written at the start of a server, and removed."), never);
      await bucket.remove(name);
    },
  };
}

/** Does not contain the file name, which may be personal data. */
class MissingFileError extends Error {}

const isAway = (error: unknown): boolean => error instanceof UnreachableError || error instanceof S3Error;

/** For this long after the store was found to be unreachable, requests fail immediately. */
const REST_MS = 2_000;

/** Otherwise readers of tiles would wait for one another's timeouts. */
function createBreaker(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let restsUntilMs = 0;
  let away: unknown;
  return async (work) => {
    if (performance.now() < restsUntilMs) throw away;
    try {
      return await work();
    } catch (error) {
      if (isStoreAway(error) && (error as AppError).cause instanceof UnreachableError) {
        away = error;
        restsUntilMs = performance.now() + REST_MS;
      }
      throw error;
    }
  };
}

/** The response asks the client to retry; the log contains the message of the store. */
function toStoreError(error: unknown): unknown {
  if (isMissing(error)) return new MissingFileError("The S3 store does not have this file.", { cause: error });
  if (!isAway(error)) return error;
  return new AppError("unavailable", "The server cannot reach its file store. Try again in a moment.", {
    cause: error,
  });
}

const withStoreErrors = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw toStoreError(error);
  });

async function* eachWithStoreErrors<Piece>(work: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  try {
    yield* work;
  } catch (error) {
    throw toStoreError(error);
  }
}
