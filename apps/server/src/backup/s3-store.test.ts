import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { S3Settings } from "#platform/s3/s3-client.ts";
import { type Fault, type S3StandIn, type SeenRequest, startS3StandIn } from "#testing/s3-stand-in.ts";
import { encryptedWith, KEY_BYTES, PLAIN } from "./backup-cipher.ts";
import { MissingError } from "./backup-store.ts";
import { readBackupStore } from "./read-backup-store.ts";
import { s3Store } from "./s3-store.ts";

const { signal } = new AbortController();
const PART_BYTES = 1_000;
/** The maximum time that this test waits for an answer. */
const TIMEOUT_MS = 1_000;

let standIn: S3StandIn;
beforeAll(async () => {
  standIn = await startS3StandIn();
});
afterAll(() => standIn.close());
beforeEach(() => {
  standIn.objects.clear();
  standIn.uploads.clear();
  standIn.seen.length = 0;
  standIn.fault = () => null;
  standIn.pageSize = 1_000;
});

const storeWith = (settings: Partial<S3Settings> = {}, lockTimes = { renewed: 20, expired: 60_000 }) =>
  s3Store({
    settings: {
      endpoint: standIn.endpoint,
      region: standIn.region,
      bucket: standIn.bucket,
      credentials: standIn.credentials,
      pauseMs: 1,
      timeoutMs: 30_000,
      ...settings,
    },
    prefix: "slides/",
    partBytes: PART_BYTES,
    lockTimes,
  });

const contentsOf = (bytes: number) => Buffer.from(Array.from({ length: bytes }, (_, index) => index % 251));
async function* piecesOf(contents: Buffer, pieceBytes = 300): AsyncGenerator<Buffer> {
  for (let at = 0; at < contents.length; at += pieceBytes) yield contents.subarray(at, at + pieceBytes);
}
async function read(key: string, store = storeWith()): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of store.read(key)) pieces.push(piece);
  return Buffer.concat(pieces);
}
async function keysIn(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storeWith().list(prefix)) keys.push(key);
  return keys;
}
/** For the first requests of this type, `times` in number. */
function failFor(isMeant: (request: SeenRequest) => boolean, fault: Fault, times = 1): void {
  let left = times;
  standIn.fault = (request) => {
    if (!isMeant(request) || left === 0) return null;
    left -= 1;
    return fault;
  };
}
const isPart = ({ method, query }: SeenRequest) => method === "PUT" && query.has("partNumber");

describe("contents", () => {
  it.each([0, 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES, 3_456])("of %i bytes can be read again", async (bytes) => {
    const contents = contentsOf(bytes);
    await storeWith().write("files/ab/name with a space+", piecesOf(contents), { signal });
    expect(await storeWith().bytesOf("files/ab/name with a space+")).toBe(bytes);
    expect((await read("files/ab/name with a space+")).equals(contents)).toBe(true);
    expect([...standIn.objects.keys()]).toEqual(["slides/files/ab/name with a space+"]);
    expect(standIn.seen.filter(isPart)).toHaveLength(bytes > PART_BYTES ? Math.ceil(bytes / PART_BYTES) : 0);
    expect(Math.max(...standIn.seen.map((request) => request.bytes))).toBeLessThanOrEqual(PART_BYTES);
  });

  it("are listed page by page, in the order of their keys, and are missing once removed", async () => {
    const store = storeWith();
    standIn.pageSize = 2;
    for (const key of ["files/c", "files/a", "backups/x", "files/b", "files/e", "files/d"])
      await store.write(key, piecesOf(contentsOf(3)), { signal });
    expect(await keysIn("files/")).toEqual(["files/a", "files/b", "files/c", "files/d", "files/e"]);
    await store.remove("files/a");
    await store.remove("files/a");
    expect(await keysIn("files/")).toHaveLength(4);
    expect(await store.bytesOf("files/a")).toBeNull();
    await expect(read("files/a")).rejects.toThrow(MissingError);
    await expect(read("files/a")).rejects.toThrow("s3://backups/slides/files/a is missing.");
  });

  it.each<Fault>([{ status: 503 }, "cut", "lost answer", { status: 422 }])(
    "are stored and read despite %j while writing, completing and reading",
    async (fault) => {
      const contents = contentsOf(2_500);
      const store = storeWith();
      for (const isMeant of [
        isPart,
        ({ method, query }: SeenRequest) => method === "POST" && query.has("uploadId"),
        ({ method }: SeenRequest) => method === "GET",
      ]) {
        failFor(isMeant, fault, 2);
        await store.write("large", piecesOf(contents), { signal });
        expect((await read("large")).equals(contents)).toBe(true);
      }
      expect(standIn.uploads.size).toBe(0);
    },
  );

  it("for a store that does not answer are sent again", async () => {
    failFor(({ method }) => method === "PUT", "silent");
    await storeWith({ timeoutMs: TIMEOUT_MS }).write("small", piecesOf(contentsOf(5)), { signal });
    expect(await keysIn("")).toEqual(["small"]);
  });

  it.each([500, 2_500])("of %i bytes that fail at their end are not stored, nor any part of them", async (bytes) => {
    const failing = async function* () {
      yield* piecesOf(contentsOf(bytes));
      throw new Error("of the disk");
    };
    await expect(storeWith().write("key", failing(), { signal })).rejects.toThrow("of the disk");
    expect([standIn.objects.size, standIn.uploads.size]).toEqual([0, 0]);
  });

  it("are not stored when the run is stopped; leftovers of a killed one are removed by the next", async () => {
    const stop = new AbortController();
    standIn.fault = (request) => {
      if (isPart(request) && request.query.get("partNumber") === "2") stop.abort(new Error("stopped"));
      return null;
    };
    const writing = storeWith().write("files/ab/key", piecesOf(contentsOf(2_500)), { signal: stop.signal });
    await expect(writing).rejects.toThrow("stopped");
    expect([standIn.objects.size, standIn.uploads.size]).toEqual([0, 0]);
    standIn.uploads.set("of a killed run", { key: "slides/files/ab/other", parts: new Map() });
    standIn.uploads.set("of another program", { key: "photos/1", parts: new Map() });
    await storeWith().tidy("files/");
    expect([...standIn.uploads.keys()]).toEqual(["of another program"]);
    standIn.fault = () => ({ status: 501, code: "NotImplemented" });
    await storeWith().tidy("files/");
  });
});

describe("an unusable store is reported without credentials:", () => {
  const messageOf = (settings: Partial<S3Settings>) =>
    keysOf(settings).then(
      () => "none",
      (error: unknown) => (error as Error).message,
    );
  const keysOf = async (settings: Partial<S3Settings>) => {
    for await (const _ of storeWith(settings).list("files/"));
  };

  it("missing bucket, wrong credentials, another region, no server", async () => {
    const wrong = { accessKeyId: "OTHER", secretAccessKey: "not-this-one" };
    const { accessKeyId } = standIn.credentials;
    const { host } = standIn.endpoint;
    const sentences = [
      [{ bucket: "nothing" }, `There is no bucket "nothing" at ${host}. Create it, or name another one.`],
      [{ credentials: wrong }, `${host} does not accept the credentials. Check AWS_ACCESS_KEY_ID and`],
      [{ credentials: { ...wrong, accessKeyId } }, `${host} does not accept the credentials. Check AWS_ACCESS`],
      [{ region: "elsewhere" }, "Set AWS_REGION to its region."],
      [{ endpoint: new URL("http://127.0.0.1:1") }, "127.0.0.1:1 cannot be reached"],
    ] as const;
    for (const [settings, sentence] of sentences) {
      const message = await messageOf(settings);
      expect(message).toContain(sentence);
      expect(message).not.toMatch(/not-this-one|OTHER|TESTKEY/);
    }
  });

  it("unavailable for longer than requests are retried", async () => {
    standIn.fault = () => ({ status: 503, code: "SlowDown" });
    const writing = storeWith().write("key", piecesOf(contentsOf(5)), { signal });
    await expect(writing).rejects.toThrow('answered 503 (SlowDown) to a request for the bucket "backups".');
    expect(standIn.seen).toHaveLength(5);
    standIn.fault = () => ({ status: 403, code: "AccessDenied" });
    await expect(storeWith().bytesOf("key")).rejects.toThrow("refuses access to the bucket");
    expect(standIn.seen).toHaveLength(6);
  });
});

describe("the lock", () => {
  it("is held by one at a time, renewed, and released", async () => {
    const lock = await storeWith().lock();
    await expect(storeWith().lock()).rejects.toThrow(
      /^Another backup is being written to s3:\/\/backups\/slides, by .+-\d+\. Try/,
    );
    const renewals = () => standIn.seen.filter(({ method, key }) => method === "PUT" && key.includes("locks/")).length;
    const before = renewals();
    await expect.poll(renewals).toBeGreaterThan(before + 1);
    await lock.release();
    expect(await keysIn("locks/")).toEqual([]);
    await (await storeWith().lock()).release();
  });

  it("of a killed run is taken over once it has expired", async () => {
    await storeWith({}, { renewed: 60_000, expired: 60_000 }).lock();
    const [name = ""] = [...standIn.objects.keys()];
    const left = standIn.objects.get(name);
    if (left) left.modifiedAt = new Date(Date.now() - 61_000);
    const lock = await storeWith().lock();
    expect(standIn.objects.has(name)).toBe(false);
    expect(lock.lost.aborted).toBe(false);
    await lock.release();
  });

  it("is lost if it could not be renewed for too long", async () => {
    const lock = await storeWith({}, { renewed: 20, expired: 200 }).lock();
    standIn.fault = () => ({ status: 403, code: "AccessDenied" });
    await expect.poll(() => lock.lost.aborted).toBe(true);
    expect((lock.lost.reason as Error).message).toContain("could not be reached for too long");
    await lock.release();
  });

  it("is given to at most one of several concurrent requests", async () => {
    const asked = await Promise.allSettled([storeWith().lock(), storeWith().lock(), storeWith().lock()]);
    const locks = asked.filter((each) => each.status === "fulfilled");
    expect(locks.length).toBeLessThanOrEqual(1);
    for (const { value } of locks) await value.release();
    await pause(1);
    await (await storeWith().lock()).release();
  });
});

describe("the location of backups", () => {
  const environment = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "hidden-word" };
  const key = encryptedWith(Buffer.alloc(KEY_BYTES, 7));
  const readStore = (target: string, more: NodeJS.ProcessEnv = {}, cipher = PLAIN) =>
    readBackupStore({ ...environment, ...more }, target, cipher);

  it("is a folder, or a bucket with or without a prefix", () => {
    expect(readStore("some/folder").folder).toMatch(/^\/.*some\/folder$/);
    expect(readStore("s3://my-bucket").title).toBe("s3://my-bucket");
    expect(readStore("s3://my-bucket/a//b/").addressOf("files/x")).toBe("s3://my-bucket/a/b/files/x");
  });

  it.each([
    ["s3://", "names no bucket. An address is written as in s3://bucket/prefix."],
    ["s3:bucket", "names no bucket"],
    ["s3:///prefix", "names no bucket"],
    ["s3://bucket/a/../b", "can have letters without accents"],
    ["s3://bucket/Präparate", "can have letters without accents"],
    ["https://bucket.example.edu/", "not at https://."],
  ])("cannot be %s", (target, sentence) => {
    expect(() => readStore(target)).toThrow(sentence);
  });

  it("can be another store than that of the files: then none of that store's settings is used", () => {
    const read = (more: NodeJS.ProcessEnv) => () => readStore("s3://bucket", more, key);
    const own = { PARFOCAL_BACKUP_ACCESS_KEY_ID: "id", PARFOCAL_BACKUP_SECRET_ACCESS_KEY: "secret" };
    expect(read({ ...own, PARFOCAL_BACKUP_S3_ENDPOINT: "ftp://x" })).toThrow("PARFOCAL_S3_ENDPOINT must be an address");
    expect(read({ ...own, PARFOCAL_S3_ENDPOINT: "ftp://x" })).not.toThrow();
    expect(read({ PARFOCAL_BACKUP_S3_ENDPOINT: "https://backups.example.edu" })).toThrow("Set AWS_ACCESS_KEY_ID");
  });

  it("needs credentials, and https unless contents are encrypted or stay on this machine", () => {
    const read =
      (more: NodeJS.ProcessEnv, cipher = PLAIN) =>
      () =>
        readStore("s3://bucket", more, cipher);
    expect(read({ AWS_SECRET_ACCESS_KEY: "" })).toThrow("Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
    const far = { PARFOCAL_S3_ENDPOINT: "http://s3.example.edu:9000" };
    expect(read(far)).toThrow(/^(?!.*hidden-word)Backups that are not encrypted are sent by https only/);
    expect(read(far, key)).not.toThrow();
    expect(read({ PARFOCAL_S3_ENDPOINT: "http://127.0.0.1:9000" })).not.toThrow();
    for (const wrong of ["s3.example.edu", "ftp://s3.example.edu", "https://id:word@s3.example.edu"])
      expect(read({ PARFOCAL_S3_ENDPOINT: wrong })).toThrow(/^PARFOCAL_S3_ENDPOINT must be an address/);
  });
});
