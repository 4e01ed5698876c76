import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { weighFirstTileScripts } from "./first-tile-scripts.ts";

const dist = mkdtempSync(join(tmpdir(), "parfocal-scripts-"));
afterAll(() => rmSync(dist, { recursive: true }));

function writeBuild(files: Readonly<Record<string, string>>): void {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(join(dist, "assets"), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dist, path), text);
}

const PAGE = `<script src="/first-paint.js"></script><script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" href="/assets/shared-1.js">`;

describe("the scripts that the first tile waits for", () => {
  it("are the page's, the slide screen's and what they import at once, each counted once", () => {
    writeBuild({
      "index.html": PAGE,
      "first-paint.js": "1",
      "assets/index-1.js": `import{a as b}from"./shared-1.js";import"./effects-1.js";const c=()=>import("./later-1.js")`,
      "assets/SlidePage-a_B-1.js": `import{a}from "./shared-1.js";import * as v from'./viewer.core-1.js';export*from"./more-1.js"`,
      "assets/shared-1.js": `import"./index-1.js"`,
      "assets/effects-1.js": "",
      "assets/viewer.core-1.js": "",
      "assets/more-1.js": "",
      "assets/later-1.js": `import"./much-1.js"`,
      "assets/much-1.js": "",
    });
    expect(
      weighFirstTileScripts(dist)
        .map(({ path }) => path.replace("assets/", ""))
        .sort(),
    ).toEqual([
      "SlidePage-a_B-1.js",
      "effects-1.js",
      "first-paint.js",
      "index-1.js",
      "more-1.js",
      "shared-1.js",
      "viewer.core-1.js",
    ]);
  });

  it("cannot be counted where the slide screen has another name", () => {
    writeBuild({ "index.html": PAGE, "assets/index-1.js": "" });
    expect(() => weighFirstTileScripts(dist)).toThrow("holds no SlidePage");
  });
});
