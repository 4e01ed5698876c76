/**
 * The directory of a zip file in little memory: some 40 bytes per file, plus its path until `forgetPaths`.
 *
 * Files are found by the hash of their path. A false match is detected on reading: the path is repeated before the
 * contents.
 */
import { damagedArchive } from "./archive-errors.ts";
import { hashPath, type PathHash } from "./path-hash.ts";

export interface ZipEntryFacts {
  /** Position of the local header. */
  readonly offset: number;
  readonly compressedBytes: number;
  readonly bytes: number;
  /** CRC-32 of the contents. */
  readonly checksum: number;
  /** Length of the stored name in bytes. */
  readonly nameBytes: number;
  readonly isDeflated: boolean;
}

const GIB_4 = 2 ** 32;
const NAME_BYTES_AT_FIRST = 1 << 16;

export class ZipIndex {
  readonly #offsets: Float64Array;
  readonly #compressedBytes: Uint32Array;
  readonly #bytes: Uint32Array;
  readonly #checksums: Uint32Array;
  readonly #nameBytes: Uint16Array;
  readonly #isDeflated: Uint8Array;
  readonly #hashes: Uint32Array;
  /** Compressed and uncompressed sizes of entries of 4 GiB and more. */
  readonly #large = new Map<number, readonly [compressedBytes: number, bytes: number]>();
  /** Entry index plus one, or 0 if free. A hash's first slot is its remainder; collisions use the next free slot. */
  #slots = new Uint32Array(1);
  /** UTF-8, all paths concatenated. */
  #paths: Buffer | null = Buffer.allocUnsafeSlow(NAME_BYTES_AT_FIRST);
  #pathEnds: Uint32Array | null;
  #count = 0;
  readonly endingBytes: PathHash = { high: 0, low: 0 };

  /** @param capacity maximum number of entries. */
  constructor(capacity: number) {
    this.#offsets = new Float64Array(capacity);
    this.#compressedBytes = new Uint32Array(capacity);
    this.#bytes = new Uint32Array(capacity);
    this.#checksums = new Uint32Array(capacity);
    this.#nameBytes = new Uint16Array(capacity);
    this.#isDeflated = new Uint8Array(capacity);
    this.#hashes = new Uint32Array(2 * capacity);
    this.#pathEnds = new Uint32Array(capacity);
  }

  get count(): number {
    return this.#count;
  }

  /** @param path UTF-8 between `start` and `end`. @param hash of the path. */
  add(facts: ZipEntryFacts, hash: PathHash, path: Uint8Array, start: number, end: number): void {
    const index = this.#count;
    this.#offsets[index] = facts.offset;
    this.#checksums[index] = facts.checksum;
    this.#nameBytes[index] = facts.nameBytes;
    this.#isDeflated[index] = facts.isDeflated ? 1 : 0;
    this.#hashes[2 * index] = hash.high;
    this.#hashes[2 * index + 1] = hash.low;
    if (facts.bytes < GIB_4 && facts.compressedBytes < GIB_4) {
      this.#compressedBytes[index] = facts.compressedBytes;
      this.#bytes[index] = facts.bytes;
    } else {
      this.#large.set(index, [facts.compressedBytes, facts.bytes]);
    }
    this.#keepPath(path, start, end);
    this.#count += 1;
  }

  /** Must be called after the last entry. @throws SlideFileError `damaged` if two entries have the same path. */
  finish(): void {
    let size = 4;
    while (size < this.#count * 1.5) size *= 2;
    const slots = new Uint32Array(size);
    for (let index = 0; index < this.#count; index++) {
      const [high, low] = [this.#hashes[2 * index]!, this.#hashes[2 * index + 1]!];
      let slot = low & (size - 1);
      for (let other = slots[slot]!; other !== 0; other = slots[slot]!) {
        if (this.#hasHash(other - 1, high, low)) {
          throw damagedArchive(`two files in it have the same name (${this.pathOf(index)})`);
        }
        slot = (slot + 1) & (size - 1);
      }
      slots[slot] = index + 1;
    }
    this.#slots = slots;
  }

  /** @returns -1 if there is no such file. */
  find(path: string): number {
    hashPath(path, this.endingBytes);
    const { high, low } = this.endingBytes;
    const mask = this.#slots.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const other = this.#slots[slot]!;
      if (other === 0) return -1;
      if (this.#hasHash(other - 1, high, low)) return other - 1;
    }
  }

  factsOf(index: number): ZipEntryFacts {
    const [compressedBytes, bytes] = this.#large.get(index) ?? [this.#compressedBytes[index]!, this.#bytes[index]!];
    return {
      offset: this.#offsets[index]!,
      compressedBytes,
      bytes,
      checksum: this.#checksums[index]!,
      nameBytes: this.#nameBytes[index]!,
      isDeflated: this.#isDeflated[index] === 1,
    };
  }

  bytesOf(index: number): number {
    return this.#large.get(index)?.[1] ?? this.#bytes[index]!;
  }

  isDeflated(index: number): boolean {
    return this.#isDeflated[index] === 1;
  }

  isNamed(index: number, { high, low }: PathHash): boolean {
    return this.#hasHash(index, high, low);
  }

  /** @throws Error after `forgetPaths`. */
  pathOf(index: number): string {
    const [paths, ends] = this.#listing();
    return paths.toString("utf8", index === 0 ? 0 : ends[index - 1]!, ends[index]!);
  }

  /** Indices of entries whose path ends with one of the endings. @param endings ASCII in lower case. */
  listEndingWith(endings: readonly string[]): number[] {
    const [paths, ends] = this.#listing();
    const endingBytes = endings.map((ending) => Buffer.from(ending));
    const found: number[] = [];
    for (let index = 0, start = 0; index < this.#count; start = ends[index]!, index++) {
      const end = ends[index]!;
      if (endingBytes.some((ending) => endsWith(paths, start, end, ending))) found.push(index);
    }
    return found;
  }

  forgetPaths(): void {
    this.#paths = null;
    this.#pathEnds = null;
  }

  #listing(): [Buffer, Uint32Array] {
    if (this.#paths === null || this.#pathEnds === null) throw new Error("The names of this archive were released.");
    return [this.#paths, this.#pathEnds];
  }

  #hasHash(index: number, high: number, low: number): boolean {
    return this.#hashes[2 * index + 1] === low && this.#hashes[2 * index] === high;
  }

  #keepPath(path: Uint8Array, start: number, end: number): void {
    let [paths, ends] = this.#listing();
    const from = this.#count === 0 ? 0 : ends[this.#count - 1]!;
    const to = from + end - start;
    if (to > paths.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(to, paths.length * 2));
      paths.copy(larger, 0, 0, from);
      this.#paths = larger;
      paths = larger;
    }
    for (let at = start, target = from; at < end; at++, target++) paths[target] = path[at]!;
    ends[this.#count] = to;
  }
}

function endsWith(bytes: Uint8Array, start: number, end: number, ending: Uint8Array): boolean {
  if (end - start < ending.length) return false;
  for (let at = end - ending.length, i = 0; at < end; at++, i++) {
    const byte = bytes[at]!;
    if ((byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte) !== ending[i]) return false;
  }
  return true;
}
