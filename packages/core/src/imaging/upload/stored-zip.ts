/**
 * A zip of files that belong together, without compression, so that any part of it can be had without making the rest:
 * the browser sends it and the server writes it piece by piece, and nobody holds it whole.
 *
 * The same files make the same bytes: members go in the order in which they are given, and no time is kept. A member's
 * checksum stands behind it (a "data descriptor"), so that one pass over the files is enough.
 *
 * Source: APPNOTE.TXT 6.3.10, sections 4.3 and 4.4; zip64: 4.5.3.
 */
import { utf8Of } from "./utf-8.ts";

export interface ZipMember {
  /** Within the zip, `/` between folders. */
  readonly path: string;
  readonly bytes: number;
}

export type ZipSegment =
  /** Bytes `from` to `to` of a member. */
  | { readonly kind: "member"; readonly index: number; readonly from: number; readonly to: number }
  /** What the zip itself adds. @param crcs of the members, those that end before this segment known. */
  | { readonly kind: "made"; readonly make: (crcs: Uint32Array) => Uint8Array };

export interface StoredZip {
  /** Of the whole zip. */
  readonly bytes: number;
  readonly memberCount: number;
  /** What lies from byte `from` to byte `to`, in order. */
  segments(from: number, to: number): Generator<ZipSegment>;
}

const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
const END_64_BYTES = 56 + 20;
const LOCAL_EXTRA_64_BYTES = 20;

/** A field of 32 or 16 bits that is full: the true value stands in a zip64 field. */
const FULL_32 = 0xffff_ffff;
const FULL_16 = 0xffff;

/** Names are UTF-8 (bit 11), checksum and sizes stand behind the member (bit 3). */
const FLAGS = 0x0808;
const VERSION = 20;
const VERSION_64 = 45;
/** 1 January 1980, midnight: the earliest that a zip can say. */
const DOS_TIME = 0;
const DOS_DATE = 0x0021;
/** Made by Unix, for the mode bits: a regular file that anyone may read. */
const MADE_BY = 0x0300 | VERSION_64;
const FILE_MODE = 0o100644 * 2 ** 16;

/** Before a member, the member, behind it; then one row each in the directory, then the end. */
const PIECES_A_MEMBER = 3;

export function planStoredZip(members: readonly ZipMember[]): StoredZip {
  const count = members.length;
  const names = members.map(({ path }) => utf8Of(path.normalize("NFC")));
  const isLarge = (index: number) => (members[index]?.bytes ?? 0) >= FULL_32;
  const isFar = (index: number) => starts[index * PIECES_A_MEMBER]! >= FULL_32;
  const nameBytes = (index: number) => names[index]?.length ?? 0;
  const centralExtraBytes = (index: number) => {
    const fields = (isLarge(index) ? 2 : 0) + (isFar(index) ? 1 : 0);
    return fields === 0 ? 0 : 4 + fields * 8;
  };

  /** Where each piece begins; the last entry is the end of all. */
  const starts = new Float64Array(count * (PIECES_A_MEMBER + 1) + 2);
  const directory = count * PIECES_A_MEMBER;
  const end = directory + count;
  for (let index = 0; index < count; index += 1) {
    const first = index * PIECES_A_MEMBER;
    starts[first + 1] = starts[first]! + LOCAL_BYTES + nameBytes(index) + (isLarge(index) ? LOCAL_EXTRA_64_BYTES : 0);
    starts[first + 2] = starts[first + 1]! + members[index]!.bytes;
    starts[first + 3] = starts[first + 2]! + (isLarge(index) ? 24 : 16);
  }
  for (let index = 0; index < count; index += 1)
    starts[directory + index + 1] =
      starts[directory + index]! + CENTRAL_BYTES + nameBytes(index) + centralExtraBytes(index);
  const directoryStart = starts[directory]!;
  const directoryBytes = starts[end]! - directoryStart;
  const needs64 = count >= FULL_16 || directoryStart >= FULL_32 || directoryBytes >= FULL_32;
  starts[end + 1] = starts[end]! + END_BYTES + (needs64 ? END_64_BYTES : 0);

  const makeBefore = (index: number): Uint8Array =>
    record((put) => {
      const large = isLarge(index);
      put
        .u32(0x0403_4b50)
        .u16(large ? VERSION_64 : VERSION)
        .u16(FLAGS)
        .u16(0)
        .u16(DOS_TIME)
        .u16(DOS_DATE)
        .u32(0);
      put.u32(large ? FULL_32 : 0).u32(large ? FULL_32 : 0);
      put
        .u16(nameBytes(index))
        .u16(large ? LOCAL_EXTRA_64_BYTES : 0)
        .raw(names[index]!);
      if (large) put.u16(1).u16(16).u64(0).u64(0);
    });

  const makeBehind = (index: number, crcs: Uint32Array): Uint8Array =>
    record((put) => {
      const { bytes } = members[index]!;
      put.u32(0x0807_4b50).u32(crcs[index]!);
      if (isLarge(index)) put.u64(bytes).u64(bytes);
      else put.u32(bytes).u32(bytes);
    });

  const makeRow = (index: number, crcs: Uint32Array): Uint8Array =>
    record((put) => {
      const { bytes } = members[index]!;
      const large = isLarge(index);
      const far = isFar(index);
      const start = starts[index * PIECES_A_MEMBER]!;
      put
        .u32(0x0201_4b50)
        .u16(MADE_BY)
        .u16(large || far ? VERSION_64 : VERSION)
        .u16(FLAGS)
        .u16(0);
      put
        .u16(DOS_TIME)
        .u16(DOS_DATE)
        .u32(crcs[index]!)
        .u32(large ? FULL_32 : bytes)
        .u32(large ? FULL_32 : bytes);
      put.u16(nameBytes(index)).u16(centralExtraBytes(index)).u16(0).u16(0).u16(0).u32(FILE_MODE);
      put.u32(far ? FULL_32 : start).raw(names[index]!);
      if (large || far) put.u16(1).u16(centralExtraBytes(index) - 4);
      if (large) put.u64(bytes).u64(bytes);
      if (far) put.u64(start);
    });

  const makeEnd = (): Uint8Array =>
    record((put) => {
      if (needs64) {
        put.u32(0x0606_4b50).u64(44).u16(MADE_BY).u16(VERSION_64).u32(0).u32(0).u64(count).u64(count);
        put.u64(directoryBytes).u64(directoryStart);
        put.u32(0x0706_4b50).u32(0).u64(starts[end]!).u32(1);
      }
      const shownCount = Math.min(count, FULL_16);
      put.u32(0x0605_4b50).u16(0).u16(0).u16(shownCount).u16(shownCount);
      put.u32(Math.min(directoryBytes, FULL_32)).u32(Math.min(directoryStart, FULL_32)).u16(0);
    });

  /** Those of the zip's own making; null: the member itself. */
  function makerOf(piece: number): ((crcs: Uint32Array) => Uint8Array) | null {
    if (piece >= end) return makeEnd;
    if (piece >= directory) return (crcs) => makeRow(piece - directory, crcs);
    const index = Math.floor(piece / PIECES_A_MEMBER);
    const place = piece % PIECES_A_MEMBER;
    if (place === 0) return () => makeBefore(index);
    return place === 1 ? null : (crcs) => makeBehind(index, crcs);
  }

  return {
    bytes: starts[end + 1]!,
    memberCount: count,
    *segments(from, to) {
      for (let piece = lastNotAfter(starts, from); piece <= end && starts[piece]! < to; piece += 1) {
        const start = starts[piece]!;
        const first = Math.max(0, from - start);
        const last = Math.min(starts[piece + 1]!, to) - start;
        if (last <= first) continue;
        const maker = makerOf(piece);
        if (maker) yield { kind: "made", make: (crcs) => maker(crcs).subarray(first, last) };
        else yield { kind: "member", index: Math.floor(piece / PIECES_A_MEMBER), from: first, to: last };
      }
    },
  };
}

/** Index of the last entry that is not above `value`; entries ascend. */
function lastNotAfter(entries: Float64Array, value: number): number {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (entries[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  // Empty pieces begin where the next one does: none of them may be left out before it.
  while (low > 0 && entries[low - 1] === entries[low]) low -= 1;
  return low;
}

interface Put {
  u16(value: number): Put;
  u32(value: number): Put;
  u64(value: number): Put;
  raw(bytes: Uint8Array): Put;
}

/** Little-endian numbers, one after the other. */
function record(write: (put: Put) => void): Uint8Array {
  const bytes: number[] = [];
  const put: Put = {
    u16: (value) => number(value, 2),
    u32: (value) => number(value, 4),
    u64: (value) => number(value, 8),
    raw(more) {
      for (const byte of more) bytes.push(byte);
      return put;
    },
  };
  function number(value: number, length: number): Put {
    for (let rest = value, index = 0; index < length; index += 1) {
      bytes.push(rest % 256);
      rest = Math.floor(rest / 256);
    }
    return put;
  }
  write(put);
  return Uint8Array.from(bytes);
}
