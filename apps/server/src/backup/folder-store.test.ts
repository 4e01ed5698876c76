import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { folderStore } from "./folder-store.ts";

const signal = new AbortController().signal;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parfocal-store-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const names = () => files().map(({ name }) => name);
const options = { signal, prefix: "files/", keyAtEnd: () => "files/ab/abcd" };

it("contents get their name only once complete; equal content is kept, content of another length is replaced", async () => {
  const store = folderStore(folder);
  const write = (...pieces: string[]) =>
    store.writeAndName?.(Readable.from(pieces.map((text) => Buffer.from(text))), options);
  await write("one ", "two");
  const path = join(folder, "files/ab/abcd");
  const { ino } = statSync(path);
  await write("one two");
  expect([readFileSync(path, "utf8"), statSync(path).ino, names()]).toEqual(["one two", ino, ["abcd"]]);
  await write("one two three");
  expect([readFileSync(path, "utf8"), names()]).toEqual(["one two three", ["abcd"]]);
});

it("contents that end with an error leave nothing", async () => {
  async function* failing() {
    yield Buffer.from("half");
    throw new Error("unreadable");
  }
  await expect(folderStore(folder).writeAndName?.(failing(), options)).rejects.toThrow("unreadable");
  expect(names()).toEqual([]);
});

it("a killed writer leaves no content, only a part, which is not listed and is removed by the next cleanup", async () => {
  const module = JSON.stringify(join(import.meta.dirname, "folder-store.ts"));
  const script = `
    import { folderStore } from ${module};
    async function* endless() {
      for (;;) {
        yield Buffer.alloc(65536, "x");
        process.stdout.write("written");
      }
    }
    const signal = new AbortController().signal;
    await folderStore(${JSON.stringify(folder)}).writeAndName(endless(), { signal, prefix: "files/", keyAtEnd: () => "files/ab/abcd" });
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  expect(names()).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.part$/)]);
  const store = folderStore(folder);
  for await (const { key } of store.list("files/")) throw new Error(`${key} is listed`);
  await store.tidy("files/");
  expect(names()).toEqual([]);
});
