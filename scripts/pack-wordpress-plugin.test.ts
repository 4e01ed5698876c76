import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { PLUGIN_FOLDER, packWordpressPlugin } from "./pack-wordpress-plugin.ts";

const folder = mkdtempSync(join(tmpdir(), "parfocal-plugin-"));
afterAll(() => rmSync(folder, { recursive: true }));

it("the packed plugin has each of its files, and the same bytes each time", async () => {
  const [one, two] = [join(folder, "one.zip"), join(folder, "two.zip")];
  await packWordpressPlugin(one);
  await packWordpressPlugin(two);
  const bytes = readFileSync(one);
  expect(bytes.equals(readFileSync(two))).toBe(true);
  const files = readdirSync(PLUGIN_FOLDER, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(9);
  // Entries are stored as they are.
  for (const { parentPath, name } of files)
    expect(bytes.includes(readFileSync(join(parentPath, name))), name).toBe(true);
  expect(bytes.includes("parfocal/parfocal.php")).toBe(true);
});
