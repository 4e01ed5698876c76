import type { EncodedImage } from "@parfocal/slides/slide-source.ts";
import { describe, expect, it } from "vitest";
import { RecentTiles } from "./recent-tiles.ts";

const KIB = 1024;

/** Reads tiles of 10 KiB each, and lists the keys of those that were read from the file. */
function readerOf(recent: RecentTiles, tileBytes = 10 * KIB) {
  const readFromFile: string[] = [];
  const read = (key: string) =>
    recent.read(key, async (): Promise<EncodedImage> => {
      readFromFile.push(key);
      return { bytes: Buffer.allocUnsafeSlow(tileBytes).fill(key), mediaType: "image/jpeg" };
    });
  return { readFromFile, read };
}

describe("recent tiles", () => {
  it("reads a tile from the file twice, then from memory", async () => {
    const { readFromFile, read } = readerOf(new RecentTiles());
    const first = await read("1/1/1/0/0/0");
    await read("1/1/1/0/0/0");
    const third = await read("1/1/1/0/0/0");
    expect(readFromFile).toEqual(["1/1/1/0/0/0", "1/1/1/0/0/0"]);
    expect(third.bytes.equals(first.bytes)).toBe(true);
  });

  it("reads each tile and each version of a slide for itself", async () => {
    const { readFromFile, read } = readerOf(new RecentTiles());
    for (const key of ["1/1/1/0/0/0", "1/1/2/0/0/0", "1/1/1/0/0/1"]) for (let i = 0; i < 3; i++) await read(key);
    expect(readFromFile).toHaveLength(6);
    expect((await read("1/1/2/0/0/0")).bytes.toString("latin1")).toContain("1/1/2/0/0/0");
  });

  it("stays within its memory and forgets what was not used for the longest time", async () => {
    const { readFromFile, read } = readerOf(new RecentTiles(30 * KIB));
    for (const key of ["a", "b", "c"]) for (let i = 0; i < 2; i++) await read(key);
    await read("a");
    for (let i = 0; i < 2; i++) await read("d");
    readFromFile.length = 0;
    for (const key of ["a", "c", "d"]) await read(key);
    expect(readFromFile).toEqual([]);
    await read("b");
    expect(readFromFile).toEqual(["b"]);
  });

  it("does not keep tiles that are read once, however many", async () => {
    const { readFromFile, read } = readerOf(new RecentTiles(30 * KIB));
    for (let i = 0; i < 2; i++) await read("a class looks at it");
    for (let i = 0; i < 5_000; i++) await read(`looked through ${i}`);
    readFromFile.length = 0;
    await read("a class looks at it");
    expect(readFromFile).toEqual([]);
  });

  it("keeps no tile of more than 512 KiB", async () => {
    const { readFromFile, read } = readerOf(new RecentTiles(), 513 * KIB);
    for (let i = 0; i < 4; i++) await read("large");
    expect(readFromFile).toHaveLength(4);
  });

  it("keeps nothing once it is cleared", async () => {
    const recent = new RecentTiles(30 * KIB);
    const { readFromFile, read } = readerOf(recent);
    for (const key of ["a", "b", "c"]) for (let i = 0; i < 2; i++) await read(key);
    recent.clear();
    readFromFile.length = 0;
    for (const key of ["a", "b", "c"]) for (let i = 0; i < 3; i++) await read(key);
    expect(readFromFile).toEqual(["a", "a", "b", "b", "c", "c"]);
  });

  it("keeps nothing of a read that failed", async () => {
    const recent = new RecentTiles();
    const failing = () => recent.read("a", () => Promise.reject(new Error("the file is gone")));
    await expect(failing()).rejects.toThrow("the file is gone");
    await expect(failing()).rejects.toThrow("the file is gone");
    const { readFromFile, read } = readerOf(recent);
    await read("a");
    expect(readFromFile).toEqual(["a"]);
  });
});
