/** The files of a zip, read in place: each with one positional read of its header and contents together. */
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { crc32, createInflateRaw, inflateRaw, constants as zlib } from "node:zlib";
import type { FileBytes } from "../bytes/file-bytes.ts";
import { SlideFileError } from "../slide-source.ts";
import { damagedArchive, tooManyFiles } from "./archive-errors.ts";
import { decodeEntryName } from "./entry-name.ts";
import { type EntryStore, MAX_LISTED, type StoredEntry } from "./entry-store.ts";
import { foldedPath, hashBytes, type PathHash } from "./path-hash.ts";
import { readZipIndex } from "./read-zip-index.ts";
import { FIXED_BYTES, FLAG, IN_ZIP64, METHOD, SIGNATURE } from "./zip-format.ts";
import type { ZipEntryFacts, ZipIndex } from "./zip-index.ts";

const inflate = promisify(inflateRaw);

/** Bytes read from a compressed entry to obtain its beginning. */
const START_READ_BYTES = 4096;
const BLOCK_BYTES = 1 << 20;
/** Archives up to this size are checked completely; in larger ones this many headers, evenly spaced, are checked. */
const CHECKED_WHOLE_BYTES = 64 * 2 ** 20;
const CHECKED_HEADERS = 10_000;
/**
 * Entries of at most this many bytes are checked in parallel, this many at a time: one by one they mostly wait for the
 * disk.
 */
const CHECKED_TOGETHER = { bytes: 1 << 16, count: 16 } as const;

/** An entry, valid only for the store that created it. */
class ZipEntry implements StoredEntry {
  readonly path: string;
  readonly bytes: number;
  readonly isRandomAccess: boolean;
  readonly index: number;

  constructor(index: number, path: string, bytes: number, isRandomAccess: boolean) {
    this.index = index;
    this.path = path;
    this.bytes = bytes;
    this.isRandomAccess = isRandomAccess;
  }
}

export class ZipStore implements EntryStore {
  readonly #file: FileBytes;
  readonly #index: ZipIndex;
  #entries: readonly StoredEntry[] | null = null;
  /** Length from the last local header read: usually the same for the next entry, and not in the directory. */
  #extraBytes = 0;
  readonly #hash: PathHash = { high: 0, low: 0 };

  private constructor(file: FileBytes, index: ZipIndex) {
    this.#file = file;
    this.#index = index;
  }

  /** Takes ownership of the file if it succeeds. @throws SlideFileError if the archive is rejected (rule D-9). */
  static async open(file: FileBytes, signal?: AbortSignal): Promise<ZipStore> {
    return new ZipStore(file, await readZipIndex(file, signal));
  }

  get count(): number {
    return this.#index.count;
  }

  get entries(): readonly StoredEntry[] {
    if (this.count > MAX_LISTED) throw tooManyFiles(MAX_LISTED);
    this.#entries ??= Array.from({ length: this.count }, (_, index) => this.#entryAt(index, this.#index.pathOf(index)));
    return this.#entries;
  }

  listEndingWith(endings: readonly string[]): StoredEntry[] {
    return this.#index.listEndingWith(endings).map((index) => this.#entryAt(index, this.#index.pathOf(index)));
  }

  find(path: string): StoredEntry | undefined {
    const index = this.#index.find(path);
    return index < 0 ? undefined : this.#entryAt(index, path);
  }

  forgetListing(): void {
    this.#entries = null;
    this.#index.forgetPaths();
  }

  async readStart(entry: StoredEntry, length: number): Promise<Buffer> {
    const { file, facts } = await this.#locate(entry);
    if (!facts.isDeflated) return file.read(0, Math.min(length, file.size));
    const start = await file.read(0, Math.min(START_READ_BYTES, file.size));
    try {
      return (await inflate(start, { finishFlush: zlib.Z_SYNC_FLUSH })).subarray(0, Math.min(length, facts.bytes));
    } catch (cause) {
      throw cannotBeUnpacked(cause);
    }
  }

  readFully(entry: StoredEntry, maxBytes: number): Promise<Buffer> {
    const index = indexOf(entry);
    if (entry.bytes > maxBytes) throw damagedArchive("a file in it is larger than it can be");
    return this.#file.use(() => this.#readFully(index));
  }

  async *readPieces(entry: StoredEntry): AsyncIterable<Buffer> {
    const { file, facts } = await this.#locate(entry);
    let bytes = 0;
    let checksum = 0;
    for await (const piece of facts.isDeflated ? inflatedPieces(file) : storedPieces(file)) {
      bytes += piece.length;
      if (bytes > facts.bytes) throw wrongContents();
      checksum = crc32(piece, checksum);
      yield piece;
    }
    if (bytes !== facts.bytes || checksum !== facts.checksum) throw wrongContents();
  }

  async openBytes(entry: StoredEntry): Promise<FileBytes> {
    if (!entry.isRandomAccess) {
      throw new SlideFileError(
        "unsupported",
        "This archive is compressed, so that its parts cannot be read one by one.",
      );
    }
    return (await this.#locate(entry)).file;
  }

  placeOf(): null {
    return null;
  }

  async checkEntries(signal?: AbortSignal): Promise<void> {
    const isSmall = this.#file.size <= CHECKED_WHOLE_BYTES;
    const step = isSmall ? 1 : Math.max(1, this.count / CHECKED_HEADERS);
    const reading: Promise<Buffer>[] = [];
    for (let at = 0; at < this.count; at += step) {
      signal?.throwIfAborted();
      const entry = this.#entryAt(Math.floor(at), "");
      if (isSmall && entry.bytes <= CHECKED_TOGETHER.bytes) {
        const whole = this.readFully(entry, CHECKED_TOGETHER.bytes);
        // The loop may end with another error before this one is awaited.
        whole.catch(() => {});
        reading.push(whole);
        if (reading.length === CHECKED_TOGETHER.count) await Promise.all(reading.splice(0));
        continue;
      }
      await Promise.all(reading.splice(0));
      if (!isSmall) await this.#locate(entry);
      else if (entry.bytes <= BLOCK_BYTES) await this.readFully(entry, BLOCK_BYTES);
      else for await (const _piece of this.readPieces(entry));
    }
    await Promise.all(reading);
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #entryAt(index: number, path: string): StoredEntry {
    return new ZipEntry(index, path, this.#index.bytesOf(index), !this.#index.isDeflated(index));
  }

  async #readFully(index: number): Promise<Buffer> {
    const facts = this.#index.factsOf(index);
    const { offset, compressedBytes } = facts;
    const fixed = FIXED_BYTES.localHeader + facts.nameBytes;
    const read = await this.#file.read(
      offset,
      Math.min(fixed + this.#extraBytes + compressedBytes, this.#file.size - offset),
    );
    const extraBytes = this.#checkLocalHeader(read, index, facts);
    this.#extraBytes = extraBytes;
    const end = fixed + extraBytes + compressedBytes;
    const stored =
      end <= read.length
        ? read.subarray(fixed + extraBytes, end)
        : await this.#file.read(offset + fixed + extraBytes, compressedBytes);
    const contents = facts.isDeflated ? await inflateWhole(stored, facts.bytes) : stored;
    if (contents.length !== facts.bytes || crc32(contents) !== facts.checksum) throw wrongContents();
    return contents;
  }

  /** Locates the stored contents of an entry. */
  async #locate(entry: StoredEntry): Promise<{ readonly file: FileBytes; readonly facts: ZipEntryFacts }> {
    const index = indexOf(entry);
    const facts = this.#index.factsOf(index);
    const fixed = FIXED_BYTES.localHeader + facts.nameBytes;
    const extraBytes = this.#checkLocalHeader(await this.#file.read(facts.offset, fixed), index, facts);
    return { file: this.#file.section(facts.offset + fixed + extraBytes, facts.compressedBytes), facts };
  }

  /**
   * Checks that the header before the contents matches the directory.
   *
   * @returns length of its extra fields.
   */
  #checkLocalHeader(header: Buffer, index: number, facts: ZipEntryFacts): number {
    if (header.readUInt32LE(0) !== SIGNATURE.localHeader) throw disagrees();
    const flags = header.readUInt16LE(6);
    const hasDescriptor = (flags & FLAG.descriptor) !== 0;
    const isSame = (at: number, value: number) => {
      const stated = header.readUInt32LE(at);
      return stated === value || stated === IN_ZIP64 || (hasDescriptor && stated === 0);
    };
    const isAgreed =
      (flags & FLAG.encrypted) === 0 &&
      header.readUInt16LE(8) === (facts.isDeflated ? METHOD.deflated : METHOD.stored) &&
      isSame(14, facts.checksum) &&
      isSame(18, facts.compressedBytes) &&
      isSame(22, facts.bytes) &&
      header.readUInt16LE(26) === facts.nameBytes &&
      this.#isNamed(header.subarray(FIXED_BYTES.localHeader, FIXED_BYTES.localHeader + facts.nameBytes), index, flags);
    if (!isAgreed) throw disagrees();
    return header.readUInt16LE(28);
  }

  #isNamed(name: Buffer, index: number, flags: number): boolean {
    hashBytes(name, 0, name.length, this.#hash);
    if (this.#index.isNamed(index, this.#hash)) return true;
    const path = decodeEntryName(name, (flags & FLAG.utf8) !== 0);
    if (path === null) return false;
    const folded = Buffer.from(foldedPath(path));
    hashBytes(folded, 0, folded.length, this.#hash);
    return this.#index.isNamed(index, this.#hash);
  }
}

function indexOf(entry: StoredEntry): number {
  if (!(entry instanceof ZipEntry)) throw new TypeError("This entry is of another store.");
  return entry.index;
}

async function inflateWhole(bytes: Buffer, expectedBytes: number): Promise<Buffer> {
  try {
    return await inflate(bytes, { maxOutputLength: Math.max(1, expectedBytes) });
  } catch (cause) {
    throw cannotBeUnpacked(cause);
  }
}

async function* storedPieces(file: FileBytes): AsyncIterable<Buffer> {
  for (let at = 0; at < file.size; at += BLOCK_BYTES) yield file.read(at, Math.min(BLOCK_BYTES, file.size - at));
}

async function* inflatedPieces(file: FileBytes): AsyncIterable<Buffer> {
  const unpacking = createInflateRaw();
  // Its errors surface in `unpacking`.
  const feeding = pipeline(storedPieces(file), unpacking).catch(() => {});
  try {
    yield* unpacking as AsyncIterable<Buffer>;
  } catch (cause) {
    throw cause instanceof SlideFileError ? cause : cannotBeUnpacked(cause);
  } finally {
    unpacking.destroy();
    await feeding;
  }
}

const wrongContents = () => damagedArchive("the contents of a file in it have changed");
const cannotBeUnpacked = (cause: unknown) => damagedArchive("a file in it cannot be unpacked", cause);
const disagrees = () => damagedArchive("the stated size or checksum of a file in it is wrong");
