/** Writes a zip with uncompressed entries, so that any part of any entry can be read in place. */
import { crc32 } from "node:zlib";
import { FIXED_BYTES, FLAG, IN_ZIP64, IN_ZIP64_SHORT, SIGNATURE } from "./zip-format.ts";

/** Bytes per write; entries up to this size are written in one piece with their header. */
const BLOCK_BYTES = 1 << 20;
/** Format version required of a reader: 2.0, or 4.5 for zip64. */
const VERSION = { plain: 20, zip64: 45 } as const;
const MADE_ON_UNIX = 3 << 8;
const REGULAR_FILE = 0o100644;
/** 1980-01-01, the first date in zip: the same contents produce the same archive. */
const NO_DATE = 0x0021;
const ZIP64_ENTRY_BYTES = { local: 20, directory: 28 } as const;

/** Destination of the archive; matches `FileHandle`. */
export interface ZipTarget {
  write(bytes: Buffer, offset: number, length: number, position: number): Promise<{ readonly bytesWritten: number }>;
}

interface Written {
  readonly name: Buffer;
  readonly bytes: number;
  readonly checksum: number;
  readonly offset: number;
}

export class ZipWriter {
  readonly #file: ZipTarget;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #position = 0;
  #count = 0;
  readonly #directory: Buffer[] = [];

  /** @param file empty and open for writing; the caller syncs and closes it. */
  constructor(file: ZipTarget) {
    this.#file = file;
  }

  /**
   * @param path inside the archive, with `/` between folders.
   * @param bytes total length of all pieces.
   * @throws RangeError if the pieces have a different total length.
   */
  async add(path: string, bytes: number, pieces: AsyncIterable<Buffer>): Promise<void> {
    if (bytes <= BLOCK_BYTES) {
      const gathered: Buffer[] = [];
      for await (const piece of exactly(path, bytes, pieces)) gathered.push(piece);
      return this.addWhole(path, Buffer.concat(gathered));
    }
    const name = Buffer.from(path);
    const offset = this.#position;
    let checksum = 0;
    await this.#append(localHeader({ name, bytes, checksum, offset }));
    for await (const piece of exactly(path, bytes, pieces)) {
      checksum = crc32(piece, checksum);
      await this.#append(piece);
    }
    const written: Written = { name, bytes, checksum, offset };
    const header = localHeader(written);
    await this.#flush();
    await this.#file.write(header, 0, header.length, offset);
    this.#list(written);
  }

  /** Writes nothing out of order, so that the archive can be sent while it grows. */
  async addWhole(path: string, bytes: Buffer): Promise<void> {
    const written = { name: Buffer.from(path), bytes: bytes.length, checksum: crc32(bytes), offset: this.#position };
    await this.#append(localHeader(written));
    await this.#append(bytes);
    this.#list(written);
  }

  #list(written: Written): void {
    this.#directory.push(directoryEntry(written));
    this.#count += 1;
  }

  /** Writes the directory; nothing may be added afterwards. */
  async finish(): Promise<void> {
    const start = this.#position;
    for (const entry of this.#directory) await this.#append(entry);
    const bytes = this.#position - start;
    const isLarge = this.#count >= IN_ZIP64_SHORT || bytes >= IN_ZIP64 || start >= IN_ZIP64;
    if (isLarge) await this.#append(directoryEnd64(this.#count, bytes, start));
    const end = Buffer.alloc(FIXED_BYTES.directoryEnd);
    end.writeUInt32LE(SIGNATURE.directoryEnd, 0);
    end.writeUInt16LE(Math.min(this.#count, IN_ZIP64_SHORT), 8);
    end.writeUInt16LE(Math.min(this.#count, IN_ZIP64_SHORT), 10);
    end.writeUInt32LE(Math.min(bytes, IN_ZIP64), 12);
    end.writeUInt32LE(Math.min(start, IN_ZIP64), 16);
    await this.#append(end);
    await this.#flush();
  }

  async #append(bytes: Buffer): Promise<void> {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#position += bytes.length;
    if (this.#pendingBytes >= BLOCK_BYTES) await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    const start = this.#position - bytes.length;
    this.#pending = [];
    this.#pendingBytes = 0;
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, start + done);
      done += bytesWritten;
    }
  }
}

/** @throws RangeError if the pieces contain more or fewer bytes than announced. */
async function* exactly(path: string, bytes: number, pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let done = 0;
  for await (const piece of pieces) {
    done += piece.length;
    if (done > bytes) throw new RangeError(`${path} is longer than announced`);
    yield piece;
  }
  if (done !== bytes) throw new RangeError(`${path} is shorter than announced`);
}

function localHeader({ name, bytes, checksum }: Written): Buffer {
  const isLarge = bytes >= IN_ZIP64;
  const extraBytes = isLarge ? ZIP64_ENTRY_BYTES.local : 0;
  const header = Buffer.alloc(FIXED_BYTES.localHeader + name.length + extraBytes);
  header.writeUInt32LE(SIGNATURE.localHeader, 0);
  header.writeUInt16LE(isLarge ? VERSION.zip64 : VERSION.plain, 4);
  header.writeUInt16LE(FLAG.utf8, 6);
  header.writeUInt16LE(NO_DATE, 12);
  header.writeUInt32LE(checksum, 14);
  header.writeUInt32LE(isLarge ? IN_ZIP64 : bytes, 18);
  header.writeUInt32LE(isLarge ? IN_ZIP64 : bytes, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extraBytes, 28);
  name.copy(header, FIXED_BYTES.localHeader);
  if (isLarge) writeZip64Extra(header, FIXED_BYTES.localHeader + name.length, [bytes, bytes]);
  return header;
}

function directoryEntry({ name, bytes, checksum, offset }: Written): Buffer {
  const isLarge = bytes >= IN_ZIP64 || offset >= IN_ZIP64;
  const extraBytes = isLarge ? ZIP64_ENTRY_BYTES.directory : 0;
  const entry = Buffer.alloc(FIXED_BYTES.directoryEntry + name.length + extraBytes);
  entry.writeUInt32LE(SIGNATURE.directoryEntry, 0);
  entry.writeUInt16LE(MADE_ON_UNIX | VERSION.zip64, 4);
  entry.writeUInt16LE(isLarge ? VERSION.zip64 : VERSION.plain, 6);
  entry.writeUInt16LE(FLAG.utf8, 8);
  entry.writeUInt16LE(NO_DATE, 14);
  entry.writeUInt32LE(checksum, 16);
  entry.writeUInt32LE(isLarge ? IN_ZIP64 : bytes, 20);
  entry.writeUInt32LE(isLarge ? IN_ZIP64 : bytes, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extraBytes, 30);
  entry.writeUInt32LE((REGULAR_FILE << 16) >>> 0, 38);
  entry.writeUInt32LE(isLarge ? IN_ZIP64 : offset, 42);
  name.copy(entry, FIXED_BYTES.directoryEntry);
  if (isLarge) writeZip64Extra(entry, FIXED_BYTES.directoryEntry + name.length, [bytes, bytes, offset]);
  return entry;
}

function writeZip64Extra(target: Buffer, at: number, values: readonly number[]): void {
  target.writeUInt16LE(0x0001, at);
  target.writeUInt16LE(values.length * 8, at + 2);
  for (const [index, value] of values.entries()) target.writeBigUInt64LE(BigInt(value), at + 4 + index * 8);
}

function directoryEnd64(count: number, bytes: number, start: number): Buffer {
  const end = Buffer.alloc(FIXED_BYTES.directoryEnd64 + FIXED_BYTES.locator64);
  end.writeUInt32LE(SIGNATURE.directoryEnd64, 0);
  end.writeBigUInt64LE(BigInt(FIXED_BYTES.directoryEnd64 - 12), 4);
  end.writeUInt16LE(MADE_ON_UNIX | VERSION.zip64, 12);
  end.writeUInt16LE(VERSION.zip64, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(bytes), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  const locator = FIXED_BYTES.directoryEnd64;
  end.writeUInt32LE(SIGNATURE.locator64, locator);
  end.writeBigUInt64LE(BigInt(start + bytes), locator + 8);
  end.writeUInt32LE(1, locator + 16);
  return end;
}
