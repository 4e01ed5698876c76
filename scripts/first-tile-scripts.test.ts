import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { weighFirstTileScripts } from "./first-tile-scripts.ts";

const dist = mkdtempSync(join(tmpdir(), "parfocal-scripts-"));
afterAll(() => rmSync(dist, { recursive: true }));

it("are those of the page, those that it preloads, and those of the slide page, each counted once", () => {
  const files = {
    "index.html": `<script src="/first-paint.js"></script><script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/start-1.js"><link rel="stylesheet" href="/assets/start-1.css">`,
    "page-scripts.json": JSON.stringify({
      screens: {
        image: { scripts: ["/assets/start-1.js", "/assets/slide-1.js"], styles: ["/assets/slide-1.css"] },
        case: { scripts: ["/assets/case-1.js"], styles: [] },
      },
    }),
    "first-paint.js": "1",
    "assets/index-1.js": "1",
    "assets/start-1.js": "start ".repeat(100),
    "assets/slide-1.js": "a few words",
  };
  mkdirSync(join(dist, "assets"), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(dist, path), text);
  expect(
    weighFirstTileScripts(dist)
      .map(({ path }) => path)
      .sort(),
  ).toEqual(["/assets/index-1.js", "/assets/slide-1.js", "/assets/start-1.js", "/first-paint.js"]);
});
