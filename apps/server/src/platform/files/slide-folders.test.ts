import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeFully } from "./slide-folders.ts";

const TURNS = 20;
const WRITERS = 8;
const BYTES = 200_000;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("a small file with concurrent writers is complete at every moment, and no partial file is left", async () => {
  const path = join(folder, "thumbnail.jpg");
  const whole = (letter: number) => Buffer.alloc(BYTES, letter);
  await writeFully(path, whole(0));
  for (let turn = 0; turn < TURNS; turn += 1) {
    let isWriting = true;
    const writing = Promise.all(
      Array.from({ length: WRITERS }, (_, letter) => writeFully(path, whole(letter))),
    ).finally(() => {
      isWriting = false;
    });
    while (isWriting) {
      const seen = await readFile(path);
      expect(seen.equals(whole(seen[0] ?? WRITERS))).toBe(true);
    }
    await writing;
  }
  expect(await readdir(folder)).toEqual(["thumbnail.jpg"]);
});
