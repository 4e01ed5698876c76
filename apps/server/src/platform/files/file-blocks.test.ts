import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileBytes } from "@parfocal/slides/bytes/file-bytes.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createDiskRoom, type DiskRoom } from "./disk-room.ts";
import { FileBlocks } from "./file-blocks.ts";

const BLOCK = 100;
const CONTENTS = Buffer.from(Array.from({ length: 1_234 }, (_, index) => index % 251));
const FILE = { name: "slides/1/7/original", version: '"a"', bytes: CONTENTS.length };

let root: string;
let count = 0;
const caches: FileBlocks[] = [];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parfocal-file-blocks-"));
});
afterAll(async () => {
  for (const cache of caches) await cache.settle();
  await rm(root, { recursive: true });
});

/** A store that records its requests. */
function buildCache({
  maxInMemory = 0,
  hasRoom = true,
  folder = join(root, String(count++)),
  room,
}: {
  maxInMemory?: number;
  hasRoom?: boolean;
  folder?: string;
  room?: DiskRoom;
} = {}) {
  const requested: string[] = [];
  let failure: Error | null = null;
  const written: number[] = [];
  const blocks = new FileBlocks({
    folder,
    blockBytes: BLOCK,
    maxInMemory,
    room: room ?? { hasRoom: () => hasRoom, noteWritten: (bytes) => written.push(bytes) },
    async fetch(_, { start, end }) {
      requested.push(`${start}-${end}`);
      await null;
      if (failure) throw failure;
      return Buffer.from(CONTENTS.subarray(start, end + 1));
    },
  });
  caches.push(blocks);
  const open = (file = FILE) => FileBytes.of(blocks.bytesOf(file));
  const files = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  };
  const expectStored = async (number: number) => {
    await blocks.settle();
    expect(await files()).toHaveLength(number);
  };
  const fail = (error: Error | null) => {
    failure = error;
  };
  return { requested, written, open, files, expectStored, fail, folder, blocks };
}
const expectPart = async (file: FileBytes, position: number, length: number) =>
  expect((await file.read(position, length)).equals(CONTENTS.subarray(position, position + length))).toBe(true);

it.each([
  ["within a block", 110, 20],
  ["a whole block", 200, 100],
  ["across blocks", 90, 330],
  ["the end", 1_200, 34],
  ["everything", 0, 1_234],
])(
  "%s has the content of the store: on the first read, from the folder, and from memory",
  async (_, position, length) => {
    const { open, expectStored, requested, folder } = buildCache({ maxInMemory: 20 });
    await expectPart(open(), position, length);
    await expectStored(Math.ceil((position + length) / BLOCK) - Math.floor(position / BLOCK));
    await expectPart(open(), position, length);
    expect(requested).toHaveLength(Math.ceil(length / (8 * BLOCK)));
    const next = buildCache({ folder });
    await expectPart(next.open(), position, length);
    expect(next.requested).toEqual([]);
  },
);

it("concurrent readers of a block share one request, and neighbours are requested together", async () => {
  const { open, requested, expectStored } = buildCache();
  await Promise.all(Array.from({ length: 30 }, () => expectPart(open(), 310, 20)));
  expect(requested).toEqual(["300-399"]);
  await expectStored(1);
  requested.length = 0;
  await expectPart(open(), 0, 700);
  expect(requested.toSorted()).toEqual(["0-299", "400-699"]);
});

it("nothing is read past the end, or for zero bytes", async () => {
  const { open, requested } = buildCache();
  await expect(open().read(1_230, 5)).rejects.toMatchObject({ reason: "truncated" });
  expect((await open().read(1_234, 0)).length).toBe(0);
  expect(requested).toEqual([]);
});

it("a block truncated or altered on disk is read from the store again", async () => {
  const { open, requested, files, expectStored } = buildCache();
  await expectPart(open(), 0, 200);
  await expectStored(2);
  const [one = "", other = ""] = await files();
  await truncate(one, 50);
  const bytes = await readFile(other);
  bytes.writeUInt8(bytes.readUInt8(7) ^ 1, 7);
  await writeFile(other, bytes);
  await expectPart(open(), 0, 200);
  expect(requested).toEqual(["0-199", "0-199"]);
});

it.each([
  ["from the folder", 0],
  ["from memory", 20],
])("a new version never gets blocks of the former one (%s), which are deleted", async (_, maxInMemory) => {
  const { open, requested, files, expectStored, blocks } = buildCache({ maxInMemory });
  await expectPart(open(), 0, 300);
  await expectStored(3);
  const before = await files();
  const next = open({ ...FILE, version: '"b"' });
  await expectPart(next, 0, 10);
  expect(requested).toEqual(["0-299", "0-99"]);
  await blocks.settle();
  expect(await files()).toHaveLength(1);
  expect(before).not.toContain((await files())[0]);
});

it("cached blocks are deleted with their file, and those of files removed by others on request", async () => {
  const { open, requested, files, expectStored, blocks } = buildCache({ maxInMemory: 20 });
  const named = (name: string) => ({ ...FILE, name });
  const names = ["slides/1/7/original", "slides/1/7/pyramid.tif", "slides/1/70/original", "slides/2/8/original"];
  for (const name of names) await expectPart(open(named(name)), 0, 10);
  await expectStored(4);
  const storedNames = async () =>
    (await files()).map((path) => names.find((name) => path.includes(`/${name}/`))).toSorted();
  await blocks.forget("slides/1/7/pyramid.tif");
  expect(await storedNames()).toEqual([names[0], names[2], names[3]]);
  await blocks.forgetGone("slides/1/", (part) => part === "70");
  await blocks.forgetGone("slides/3/", () => false);
  expect(await storedNames()).toEqual([names[2], names[3]]);
  requested.length = 0;
  for (const name of names) await expectPart(open(named(name)), 0, 10);
  expect(requested).toEqual(["0-99", "0-99"]);
});

it("the folder never exceeds its limit", async () => {
  const maxBytes = 12 * (BLOCK + 4);
  const folder = join(root, String(count++));
  const room = createDiskRoom(root, async () => [folder], { maxBytes, reservedBytes: 0 });
  const { open, files, blocks } = buildCache({ folder, room });
  let storedCount = 0;
  for (let round = 0; round < 20; round += 1) {
    // From a separate slide.
    await expectPart(open({ ...FILE, name: `slides/1/${round}/original` }), 0, 1_234);
    await blocks.settle();
    storedCount = (await files()).length;
    expect(storedCount * BLOCK).toBeLessThanOrEqual(maxBytes);
    await room.sweep();
  }
  expect(storedCount).toBeGreaterThan(0);
});

it("without disk space nothing is cached", async () => {
  const { open, requested, files, written } = buildCache({ hasRoom: false });
  await expectPart(open(), 0, 10);
  await expectPart(open(), 0, 10);
  expect([requested, await files(), written]).toEqual([["0-99", "0-99"], [], []]);
});

it("a failure of the store reaches all waiting readers, and the next reader tries again", async () => {
  const { open, requested, fail } = buildCache();
  fail(new Error("away"));
  const reads = await Promise.allSettled([open().read(0, 10), open().read(5, 300)]);
  expect(reads.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  // The shared block's failure ends the second read, whose own request may come later.
  await vi.waitFor(() => expect(requested.toSorted()).toEqual(["0-99", "100-399"]));
  fail(null);
  await expectPart(open(), 0, 10);
  expect(requested.toSorted()).toEqual(["0-99", "0-99", "100-399"]);
});
