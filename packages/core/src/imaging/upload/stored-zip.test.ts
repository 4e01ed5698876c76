import { describe, expect, it } from "vitest";
import { crc32 } from "./crc-32.ts";
import { planStoredZip, type ZipMember } from "./stored-zip.ts";
import { utf8Of } from "./utf-8.ts";

const textBytes = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));

describe("the checksum", () => {
  it("of 123456789 is the one in its definition", () => expect(crc32(textBytes("123456789"))).toBe(0xcbf4_3926));
  it("of no bytes is 0", () => expect(crc32(new Uint8Array())).toBe(0));
  it("can be continued", () => {
    const bytes = Uint8Array.from({ length: 1001 }, (_, index) => (index * 7919) & 255);
    for (const cut of [0, 1, 2, 3, 4, 500, 1001])
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(crc32(bytes));
  });
});

it("text with characters of one to four bytes is written as UTF-8", () => {
  expect([...utf8Of("aä€🔬")]).toEqual([0x61, 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x94, 0xac]);
});

const CONTENTS = [textBytes("first"), new Uint8Array(), textBytes("the third, a little longer")];
const MEMBERS: ZipMember[] = CONTENTS.map(({ length }, index) => ({ path: `slide/ü${index}.dcm`, bytes: length }));
const CRCS = Uint32Array.from(CONTENTS.map((content) => crc32(content)));

function bytesOf(from: number, to: number): Uint8Array {
  const parts = [...planStoredZip(MEMBERS).segments(from, to)].map((segment) =>
    segment.kind === "made" ? segment.make(CRCS) : CONTENTS[segment.index]!.subarray(segment.from, segment.to),
  );
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

describe("a zip without compression", () => {
  const whole = bytesOf(0, Number.MAX_SAFE_INTEGER);
  const view = new DataView(whole.buffer);

  it("is as long as stated", () => expect(whole.length).toBe(planStoredZip(MEMBERS).bytes));

  it("has each member at the offset in its directory, with its checksum before and after", () => {
    const end = whole.length - 22;
    expect(view.getUint32(end, true)).toBe(0x0605_4b50);
    expect(view.getUint16(end + 10, true)).toBe(MEMBERS.length);
    let row = view.getUint32(end + 16, true);
    for (const [index, content] of CONTENTS.entries()) {
      expect(view.getUint32(row, true)).toBe(0x0201_4b50);
      expect(view.getUint32(row + 16, true)).toBe(CRCS[index]);
      expect(view.getUint32(row + 24, true)).toBe(content.length);
      const nameBytes = view.getUint16(row + 28, true);
      const name = utf8Of(MEMBERS[index]!.path);
      expect(whole.slice(row + 46, row + 46 + nameBytes)).toEqual(name);
      const start = view.getUint32(row + 42, true);
      const data = start + 30 + name.length;
      expect(view.getUint32(start, true)).toBe(0x0403_4b50);
      expect(whole.slice(data, data + content.length)).toEqual(content);
      expect(view.getUint32(data + content.length, true)).toBe(0x0807_4b50);
      expect(view.getUint32(data + content.length + 4, true)).toBe(CRCS[index]);
      row += 46 + nameBytes;
    }
  });

  it("can be read in parts of any size", () => {
    for (const size of [1, 7, 30, 64, 1000]) {
      const parts: number[] = [];
      for (let from = 0; from < whole.length; from += size)
        parts.push(...bytesOf(from, Math.min(whole.length, from + size)));
      expect(Uint8Array.from(parts)).toEqual(whole);
    }
  });
});

it("a member of more than 4 GiB, and members after it, are written as zip64", () => {
  const zip = planStoredZip([
    { path: "large", bytes: 5 * 2 ** 30 },
    { path: "b", bytes: 1 },
  ]);
  const crcs = new Uint32Array(2);
  const directoryStart = zip.bytes - 22 - 76 - (46 + 5 + 20) - (46 + 1 + 12);
  const made = [...zip.segments(directoryStart, zip.bytes)].flatMap((segment) =>
    segment.kind === "made" ? [...segment.make(crcs)] : [],
  );
  const view = new DataView(Uint8Array.from(made).buffer);
  expect(view.getUint32(0, true)).toBe(0x0201_4b50);
  expect(view.getUint32(24, true)).toBe(0xffff_ffff);
  expect(view.getBigUint64(46 + 5 + 4, true)).toBe(5n * 2n ** 30n);
  const second = 46 + 5 + 20;
  expect(view.getUint32(second + 24, true)).toBe(1);
  expect(view.getUint32(second + 42, true)).toBe(0xffff_ffff);
  const offset = view.getBigUint64(second + 46 + 1 + 4, true);
  expect(offset).toBe(BigInt(30 + 5 + 20) + 5n * 2n ** 30n + 24n);
  const end64 = second + 46 + 1 + 12;
  expect(view.getUint32(end64, true)).toBe(0x0606_4b50);
  expect(view.getBigUint64(end64 + 48, true)).toBe(BigInt(directoryStart));
});

it("more members than 16 bits can count are counted in zip64", () => {
  const members = Array.from({ length: 70_000 }, (_, index) => ({ path: `${index}`, bytes: 0 }));
  const zip = planStoredZip(members);
  const [segment] = [...zip.segments(zip.bytes - 98, zip.bytes)];
  const end = segment?.kind === "made" ? segment.make(new Uint32Array(70_000)) : new Uint8Array();
  expect(new DataView(end.buffer, end.byteOffset).getBigUint64(24, true)).toBe(70_000n);
});
