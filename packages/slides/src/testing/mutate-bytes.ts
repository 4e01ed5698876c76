/** Damages a file, reproducibly for the same random numbers: like a bad disk, a broken transfer or an attacker. */

/** Numbers that are critical as lengths, counts and positions. */
const TELLING_NUMBERS = [
  0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
];

/** Where formats store structural data: at the start, and often at the end. */
const HEAD_BYTES = 1024;
const TAIL_BYTES = 4096;

interface Mutation {
  readonly name: string;
  /** Changes `bytes`, or returns other bytes. */
  readonly apply: (bytes: Buffer, random: () => number) => Buffer;
}

const MUTATIONS: readonly Mutation[] = [
  { name: "some bits flipped", apply: flipBits },
  { name: "some bytes exchanged", apply: exchangeBytes },
  { name: "a significant number", apply: writeSignificantNumber },
  { name: "a significant number", apply: writeSignificantNumber },
  { name: "a part copied elsewhere", apply: copyPart },
  { name: "a part of zeros", apply: clearPart },
  { name: "a part taken out", apply: removePart },
  { name: "its end cut off", apply: cutEnd },
];

/**
 * Returns a damaged copy.
 *
 * @param random returns numbers from 0 up to 1: `seededRandom`, so that the damage is reproducible.
 */
export function mutated(original: Buffer, random: () => number): { readonly bytes: Buffer; readonly how: string } {
  const { name, apply } = MUTATIONS[Math.floor(random() * MUTATIONS.length)]!;
  return { bytes: apply(Buffer.from(original), random), how: name };
}

/** A position in the file: with probability 1/3 each near its start, near its end, or anywhere. */
function placeIn(bytes: Buffer, random: () => number): number {
  const where = random();
  if (where < 1 / 3) return Math.floor(random() * Math.min(HEAD_BYTES, bytes.length));
  if (where < 2 / 3) return bytes.length - 1 - Math.floor(random() * Math.min(TAIL_BYTES, bytes.length));
  return Math.floor(random() * bytes.length);
}

function flipBits(bytes: Buffer, random: () => number): Buffer {
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) {
    bytes[placeIn(bytes, random)]! ^= 1 << Math.floor(random() * 8);
  }
  return bytes;
}

function exchangeBytes(bytes: Buffer, random: () => number): Buffer {
  for (let left = 1 + Math.floor(random() * 8); left > 0; left--) {
    bytes[placeIn(bytes, random)] = Math.floor(random() * 256);
  }
  return bytes;
}

function writeSignificantNumber(bytes: Buffer, random: () => number): Buffer {
  const number = Buffer.alloc(8);
  const value = TELLING_NUMBERS[Math.floor(random() * TELLING_NUMBERS.length)]!;
  const size = [1, 2, 4, 8][Math.floor(random() * 4)]!;
  const isLittleEndian = random() < 0.5;
  if (isLittleEndian) number.writeUInt32LE(value);
  else number.writeUInt32BE(value, 4);
  const part = isLittleEndian ? number.subarray(0, size) : number.subarray(8 - size);
  part.copy(bytes, placeIn(bytes, random));
  return bytes;
}

function copyPart(bytes: Buffer, random: () => number): Buffer {
  const start = placeIn(bytes, random);
  bytes.copy(bytes, placeIn(bytes, random), start, start + 1 + Math.floor(random() * 64));
  return bytes;
}

function clearPart(bytes: Buffer, random: () => number): Buffer {
  const start = placeIn(bytes, random);
  return bytes.fill(0, start, Math.min(bytes.length, start + 1 + Math.floor(random() * 64)));
}

function removePart(bytes: Buffer, random: () => number): Buffer {
  const start = placeIn(bytes, random);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + 1 + Math.floor(random() * 64))]);
}

function cutEnd(bytes: Buffer, random: () => number): Buffer {
  return bytes.subarray(0, placeIn(bytes, random));
}
