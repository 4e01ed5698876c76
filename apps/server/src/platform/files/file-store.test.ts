import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Fault, type S3StandIn, startS3StandIn } from "#testing/s3-stand-in.ts";
import { createDiskRoom } from "./disk-room.ts";
import type { FileStore } from "./file-store.ts";
import { folderFiles } from "./folder-files.ts";
import { readFilesPlace } from "./open-file-store.ts";
import { s3Files } from "./s3-files.ts";

const PART_BYTES = 1_000;
let root: string;
let standIn: S3StandIn;
let number = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parfocal-file-store-"));
  standIn = await startS3StandIn();
});
afterAll(async () => {
  await standIn.close();
  await rm(root, { recursive: true });
});
beforeEach(() => {
  number += 1;
  standIn.seen.length = 0;
  standIn.fault = () => null;
});

const partFolder = () => join(root, `parts-${number}`);
const inS3 = (settings: { bucket?: string; timeoutMs?: number; secretAccessKey?: string } = {}): FileStore => {
  const { endpoint, region, credentials } = standIn;
  const { bucket = standIn.bucket, timeoutMs = 30_000, secretAccessKey = credentials.secretAccessKey } = settings;
  const times = { pauseMs: 1, timeoutMs, slowestBytesPerMs: 100_000 };
  return s3Files({
    settings: { endpoint, region, bucket, credentials: { ...credentials, secretAccessKey }, ...times },
    prefix: `test-${number}/`,
    partFolder: partFolder(),
    blockCache: { folder: partFolder(), room: createDiskRoom(root, async () => [], { maxBytes: 0 }) },
    partBytes: PART_BYTES,
    times,
  });
};
const contentsOf = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));

async function keepContents(store: FileStore, name: string, contents: Buffer): Promise<string> {
  const part = await store.partFor(name);
  await writeFile(part, contents);
  await store.keep(name, part);
  return part;
}
async function allOf(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
async function namesIn(store: FileStore, prefix: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names.toSorted();
}

describe.each([
  ["a folder", () => folderFiles(join(root, `folder-${number}`))],
  ["an S3 store", () => inS3()],
])("files in %s", (_, open) => {
  it.each([0, 1, PART_BYTES, 3_456])("of %i bytes are read back, completely and in parts", async (bytes) => {
    const store = open();
    const contents = contentsOf(bytes);
    const part = await keepContents(store, "media/1/a", contents);
    await expect(readdir(join(part, ".."))).resolves.not.toContain(part.split("/").at(-1));
    expect((await store.factsOf("media/1/a"))?.bytes).toBe(bytes);
    expect((await allOf(store.read("media/1/a"))).equals(contents)).toBe(true);
    expect((await store.readWhole("media/1/a"))?.equals(contents)).toBe(true);
    if (bytes < PART_BYTES) return;
    const [start, end] = [7, bytes - 2];
    expect((await allOf(store.read("media/1/a", { start, end }))).equals(contents.subarray(start, end + 1))).toBe(true);
  });

  it("that are written again are replaced, and have another version", async () => {
    const store = open();
    await store.write("media/1/a", contentsOf(10));
    const before = await store.factsOf("media/1/a");
    expect(await store.factsOf("media/1/a")).toEqual(before);
    await store.write("media/1/a", contentsOf(11));
    expect((await store.factsOf("media/1/a"))?.version).not.toBe(before?.version);
    await keepContents(store, "media/1/a", contentsOf(12));
    expect((await store.readWhole("media/1/a"))?.length).toBe(12);
  });

  it("have a second name that is kept when the first is removed", async () => {
    const store = open();
    await store.write("media/1/a b", contentsOf(10));
    expect(await store.copy("media/1/a b", "attachments/1/b")).toBe(true);
    await store.remove("media/1/a b");
    expect((await store.readWhole("attachments/1/b"))?.equals(contentsOf(10))).toBe(true);
    expect(await store.copy("media/1/a b", "attachments/1/c")).toBe(false);
    expect(await namesIn(store, "attachments/1/")).toEqual(["attachments/1/b"]);
  });

  it("are listed below a prefix with size and age, and not listed once removed", async () => {
    const store = open();
    for (const name of ["media/1/a", "media/1/b", "media/11/a", "slides/1/7/original"])
      await store.write(name, contentsOf(3));
    const listed = [];
    for await (const file of store.list("media/1/")) listed.push(file);
    expect(listed.map(({ name }) => name).toSorted()).toEqual(["media/1/a", "media/1/b"]);
    expect(listed[0]).toMatchObject({ bytes: 3 });
    expect(Math.abs(listed[0]?.ageMs ?? Number.NaN)).toBeLessThan(60_000);
    expect(await namesIn(store, "slides/")).toEqual(["slides/1/7/original"]);
    await store.remove("media/1/a");
    await store.remove("media/1/a");
    expect(await namesIn(store, "media/1/")).toEqual(["media/1/b"]);
    expect(await namesIn(store, "nothing/")).toEqual([]);
  });

  it("that are missing differ from a store that is unavailable", async () => {
    const store = open();
    expect(await store.factsOf("media/1/a")).toBeNull();
    expect(await store.readWhole("media/1/a")).toBeNull();
    await expect(allOf(store.read("media/1/a"))).rejects.not.toMatchObject({ kind: "unavailable" });
  });

  it("can be written to", () => open().check());
});

describe("an S3 store", () => {
  it.each<Fault>([{ status: 503 }, { status: 403, code: "AccessDenied" }, "cut", "silent"])(
    "that answers %j is unavailable, and a file that could not be stored stays on this machine",
    async (fault) => {
      const store = inS3({ timeoutMs: 50 });
      const part = await store.partFor("media/1/a");
      await writeFile(part, contentsOf(2_500));
      standIn.fault = () => fault;
      const unavailable = {
        kind: "unavailable",
        message: "The server cannot reach its file store. Try again in a moment.",
      };
      await expect(store.keep("media/1/a", part)).rejects.toMatchObject(unavailable);
      await expect(store.write("media/1/a", contentsOf(3))).rejects.toMatchObject(unavailable);
      await expect(store.factsOf("media/1/a")).rejects.toMatchObject(unavailable);
      await expect(store.readWhole("media/1/a")).rejects.toMatchObject(unavailable);
      await expect(allOf(store.read("media/1/a"))).rejects.toMatchObject(unavailable);
      await expect(namesIn(store, "media/")).rejects.toMatchObject(unavailable);
      await expect(store.copy("media/1/a", "media/1/b")).rejects.toMatchObject(unavailable);
      standIn.fault = () => null;
      await store.keep("media/1/a", part);
      expect((await store.readWhole("media/1/a"))?.length).toBe(2_500);
      expect(await readdir(partFolder())).toEqual([]);
    },
  );

  it("reports errors at startup, without credentials", async () => {
    const sentenceOf = (store: FileStore) =>
      store.check().then(
        () => "none",
        (error: unknown) => (error as Error).message,
      );
    expect(await sentenceOf(inS3({ bucket: "nothing" }))).toMatch(/^There is no bucket "nothing" at .*\. Create it/);
    expect(await sentenceOf(inS3({ secretAccessKey: "not-this-one" }))).toMatch(/does not accept the credentials\./);
    standIn.fault = ({ method }) => (method === "PUT" ? { status: 403, code: "AccessDenied" } : null);
    expect(await sentenceOf(inS3())).toMatch(/refuses access|must be able to list, read, write/);
    standIn.fault = () => null;
    await inS3().check();
    expect([...standIn.objects.keys()].filter((key) => key.startsWith(`test-${number}/`))).toEqual([]);
  });
});

describe("FILES_URL", () => {
  const environment = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "hidden-word" };
  const read = (FILES_URL: string, more: NodeJS.ProcessEnv = {}) =>
    readFilesPlace({ ...environment, ...more, FILES_URL });

  it("names a bucket and a prefix; without it files are in the data folder", () => {
    expect(readFilesPlace({})).toBeNull();
    expect(read("")).toBeNull();
    expect(read("s3://slides/a/b")).toMatchObject({ prefix: "a/b/", settings: { bucket: "slides" } });
  });

  it.each([
    ["/some/folder", "FILES_URL must be an address as in s3://bucket/prefix."],
    ["https://bucket.example.edu", "FILES_URL must be an address as in s3://bucket/prefix."],
    ["s3://", "names no bucket"],
  ])("cannot be %s", (address, sentence) => {
    expect(() => read(address)).toThrow(sentence);
  });

  it("requires credentials, and https unless the store is on this machine", () => {
    expect(() => read("s3://slides", { AWS_ACCESS_KEY_ID: "" })).toThrow("Set AWS_ACCESS_KEY_ID");
    expect(() => read("s3://slides", { PARFOCAL_S3_ENDPOINT: "http://s3.example.edu" })).toThrow("by https only");
    expect(() => read("s3://slides", { PARFOCAL_S3_ENDPOINT: "http://127.0.0.1:9000" })).not.toThrow();
  });
});
