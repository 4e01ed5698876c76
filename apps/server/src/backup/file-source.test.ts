/** Concurrent reads and writes during a backup of files, counted by a store of files and a store of backups. */
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FileStore } from "#platform/files/file-store.ts";
import { folderFiles } from "#platform/files/folder-files.ts";
import { PLAIN } from "./backup-cipher.ts";
import { contentKey, isStored, type KeptFile } from "./backup-format.ts";
import type { BackupStore } from "./backup-store.ts";
import { folderSource, storeSource } from "./file-source.ts";
import { folderStore } from "./folder-store.ts";
import { StoredContents } from "./kept-files.ts";

const BOUNDS = { maxItems: 4, maxBytes: 1_000 };
const LARGE = "media/1/05-large";
const FILES: ReadonlyMap<string, string> = new Map([
  ...Array.from({ length: 30 }, (_, index) => {
    const name = `media/1/${String(index).padStart(2, "0")}`;
    return [name, `contents of ${name}`] as const;
  }),
  [LARGE, "x".repeat(5_000)],
  ...Array.from({ length: 4 }, (_, index) => [`slides/1/${index}/original`, "equal contents"] as const),
]);

let root: string;
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parfocal-file-source-"));
});
afterAll(() => rm(root, { recursive: true }));

/** Records concurrent work. */
function createCount() {
  const running: string[] = [];
  const together: string[][] = [];
  return {
    together,
    running,
    async during<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      running.push(name);
      together.push([...running]);
      try {
        await pause(2);
        return await work();
      } finally {
        running.splice(running.indexOf(name), 1);
      }
    },
  };
}

async function createSources(fails: (name: string) => boolean = () => false) {
  count += 1;
  const [dataFolder, target] = [join(root, `data-${count}`), join(root, `target-${count}`)];
  for (const [name, text] of FILES) {
    await mkdir(join(dataFolder, name, ".."), { recursive: true });
    await writeFile(join(dataFolder, name), text);
  }
  const [reads, writes] = [createCount(), createCount()];
  const files: FileStore = {
    ...folderFiles(dataFolder),
    async *list(prefix) {
      for (const [name, { length: bytes }] of [...FILES].toSorted(([a], [b]) => (a < b ? -1 : 1)))
        if (name.startsWith(prefix)) yield { name, bytes, ageMs: 0, version: `"${name}"` };
    },
    withLocal: (name, work) =>
      reads.during(name, async () => {
        if (fails(name)) throw new Error(`${name} cannot be read.`);
        return work(join(dataFolder, name));
      }),
  };
  const folder = folderStore(target);
  const store: BackupStore = {
    ...folder,
    // As in an S3 store.
    writeAndName: null,
    write: (key, contents, options) => writes.during(key, () => folder.write(key, contents, options)),
  };
  const keeping = {
    store,
    cipher: PLAIN,
    contents: new StoredContents(),
    copies: join(dataFolder, "copies"),
    signal: new AbortController().signal,
  };
  return { dataFolder, target, reads, writes, files, keeping };
}

async function keptBy(kept: AsyncIterable<KeptFile>): Promise<KeptFile[]> {
  const all: KeptFile[] = [];
  for await (const file of kept) all.push(file);
  return all;
}
const most = (together: readonly string[][]) => Math.max(...together.map(({ length }) => length));
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

it.each(["a bucket", "a folder"])(
  "files of %s: several at once, within the limit, a large one alone; in order, equal contents stored once",
  async (place) => {
    const { dataFolder, reads, writes, files, keeping } = await createSources();
    const source =
      place === "a bucket" ? storeSource(files, keeping, BOUNDS) : folderSource(dataFolder, keeping, BOUNDS);
    await source.hold();
    const kept = await keptBy(source.keepAll(new Map()));
    await source.release();
    const names = [...FILES.keys()].toSorted();
    expect(kept.map(({ path }) => path)).toEqual(names);
    for (const file of kept) expect(isStored(file) && file.sha256).toBe(sha256(FILES.get(file.path) ?? ""));
    expect(most(writes.together)).toBeGreaterThan(1);
    expect(most(writes.together)).toBeLessThanOrEqual(BOUNDS.maxItems);
    const large = contentKey(sha256(FILES.get(LARGE) ?? ""));
    expect(writes.together.filter((keys) => keys.includes(large))).toEqual([[large]]);
    const equal = contentKey(sha256("equal contents"));
    expect(writes.together.filter((keys) => keys.at(-1) === equal)).toHaveLength(1);
    if (place === "a folder") return;
    expect(most(reads.together)).toBe(BOUNDS.maxItems);
    expect(reads.together.filter((each) => each.includes(LARGE))).toEqual([[LARGE]]);
  },
);

it("a file that fails ends the backup with its error: no other is started, none is still running, nothing is left", async () => {
  const failing = "media/1/07";
  const { dataFolder, target, reads, writes, files, keeping } = await createSources((name) => name === failing);
  const source = storeSource(files, keeping, BOUNDS);
  await expect(keptBy(source.keepAll(new Map()))).rejects.toThrow(`${failing} cannot be read.`);
  expect([reads.running, writes.running]).toEqual([[], []]);
  const started = reads.together.length;
  await source.release();
  expect(reads.together.length).toBe(started);
  expect(started).toBeLessThan(FILES.size / 2);
  const left = await readdir(target, { recursive: true });
  expect(left.filter((name) => name.endsWith(".part"))).toEqual([]);
  expect(await readdir(dataFolder)).not.toContain("copies");
});
