/** Debian's OpenSlide as an independent reader of the files that our writers create: their properties and pixels. */
import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { describe, it } from "vitest";
import { decodePicture, type RawPicture } from "../codec/raw-picture.ts";

const run = promisify(execFile);

/** A group of tests against OpenSlide; skipped, with a stated reason, if it is not installed. */
export function describeWithOpenSlide(what: string, tests: () => void): void {
  const isInstalled = spawnSync("openslide-show-properties", ["--version"]).error === undefined;
  describe(what, () => {
    if (isInstalled) tests();
    else it.skip("needs Debian's openslide-tools, which are not on this machine", () => {});
  });
}

/** OpenSlide's properties of a slide, by its own keys. */
export async function openSlideProperties(path: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await run("openslide-show-properties", [path]);
  return new Map(
    stdout.split("\n").flatMap((line) => {
      const [, key, value] = /^(\S+): '(.*)'$/.exec(line) ?? [];
      return key === undefined ? [] : [[key, value!] as const];
    }),
  );
}

/** A whole level as rendered by OpenSlide. @param from upper left corner, in full-resolution pixels. */
export async function openSlideLevel(
  path: string,
  level: number,
  { width, height }: { readonly width: number; readonly height: number },
  from: readonly [x: number, y: number] = [0, 0],
): Promise<RawPicture> {
  const written = `${path}.${level}.png`;
  await run("openslide-write-png", [path, ...[...from, level, width, height].map(String), written]);
  return decodePicture(await readFile(written));
}
