import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compressAssets } from "./compress-assets.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parfocal-assets-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("adds both compressed forms to files that become smaller, and none to others", async () => {
  const text = "export const answer = 42;\n".repeat(200);
  for (const name of ["app.js", "font.woff2", "app.js.map"]) writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, "small.css"), "a{}");
  await compressAssets(folder);
  expect(readdirSync(folder).sort()).toEqual([
    "app.js",
    "app.js.br",
    "app.js.gz",
    "app.js.map",
    "font.woff2",
    "small.css",
  ]);
  expect(brotliDecompressSync(readFileSync(join(folder, "app.js.br"))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(join(folder, "app.js.gz"))).toString()).toBe(text);
});
