/**
 * Files of a remote store, read in aligned blocks that are cached in a folder on this machine; the most recent ones are
 * also kept in memory.
 *
 * The folder is only a cache: a block that is missing, damaged or cannot be written is read from the store. Its size is
 * limited by `room`, which deletes the least recently used blocks; several processes may share it. The blocks of a file
 * are in a folder of its version, below a folder of its name; a replaced version is deleted when the first block of the
 * new version is written.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { crc32 } from "node:zlib";
import type { DistantBytes } from "@parfocal/slides/bytes/file-bytes.ts";
import { markAsUsed } from "@parfocal/slides/tile-cache/mark-as-used.ts";
import type { DiskRoom } from "./disk-room.ts";

/** A version of a file: its contents never change. */
interface BlockFile {
  readonly name: string;
  readonly version: string;
  readonly bytes: number;
}

export interface FileBlocksOptions {
  readonly folder: string;
  readonly room: Pick<DiskRoom, "hasRoom" | "noteWritten">;
  /** Reads a part of the file from the store. @param range both ends are inclusive. */
  readonly fetch: (file: BlockFile, range: { readonly start: number; readonly end: number }) => Promise<Buffer>;
  readonly blockBytes?: number;
  /** Maximum number of blocks in memory. */
  readonly maxInMemory?: number;
}

const BLOCK_BYTES = 256 * 1024;
/** 32 MiB. */
const MAX_IN_MEMORY = 128;
/** Maximum number of blocks in one request to the store. */
const MAX_RUN = 8;
const CHECKSUM_BYTES = 4;
/** A block is marked as used again if this much time has passed since the last mark. */
const USED_AGAIN_MS = 10 * 60 * 1000;

interface OpenFile extends BlockFile {
  /** Folder of its blocks. */
  readonly folder: string;
}

interface Waiting {
  readonly index: number;
  readonly key: string;
  resolve(block: Buffer): void;
  reject(error: unknown): void;
}

export class FileBlocks {
  readonly #options: FileBlocksOptions;
  readonly #blockBytes: number;
  readonly #maxInMemory: number;
  /** In order of use, least recent first. */
  readonly #inMemory = new Map<string, Buffer>();
  /** Blocks that are being read; all callers that need one share the read. */
  readonly #coming = new Map<string, Promise<Buffer>>();

  readonly #writing = new Set<Promise<void>>();

  constructor(options: FileBlocksOptions) {
    this.#options = options;
    this.#blockBytes = options.blockBytes ?? BLOCK_BYTES;
    this.#maxInMemory = options.maxInMemory ?? MAX_IN_MEMORY;
  }

  /** Resolves once all blocks that have been read by now are written. */
  async settle(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** The bytes of an existing file. */
  bytesOf(file: BlockFile): DistantBytes {
    const opened = { ...file, folder: this.#folderOf(file) };
    return {
      size: file.bytes,
      readInto: (target, targetStart, length, position) =>
        length === 0 ? Promise.resolve() : this.#readInto(opened, { target, targetStart, length, position }),
    };
  }

  /**
   * Deletes the cached blocks of deleted files, in all their versions. This only frees space earlier: other blocks
   * would eventually replace them.
   *
   * @param prefix ends with "/".
   * @param isThere whether a file exists, by the first part of its name below the prefix.
   */
  async forgetGone(prefix: string, isThere: (part: string) => boolean): Promise<void> {
    const below = join(this.#options.folder, prefix);
    const parts = await readdir(below).catch(() => []);
    for (const part of parts) if (!isThere(part)) await this.#forget(join(below, part));
  }

  /** Deletes the cached blocks of a file, in all its versions. */
  async forget(name: string): Promise<void> {
    await this.#forget(join(this.#options.folder, name));
  }

  async #forget(folder: string): Promise<void> {
    for (const key of this.#inMemory.keys()) if (key.startsWith(folder + sep)) this.#inMemory.delete(key);
    await rm(folder, { recursive: true, force: true }).catch(() => {});
  }

  async #readInto(
    file: OpenFile,
    {
      target,
      targetStart,
      length,
      position,
    }: { target: Uint8Array; targetStart: number; length: number; position: number },
  ): Promise<void> {
    const first = Math.floor(position / this.#blockBytes);
    const last = Math.floor((position + length - 1) / this.#blockBytes);
    const copy = (block: Buffer, index: number) => {
      const start = index * this.#blockBytes;
      const from = Math.max(0, position - start);
      const to = Math.min(block.length, position + length - start);
      target.set(block.subarray(from, to), targetStart + start + from - position);
    };
    const inMemory = first === last ? this.#remembered(`${file.folder}/${first}`) : undefined;
    if (inMemory) return copy(inMemory, first);
    const blocks = await Promise.all(this.#blocks(file, first, last));
    for (const [at, block] of blocks.entries()) copy(block, first + at);
  }

  #folderOf({ name, version }: BlockFile): string {
    return join(this.#options.folder, name, createHash("sha256").update(version).digest("hex").slice(0, 32));
  }

  #blocks(file: OpenFile, first: number, last: number): (Buffer | Promise<Buffer>)[] {
    const requested: (Buffer | Promise<Buffer>)[] = [];
    const missing: Waiting[] = [];
    for (let index = first; index <= last; index += 1) {
      const key = `${file.folder}/${index}`;
      const known = this.#remembered(key) ?? this.#coming.get(key);
      if (known) {
        requested.push(known);
        continue;
      }
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      missing.push({ index, key, resolve, reject });
      this.#coming.set(key, promise);
      const forget = () => this.#coming.delete(key);
      promise.then(forget, forget);
      requested.push(promise);
    }
    if (missing.length > 0) void this.#load(file, missing);
    return requested;
  }

  #remembered(key: string): Buffer | undefined {
    const block = this.#inMemory.get(key);
    if (block === undefined) return undefined;
    this.#inMemory.delete(key);
    this.#inMemory.set(key, block);
    return block;
  }

  #remember(key: string, block: Buffer): void {
    this.#inMemory.set(key, block);
    for (const oldest of this.#inMemory.keys()) {
      if (this.#inMemory.size <= this.#maxInMemory) break;
      this.#inMemory.delete(oldest);
    }
  }

  /** Settles all of `missing`. */
  async #load(file: BlockFile, missing: readonly Waiting[]): Promise<void> {
    const stored = await Promise.all(
      missing.map(({ key, index }) => this.#readStored(key, this.#lengthOf(file, index))),
    );
    const left: Waiting[] = [];
    for (const [at, waiting] of missing.entries()) {
      const block = stored[at];
      if (block) {
        this.#remember(waiting.key, block);
        waiting.resolve(block);
      } else left.push(waiting);
    }
    await Promise.all(runsOf(left).map((run) => this.#fetch(file, run)));
  }

  #lengthOf({ bytes }: BlockFile, index: number): number {
    return Math.min(this.#blockBytes, bytes - index * this.#blockBytes);
  }

  async #fetch(file: BlockFile, run: readonly Waiting[]): Promise<void> {
    const [first, last] = [run[0]!.index, run.at(-1)!.index];
    const start = first * this.#blockBytes;
    const end = last * this.#blockBytes + this.#lengthOf(file, last) - 1;
    try {
      const bytes = await this.#options.fetch(file, { start, end });
      if (bytes.length !== end - start + 1) throw new Error("The file store has sent less than was asked for.");
      for (const { index, key, resolve } of run) {
        const from = (index - first) * this.#blockBytes;
        // A copy, since a slice would keep the whole response in memory.
        const block = run.length === 1 ? bytes : Buffer.from(bytes.subarray(from, from + this.#lengthOf(file, index)));
        this.#remember(key, block);
        resolve(block);
        this.#keepLater(key, block);
      }
    } catch (error) {
      for (const { reject } of run) reject(error);
    }
  }

  /** null: the block is missing, incomplete or damaged. */
  async #readStored(path: string, length: number): Promise<Buffer | null> {
    const bytes = await readFile(path).catch(() => null);
    if (bytes?.length !== length + CHECKSUM_BYTES) return null;
    const block = bytes.subarray(0, length);
    if (crc32(block) !== bytes.readUInt32BE(length)) return null;
    void markAsUsed(path, USED_AGAIN_MS);
    return block;
  }

  /** The caller does not wait for the disk. */
  #keepLater(path: string, block: Buffer): void {
    const writing = this.#keep(path, block).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async #keep(path: string, block: Buffer): Promise<void> {
    const { room } = this.#options;
    const bytes = block.length + CHECKSUM_BYTES;
    if (!room.hasRoom(bytes)) return;
    room.noteWritten(bytes);
    const checksum = Buffer.alloc(CHECKSUM_BYTES);
    checksum.writeUInt32BE(crc32(block));
    const part = `${path}.${randomUUID()}.part`;
    try {
      const isNew = (await mkdir(dirname(path), { recursive: true, mode: 0o700 })) !== undefined;
      if (isNew) await this.#forgetOtherVersions(dirname(path));
      await writeFile(part, [block, checksum], { flag: "wx", mode: 0o600 });
      await rename(part, path);
    } catch {
      await rm(part, { force: true }).catch(() => {});
    }
  }

  async #forgetOtherVersions(folder: string): Promise<void> {
    const others = (await readdir(dirname(folder))).filter((version) => version !== basename(folder));
    for (const version of others) await this.#forget(join(dirname(folder), version));
  }
}

/** Groups neighbouring blocks into one request. @param waiting by ascending index. */
function runsOf(waiting: readonly Waiting[]): Waiting[][] {
  const runs: Waiting[][] = [];
  for (const each of waiting) {
    const run = runs.at(-1);
    if (run && run.length < MAX_RUN && run.at(-1)?.index === each.index - 1) run.push(each);
    else runs.push([each]);
  }
  return runs;
}
