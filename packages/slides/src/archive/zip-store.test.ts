/** Reading files out of a zip, from any writer. */
import { open } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { FileBytes } from "../bytes/file-bytes.ts";
import { buildZip, type ZipSpec } from "../testing/build-zip.ts";
import { seededRandom } from "../testing/pictures.ts";
import { temporarySlideFiles } from "../testing/slide-files.ts";
import type { EntryStore } from "./entry-store.ts";
import { ZipStore } from "./zip-store.ts";
import { ZipWriter } from "./zip-writer.ts";

const { fileOf } = temporarySlideFiles();

/** A local header with a name of one letter, and five bytes. */
const LOCAL_BYTES = 30 + 1 + 5;

async function withZip<Result>(zip: Buffer, use: (store: EntryStore) => Promise<Result>): Promise<Result> {
  const store = await ZipStore.open(await FileBytes.open(await fileOf(zip)));
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function noise(bytes: number, seed = 1): Buffer {
  const random = seededRandom(seed);
  return Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256)));
}

async function gather(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const gathered: Buffer[] = [];
  for await (const piece of pieces) gathered.push(piece);
  return Buffer.concat(gathered);
}

describe("a zip", () => {
  const small = noise(5000);
  const large = Buffer.concat([noise(70_000, 2), Buffer.alloc(3_000_000, 9)]);
  const entries: ZipSpec["entries"] = [
    { name: "folder/" },
    { name: "folder/Small.bin", contents: small },
    { name: "folder/deflated.bin", contents: small, isDeflated: true, hasDescriptor: true },
    { name: "large.bin", contents: large, isDeflated: true },
    { name: "extra.bin", contents: small, localExtra: Buffer.alloc(300) },
    { name: "empty", contents: Buffer.alloc(0) },
    { name: "empty-deflated", contents: Buffer.alloc(0), isDeflated: true },
  ];
  for (const isZip64 of [false, true]) {
    it(`${isZip64 ? "of 64 bits" : "of 32 bits"} returns its contents, completely, in parts, from the start`, () =>
      withZip(buildZip({ entries, isZip64, comment: "PK\x05\x06 in a comment" }), async (store) => {
        expect(store.count).toBe(6);
        expect(store.entries.map(({ path }) => path)).toEqual(entries.slice(1).map(({ name }) => name));
        for (const { name, contents, isDeflated = false } of entries.slice(1)) {
          const entry = store.find(name as string)!;
          expect(entry).toMatchObject({ bytes: contents!.length, isRandomAccess: !isDeflated });
          // Twice: after the first time the length of the extra fields is known.
          for (let turn = 0; turn < 2; turn++)
            expect((await store.readFully(entry, 2 ** 22)).equals(contents!)).toBe(true);
          expect((await gather(store.readPieces(entry))).equals(contents!)).toBe(true);
          expect((await store.readStart(entry, 100)).equals(contents!.subarray(0, 100))).toBe(true);
        }
        await store.checkEntries();
      }));
  }

  it("finds a file whatever its case, and no missing one", () =>
    withZip(buildZip({ entries: [...entries, { name: "Präparat/ÜBER.bin" }] }), async (store) => {
      expect(store.find("FOLDER/small.BIN")?.bytes).toBe(5000);
      expect(store.find("präparat/über.bin")?.bytes).toBe(0);
      expect(store.find("Pra\u0308parat/u\u0308ber.BIN")?.bytes).toBe(0);
      for (const name of ["folder", "folder/", "small.bin", "", "x".repeat(3000)])
        expect(store.find(name)).toBeUndefined();
    }));

  it("lists files by the end of their names, using little memory afterwards", () =>
    withZip(buildZip({ entries }), async (store) => {
      expect(store.listEndingWith(["small.bin", "empty"]).map(({ path }) => path)).toEqual([
        "folder/Small.bin",
        "empty",
      ]);
      store.forgetListing();
      expect(() => store.listEndingWith([".bin"])).toThrow();
      expect(store.find("empty")?.bytes).toBe(0);
    }));

  it("a stored file is read in place, a compressed one is not", () =>
    withZip(buildZip({ entries }), async (store) => {
      const bytes = await store.openBytes(store.find("folder/small.bin")!);
      expect(bytes.size).toBe(5000);
      expect((await bytes.read(4000, 1000)).equals(small.subarray(4000))).toBe(true);
      await expect(bytes.read(4000, 1001)).rejects.toMatchObject({ reason: "truncated" });
      await expect(store.openBytes(store.find("large.bin")!)).rejects.toMatchObject({ reason: "unsupported" });
    }));

  it("a file above the size limit is not read", () =>
    withZip(buildZip({ entries }), async (store) => {
      expect(() => store.readFully(store.find("large.bin")!, 1000)).toThrow(/larger than it can be/);
    }));

  it("detects changed contents, read completely and in parts", async () => {
    const zip = buildZip({
      entries: [
        { name: "a", contents: small },
        { name: "b", contents: large, isDeflated: true },
      ],
    });
    zip[100]! ^= 1;
    zip[30 + 1 + 5000 + 30 + 1 + 20_000]! ^= 1;
    await withZip(zip, async (store) => {
      for (const entry of store.entries) {
        await expect(store.readFully(entry, 2 ** 22)).rejects.toMatchObject({ reason: "damaged" });
        await expect(gather(store.readPieces(entry))).rejects.toMatchObject({ reason: "damaged" });
      }
    });
  });

  it("with more files than its 16-bit directory can count, as written by macOS", () => {
    const many = Array.from({ length: 65_540 }, (_, index) => ({ name: `${index}` }));
    return withZip(buildZip({ entries: many }), async (store) => {
      expect(store.count).toBe(65_540);
      expect(store.find("65539")?.bytes).toBe(0);
    });
  });

  it("of more than 4 GiB with 32-bit offsets, as written by macOS", async () => {
    const contents = [Buffer.from("first"), Buffer.from("other")];
    const zip = buildZip({
      entries: [
        { name: "a", contents: contents[0]!, lies: { offset: 100 } },
        { name: "b", contents: contents[1]!, lies: { offset: 50 } },
      ],
      lies: { directoryStart: 50 + LOCAL_BYTES },
    });
    const path = await fileOf(Buffer.alloc(0));
    const file = await open(path, "w");
    await file.write(zip, 0, LOCAL_BYTES, 100);
    await file.write(zip, LOCAL_BYTES, zip.length - LOCAL_BYTES, 2 ** 32 + 50);
    await file.close();
    const store = await ZipStore.open(await FileBytes.open(path));
    for (const [index, name] of ["a", "b"].entries()) {
      expect((await store.readFully(store.find(name)!, 10)).equals(contents[index]!)).toBe(true);
    }
    await store.close();
  });

  it("written by Parfocal with more files than 16 bits can count is read", async () => {
    const path = await fileOf(Buffer.alloc(0));
    const file = await open(path, "w");
    const writer = new ZipWriter(file);
    const piecesOf = async function* (...pieces: Buffer[]) {
      yield* pieces;
    };
    for (let index = 0; index < 65_600; index++) await writer.add(`${index}.bin`, 2, piecesOf(Buffer.from("ab")));
    await writer.add(
      "Präparat/large.bin",
      large.length,
      piecesOf(large.subarray(0, 2_000_000), large.subarray(2_000_000)),
    );
    await expect(writer.add("short", 3, piecesOf(Buffer.from("ab")))).rejects.toThrow(/shorter/);
    await writer.finish();
    await file.close();
    const store = await ZipStore.open(await FileBytes.open(path));
    expect(store.count).toBe(65_601);
    expect((await store.readFully(store.find("65599.bin")!, 9)).toString()).toBe("ab");
    expect((await store.readFully(store.find("präparat/large.bin")!, 2 ** 22)).equals(large)).toBe(true);
    await store.checkEntries();
    await store.close();
  });

  it("closed while a file is read is closed afterwards", async () => {
    const store = await ZipStore.open(await FileBytes.open(await fileOf(buildZip({ entries }))));
    const reading = store.readFully(store.find("extra.bin")!, 5000);
    await store.close();
    expect((await reading).equals(small)).toBe(true);
    await expect(store.readFully(store.find("extra.bin")!, 5000)).rejects.toThrow(/closed/);
  });
});
