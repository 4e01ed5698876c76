import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BLOCK_BYTES, BlockCache } from "./block-cache.ts";
import { FileBytes } from "./file-bytes.ts";

let folder: string;
let file: FileBytes;
const bytes = Buffer.from(Array.from({ length: BLOCK_BYTES * 5 + 100 }, (_, i) => (i * 7 + (i >> 8)) % 256));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-pieces-"));
  await writeFile(join(folder, "file"), bytes);
  file = await FileBytes.open(join(folder, "file"));
});
afterAll(async () => {
  await file.close();
  await rm(folder, { recursive: true });
});

describe("BlockCache", () => {
  const places: [what: string, position: number, length: number][] = [
    ["at the start", 0, 8],
    ["up to the end of a block", BLOCK_BYTES - 8, 8],
    ["across two pieces", BLOCK_BYTES - 3, 8],
    ["several pieces", 10, BLOCK_BYTES * 3],
    ["the last bytes of the file", bytes.length - 4, 4],
  ];
  for (const [what, position, length] of places) {
    it(`reads ${what}, twice with the same result`, async () => {
      const pieces = new BlockCache(file, 2);
      const expected = bytes.subarray(position, position + length);
      expect((await pieces.read(position, length)).equals(expected)).toBe(true);
      expect((await pieces.read(position, length)).equals(expected)).toBe(true);
    });
  }

  it("returns the right bytes when blocks are evicted", async () => {
    const pieces = new BlockCache(file, 2);
    for (const index of [0, 1, 2, 3, 4, 0, 2, 1]) {
      const position = index * BLOCK_BYTES + 17;
      expect((await pieces.read(position, 4)).equals(bytes.subarray(position, position + 4))).toBe(true);
    }
  });

  for (const [position, length] of [
    [bytes.length - 3, 4],
    [bytes.length + 1000, 4],
    [-1, 4],
    [Number.NaN, 4],
  ] as const) {
    it(`rejects ${length} bytes at ${position}`, async () => {
      await expect(new BlockCache(file).read(position, length)).rejects.toMatchObject({ reason: "truncated" });
    });
  }
});
