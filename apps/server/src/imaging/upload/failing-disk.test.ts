/**
 * REL-07: the disk rejects one operation after the other. A chunk that could not be written is never acknowledged, an
 * acknowledged chunk is never missing, and a file that replaces another is the old or the new one, complete.
 *
 * Source: SQLite, "How SQLite is tested", I/O error tests: the n-th call fails, for each n.
 */
import { type FileHandle, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getUpload } from "@parfocal/core/upload/upload.contract.ts";
import { buildTiff } from "@parfocal/slides/testing/build-tiff.ts";
import { buildPicture } from "@parfocal/slides/testing/pictures.ts";
import { rawPage } from "@parfocal/slides/testing/slide-files.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { moveIntoPlace, writeFully } from "#platform/files/slide-folders.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { announce, finish, sendChunk, sha256Of } from "#testing/send-file.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

type Misfortune = "ENOSPC" | "EIO" | "EDQUOT";
const MISFORTUNES: readonly Misfortune[] = ["ENOSPC", "EIO", "EDQUOT"];

/** What the disk does: counts its operations and rejects one of them. */
const disk = vi.hoisted(() => ({
  operations: [] as string[],
  /** Paths. */
  synced: [] as string[],
  failAt: Number.POSITIVE_INFINITY,
  code: "EIO",
  /** Bytes that it accepts at a time. */
  maxAtOnce: Number.POSITIVE_INFINITY,
  /** null: no path is watched. */
  watched: null as RegExp | null,
}));

vi.mock("node:fs/promises", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:fs/promises")>();
  const METHODS = ["write", "writeFile", "datasync", "sync", "truncate"] as const;
  const pass = (name: string, path: unknown) => {
    if (!disk.watched?.test(String(path))) return;
    disk.operations.push(name);
    if (name === "sync") disk.synced.push(String(path));
    if (disk.operations.length === disk.failAt)
      throw Object.assign(new Error(`${disk.code}: ${name}`), { code: disk.code, syscall: name });
  };
  const open = async (path: string, ...more: unknown[]) => {
    pass("open", path);
    const handle = await (original.open as (...all: unknown[]) => Promise<FileHandle>)(path, ...more);
    for (const name of METHODS) {
      const method = (handle[name] as (...all: unknown[]) => Promise<unknown>).bind(handle);
      Object.assign(handle, {
        [name]: async (...parameters: unknown[]) => {
          pass(name, path);
          const [bytes, from, length, at] = parameters as [Buffer, number, number, number];
          if (name === "write") return method(bytes, from, Math.min(length, disk.maxAtOnce), at);
          return method(...parameters);
        },
      });
    }
    return handle;
  };
  const rename = async (from: string, to: string) => {
    pass("rename", to);
    return original.rename(from, to);
  };
  return { ...original, default: { ...original, open, rename }, open, rename };
});

function breakDisk(watched: RegExp, failAt: number, code: Misfortune = "EIO"): void {
  Object.assign(disk, { operations: [], synced: [], watched, failAt, code });
}

afterEach(() => {
  Object.assign(disk, {
    operations: [],
    watched: null,
    failAt: Number.POSITIVE_INFINITY,
    maxAtOnce: Number.POSITIVE_INFINITY,
  });
});

describe("a chunk", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  const FILE = buildTiff({ pages: [rawPage(buildPicture(150, 110))] });
  const PIECE_BYTES = 20_000;
  /** open, each write, datasync. */
  const OPERATIONS = 2 + Math.ceil(FILE.length / PIECE_BYTES);

  async function buildReceiving() {
    const site = await buildSite(server);
    const teacher = await buildUser(site, { role: "teacher" });
    const { id } = (await announce(server, teacher, { bytes: FILE.length })).answer;
    const send = async () => (await sendChunk(server, teacher, { id, number: 0, bytes: FILE })).status;
    const received = async () =>
      (await sendCall(server, getUpload, { as: teacher, params: { id: String(id) } })).answer.receivedChunks;
    return { site, teacher, id, send, received };
  }

  for (const code of MISFORTUNES) {
    it(`is acknowledged once it is written and synced, and at no operation before: ${code}`, async () => {
      const { site, teacher, id, send, received } = await buildReceiving();
      disk.maxAtOnce = PIECE_BYTES;
      for (let failAt = 1; failAt <= OPERATIONS; failAt += 1) {
        breakDisk(/uploads/, failAt, code);
        expect(await send(), `operation ${failAt} of ${disk.operations}`).toBe(code === "EIO" ? 500 : 507);
        expect(await received()).toEqual([]);
      }
      breakDisk(/uploads/, OPERATIONS + 1, code);
      expect(await send()).toBe(204);
      expect(disk.operations).toEqual(["open", ...Array(OPERATIONS - 2).fill("write"), "datasync"]);
      expect(await received()).toEqual([0]);
      expect((await readFile(server.platform.folders.upload(site.id, id))).equals(FILE)).toBe(true);
      expect((await finish(server, teacher, id, sha256Of(FILE))).answer.state).toBe("checking");
    });
  }

  it("an upload whose file cannot be created is not announced, and can be once there is space", async () => {
    const teacher = await buildUser(await buildSite(server), { role: "teacher" });
    for (const failAt of [1, 2, 3, 4]) {
      breakDisk(/uploads/, failAt, "ENOSPC");
      expect((await announce(server, teacher, { bytes: FILE.length })).status).toBe(507);
    }
    breakDisk(/uploads/, 5);
    expect((await announce(server, teacher, { bytes: FILE.length })).status).toBe(200);
    expect(disk.operations).toEqual(["open", "truncate", "open", "sync"]);
    expect(disk.synced).toEqual([server.platform.folders.uploads]);
  });
});

describe("a file that replaces another", () => {
  let folder: string;
  let target: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "parfocal-failing-"));
    target = join(folder, "slides", "thumbnail.jpg");
    await writeFully(target, Buffer.from("the old one"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const NEW = Buffer.from("the new one");

  it("in new folders: each of them is synced with its name in the one above, which existed", async () => {
    breakDisk(/parfocal-failing-/, Number.POSITIVE_INFINITY);
    await writeFully(join(folder, "media", "1", "2", "picture.jpg"), NEW);
    expect(disk.synced.toSorted()).toEqual([
      folder,
      join(folder, "media"),
      join(folder, "media", "1"),
      join(folder, "media", "1", "2"),
    ]);
  });

  const ways: [what: string, write: () => Promise<void>, operations: string[]][] = [
    ["written", () => writeFully(target, NEW), ["open", "writeFile", "datasync", "rename", "open", "sync"]],
    [
      "moved",
      async () => {
        const part = `${target}.1.part`;
        await writeFile(part, NEW);
        await moveIntoPlace(part, target);
      },
      ["open", "datasync", "rename", "open", "sync", "open", "sync"],
    ],
  ];
  for (const [what, write, operations] of ways) {
    it(`${what}: is the old or the new one, complete, wherever the disk fails, and the failure is reported`, async () => {
      const renamed = operations.indexOf("rename") + 1;
      for (let failAt = 1; failAt <= operations.length; failAt += 1) {
        await writeFully(target, Buffer.from("the old one"));
        breakDisk(/parfocal-failing-/, failAt);
        await expect(write()).rejects.toMatchObject({ code: "EIO" });
        disk.watched = null;
        expect(await readFile(target, "utf8")).toBe(failAt <= renamed ? "the old one" : "the new one");
        if (what === "written") expect(await readdir(join(folder, "slides"))).toEqual(["thumbnail.jpg"]);
      }
      breakDisk(/parfocal-failing-/, operations.length + 1);
      await write();
      expect(disk.operations).toEqual(operations);
      expect(await readFile(target)).toEqual(NEW);
    });
  }
});
