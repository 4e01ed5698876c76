/** Builds zip files in memory, for tests: valid ones and malicious ones. */
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntrySpec {
  readonly name: string | Buffer;
  readonly contents?: Uint8Array;
  readonly isDeflated?: boolean;
  /** Sizes and checksum after the contents, not before, as written by programs that write to a pipe. */
  readonly hasDescriptor?: boolean;
  /** Unix file type and access rights; default: those of a regular file. */
  readonly mode?: number;
  readonly flags?: number;
  readonly method?: number;
  /** Extra field of the local header only; the directory has none unless `directoryExtra` is set. */
  readonly localExtra?: Buffer;
  readonly directoryExtra?: Buffer;
  /** Values written in place of the true ones. */
  readonly lies?: {
    readonly checksum?: number;
    readonly bytes?: number;
    readonly compressedBytes?: number;
    readonly offset?: number;
    readonly localName?: string;
    readonly localBytes?: number;
  };
}

export interface ZipSpec {
  readonly entries: readonly ZipEntrySpec[];
  /** All values in 64 bits, as in archives of 4 GiB and more. */
  readonly isZip64?: boolean;
  readonly comment?: string;
  readonly lies?: { readonly count?: number; readonly directoryStart?: number; readonly count64?: number };
}

const PLAIN_FILE = 0o100644;

export function buildZip({ entries, isZip64 = false, comment = "", lies = {} }: ZipSpec): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  const append = (bytes: Buffer) => {
    parts.push(bytes);
    position += bytes.length;
  };
  for (const entry of entries) {
    const offset = position;
    const { local, data, descriptor, directoryEntry } = buildEntry(entry, isZip64);
    append(local);
    append(data);
    append(descriptor);
    directory.push(directoryEntry(entry.lies?.offset ?? offset));
  }
  const start = position;
  for (const entry of directory) append(entry);
  const bytes = position - start;
  if (isZip64) append(end64({ count: lies.count64 ?? entries.length, bytes, start }, position));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const count = lies.count ?? (isZip64 ? 0xffff : entries.length % 0x10000);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(isZip64 ? 0xffffffff : bytes, 12);
  end.writeUInt32LE(lies.directoryStart ?? (isZip64 ? 0xffffffff : start), 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  append(Buffer.concat([end, Buffer.from(comment)]));
  return Buffer.concat(parts);
}

interface BuiltEntry {
  readonly local: Buffer;
  readonly data: Buffer;
  readonly descriptor: Buffer;
  readonly directoryEntry: (offset: number) => Buffer;
}

function buildEntry(entry: ZipEntrySpec, isZip64: boolean): BuiltEntry {
  const { contents = Buffer.alloc(0), isDeflated = false, hasDescriptor = false, lies = {} } = entry;
  const isFolder = entry.name.toString().endsWith("/");
  const data = isDeflated ? deflateRawSync(contents) : Buffer.from(contents);
  const name = Buffer.from(entry.name);
  const localName = Buffer.from(lies.localName ?? name);
  const method = entry.method ?? (isDeflated ? 8 : 0);
  // Raw bytes have no declared encoding unless `flags` contains one.
  const isUtf8 = typeof entry.name === "string" && name.length !== entry.name.length;
  const flags = (entry.flags ?? 0) | (hasDescriptor ? 8 : 0) | (isUtf8 ? 0x800 : 0);
  const facts = {
    checksum: lies.checksum ?? crc32(contents),
    compressedBytes: lies.compressedBytes ?? data.length,
    bytes: lies.bytes ?? contents.length,
  };
  const declared = hasDescriptor ? { checksum: 0, compressedBytes: 0, bytes: 0 } : facts;
  const localExtra = entry.localExtra ?? Buffer.alloc(0);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(flags, 6);
  local.writeUInt16LE(method, 8);
  local.writeUInt32LE(declared.checksum, 14);
  local.writeUInt32LE(declared.compressedBytes, 18);
  local.writeUInt32LE(lies.localBytes ?? declared.bytes, 22);
  local.writeUInt16LE(localName.length, 26);
  local.writeUInt16LE(localExtra.length, 28);
  return {
    local: Buffer.concat([local, localName, localExtra]),
    data,
    descriptor: hasDescriptor ? descriptorOf(facts) : Buffer.alloc(0),
    directoryEntry: (offset) => {
      const extra = isZip64
        ? numbers64(0x0001, [facts.bytes, facts.compressedBytes, offset])
        : (entry.directoryExtra ?? Buffer.alloc(0));
      const fixed = Buffer.alloc(46);
      fixed.writeUInt32LE(0x02014b50, 0);
      fixed.writeUInt16LE((3 << 8) | 45, 4);
      fixed.writeUInt16LE(20, 6);
      fixed.writeUInt16LE(flags, 8);
      fixed.writeUInt16LE(method, 10);
      fixed.writeUInt32LE(facts.checksum, 16);
      fixed.writeUInt32LE(isZip64 ? 0xffffffff : facts.compressedBytes, 20);
      fixed.writeUInt32LE(isZip64 ? 0xffffffff : facts.bytes, 24);
      fixed.writeUInt16LE(name.length, 28);
      fixed.writeUInt16LE(extra.length, 30);
      fixed.writeUInt32LE(((entry.mode ?? (isFolder ? 0o040755 : PLAIN_FILE)) << 16) >>> 0, 38);
      fixed.writeUInt32LE(isZip64 ? 0xffffffff : offset, 42);
      return Buffer.concat([fixed, name, extra]);
    },
  };
}

function descriptorOf(facts: { checksum: number; compressedBytes: number; bytes: number }): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(facts.checksum, 4);
  descriptor.writeUInt32LE(facts.compressedBytes, 8);
  descriptor.writeUInt32LE(facts.bytes, 12);
  return descriptor;
}

/** An extra field of 64-bit numbers. */
function numbers64(id: number, values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(id, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + index * 8);
  return extra;
}

/** The end of a zip64 directory, and the record that points to it. @param position where it will be written. */
export function end64(place: { count: number; bytes: number; start: number }, position: number): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(45, 12);
  end.writeUInt16LE(45, 14);
  end.writeBigUInt64LE(BigInt(place.count), 24);
  end.writeBigUInt64LE(BigInt(place.count), 32);
  end.writeBigUInt64LE(BigInt(place.bytes), 40);
  end.writeBigUInt64LE(BigInt(place.start), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(position), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
