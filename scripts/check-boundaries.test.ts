import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findBreaches } from "./check-boundaries.ts";
import { parseSourceFile, readSourceFiles } from "./source-files.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parfocal-boundaries-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(tree: Record<string, string>): void {
  for (const [path, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function runScript(): { status: number | null; stderr: string } {
  return spawnSync(process.execPath, [join(import.meta.dirname, "check-boundaries.ts"), root], { encoding: "utf8" });
}

const BREACHES: readonly [why: string, tree: Record<string, string>, sentence: string][] = [
  [
    "core imports the server",
    { "packages/core/src/a.ts": 'import { b } from "../../../apps/server/src/b.ts";' },
    "core imports nothing but itself",
  ],
  ["a rule imports zod", { "packages/core/src/learning/quiz/a.ts": 'import { z } from "zod";' }, "rules know no zod"],
  [
    "a rule imports a contract",
    { "packages/core/src/a.ts": 'import { b } from "./b.contract.ts";' },
    "contracts know rules",
  ],
  [
    "a test in core imports the viewer",
    { "packages/core/src/a.test.ts": 'import "@parfocal/viewer/b.ts";' },
    "core imports nothing but itself",
  ],
  [
    "slides imports core",
    { "packages/slides/src/tiff/a.ts": 'export * from "@parfocal/core/b.ts";' },
    "slides knows nobody",
  ],
  [
    "the viewer imports React",
    { "packages/viewer/src/tiles/a.ts": 'import { useState } from "react";' },
    "without React",
  ],
  [
    "the server imports the viewer",
    { "apps/server/src/a.ts": 'const b = await import("@parfocal/viewer/b.ts");' },
    "server and web never meet",
  ],
  [
    "the web imports slides, over several lines",
    { "apps/web/src/a.tsx": 'import {\n  b,\n  c,\n} from "@parfocal/slides/b.ts";' },
    "web and server never meet",
  ],
  [
    "the web imports a type of the server",
    { "apps/web/src/a.ts": 'import type { B } from "../../server/src/b.ts";' },
    "web and server never meet",
  ],
  [
    "the platform imports a slice",
    { "apps/server/src/platform/a.ts": 'import { b } from "#quiz/b.ts";' },
    "the platform knows no slice",
  ],
  [
    "a slice imports another's routes",
    { "apps/server/src/learning/quiz/a.ts": 'import { b } from "#content/course/course.routes.ts";' },
    "routes are listed in app.ts",
  ],
  [
    "an item imports a collection",
    { "apps/server/src/content/item/a.ts": 'import { b } from "#content/course/b.ts";' },
    "items do not know collections",
  ],
  [
    "a wing imports a later one",
    { "apps/server/src/people/user/a.ts": 'import { b } from "#content/course/b.ts";' },
    "people is below content",
  ],
  [
    "a wing imports a type of a later one",
    { "packages/core/src/imaging/image/a.ts": 'import type { B } from "../../viewing/case/b.ts";' },
    "imaging is below viewing",
  ],
  [
    "a wing imports what composes all of them",
    { "apps/web/src/learning/quiz/A.tsx": 'import { b } from "#app/routes.tsx";' },
    "learning is below app",
  ],
  [
    "a journey imports the server",
    { "e2e/a.spec.ts": 'import { b } from "../apps/server/src/b.ts";' },
    "only the running product",
  ],
  ["core reads the clock", { "packages/core/src/a.ts": "export const now = () => Date.now();" }, "core reads no clock"],
  [
    "core makes a date of now",
    { "packages/core/src/a.ts": "export const now = () => new Date();" },
    "core reads no clock",
  ],
  [
    "core throws dice",
    { "packages/core/src/a.ts": "export const dice = () => Math.random();" },
    "core knows no chance",
  ],
  [
    "a slice reads the environment",
    { "apps/server/src/learning/quiz/a.ts": "export const b = process.env.B;" },
    "only readConfig, readOwnAddress, readBackupCipher and readBackupStore read the environment",
  ],
  [
    "a screen names where calls go",
    { "apps/web/src/content/a/A.tsx": "export const src = `/api/v2/media/7`;" },
    "only the transport knows where calls go",
  ],
  [
    "a journey names the first site",
    { "e2e/quiz.spec.ts": 'export const path = "/s1/course2/";' },
    "a journey has a site of its own",
  ],
  [
    "a part of journeys names the first site",
    { "e2e/testing/quiz.ts": "export const path = /^\\/s1\\//;" },
    "a journey has a site of its own",
  ],
  [
    "a journey knows the server's own code",
    { "e2e/testing/quiz.ts": 'import { a } from "../../apps/server/src/testing/journey-sites.ts";' },
    "only the running product",
  ],
  [
    "what makes sites for journeys knows more than what builds them",
    { "e2e/testing/sites.ts": 'import { a } from "../../apps/server/src/learning/quiz/a.ts";' },
    "what builds their sites",
  ],
  ["there is a drawer", { "apps/web/src/utils/a.ts": "export {};" }, "name its subject"],
  ["there is a drawer of one file", { "packages/core/src/helpers.ts": "export {};" }, "name its subject"],
  [
    "two files import each other",
    {
      "packages/slides/src/tiff/a.ts": 'import { b } from "./b.ts";',
      "packages/slides/src/tiff/b.ts": 'import { a } from "./a.ts";',
    },
    "packages/slides/src/tiff/a.ts -> packages/slides/src/tiff/b.ts -> packages/slides/src/tiff/a.ts: files in a circle",
  ],
  [
    "two files of a package import each other's types",
    {
      "packages/viewer/src/tiles/a.ts": 'import type { B } from "./b.ts";',
      "packages/viewer/src/tiles/b.ts": 'import type { A } from "./a.ts";',
    },
    "files in a circle",
  ],
  [
    "two files of an app import each other's types",
    {
      "apps/web/src/case/A.tsx": 'import type { B } from "./B.tsx";',
      "apps/web/src/case/B.tsx": 'import { A } from "./A.tsx";',
    },
    "files in a circle",
  ],
  [
    "two slices of core import each other's types through different files",
    {
      "packages/core/src/people/user/a.ts": 'import type { B } from "../group/b.ts";',
      "packages/core/src/people/group/b.ts": "export type B = 1;",
      "packages/core/src/people/group/c.ts": 'import type { D } from "../user/d.ts";',
      "packages/core/src/people/user/d.ts": "export type D = 1;",
    },
    "slices in a circle",
  ],
  [
    "a container of slides imports what opens by all formats",
    { "packages/slides/src/tiff/a.ts": 'import { b } from "../open/b.ts";' },
    "packages/slides/src/tiff/a.ts imports packages/slides/src/open/b.ts: open lies above tiff",
  ],
  [
    "a format imports a type of one above it",
    { "packages/slides/src/formats/mosaic/a.ts": 'import type { B } from "../leica/b.ts";' },
    "formats/leica lies above formats/mosaic",
  ],
  [
    "a file of the viewer's floor imports the viewer",
    { "packages/viewer/src/world/a.ts": 'import { b } from "../slide-viewer.ts";' },
    "slide-viewer.ts lies above world",
  ],
  [
    "a folder has no place in its package's order",
    { "packages/slides/src/formats/czi/a.ts": "export {};" },
    "formats/czi has no place in the order",
  ],
  [
    "two slices import each other through different files",
    {
      "apps/server/src/people/user/a.ts": 'import { b } from "#people/group/b.ts";',
      "apps/server/src/people/group/b.ts": "export const b = 1;",
      "apps/server/src/people/group/c.ts": 'import { d } from "#people/user/d.ts";',
      "apps/server/src/people/user/d.ts": "export const d = 1;",
    },
    "apps/server/src/people/group -> apps/server/src/people/user -> apps/server/src/people/group: slices in a circle",
  ],
];

describe("the boundaries are violated if", () => {
  for (const [why, tree, sentence] of BREACHES) {
    it(why, () => {
      plant(tree);
      expect(findBreaches(readSourceFiles(root))).toEqual([expect.stringContaining(sentence)]);
    });
  }
});

describe("the script fails", () => {
  it("on a violation, and names the file", () => {
    plant({ "packages/core/src/a.ts": "export const now = () => Date.now();" });
    expect(runScript()).toMatchObject({ status: 1, stderr: expect.stringContaining("packages/core/src/a.ts") });
  });

  it("if it saw no file at all", () => {
    expect(runScript()).toMatchObject({ status: 1, stderr: expect.stringContaining("nothing was checked") });
  });
});

describe("the boundaries hold", () => {
  it("in a tree that follows the dependency rules", () => {
    const tree = {
      "packages/core/src/learning/quiz/score.ts":
        "/** Not Date.now(): the instant is passed in. */\nexport const score = (now: number) => new Date(now);",
      "packages/core/src/learning/quiz/score.test.ts":
        'import { it } from "vitest";\nimport { score } from "./score.ts";\nit("", () => score(Date.now()));',
      "packages/core/src/learning/quiz/quiz.contract.ts":
        'import { z } from "zod";\nimport { score } from "./score.ts";',
      "packages/viewer/src/world/view.ts": 'import { score } from "@parfocal/core/quiz/score.ts";',
      "packages/slides/src/tiff/read.ts": 'import type { A } from "../bytes/a.ts";',
      "packages/slides/src/tiff/read.test.ts": 'import { open } from "../open/open.ts";',
      "apps/server/src/config.ts": "export const port = process.env.PORT;",
      "apps/server/src/app.ts":
        'import { port } from "./config.ts";\nimport { quizRoutes } from "#quiz/quiz.routes.ts";',
      "apps/server/src/learning/quiz/quiz.routes.ts":
        'import { openSlide } from "@parfocal/slides/open.ts";\nimport { database } from "#platform/db/database.ts";',
      "apps/server/src/platform/db/database.ts": 'import type { QuizTable } from "#quiz/quiz.table.ts";',
      "apps/web/src/learning/quiz/Quiz.tsx":
        'import { view } from "@parfocal/viewer/world/view.ts";\n// import { b } from "../../../server/src/b.ts";',
    };
    plant(tree);
    expect(runScript()).toMatchObject({ status: 0, stderr: "" });
    plant({ ...tree, "apps/server/src/app.ts": 'import { quizRoutes } from "#quiz/quiz.routes.ts";' });
    expect(runScript()).toMatchObject({
      status: 1,
      stderr: "apps/server/src/config.ts exports port, which nothing uses: remove it\n",
    });
  });
});

describe("the imports of a file", () => {
  const cases: [text: string, imports: string[]][] = [
    ['import a from "a";\nimport "./b.css";', ["npm:a", "apps/web/src/b.css"]],
    ['export { c } from "@scope/c/deep.ts"; export type * from "#d.ts";', ["npm:@scope/c", "apps/web/src/d.ts"]],
    ['import d, { type e } from "node:fs";import*as f from "f"', ["node:fs", "npm:f"]],
    ['/* import "no" */ const quote = /["\']/; // import "no"\nimport "yes";', ["npm:yes"]],
    ['const text = "/*"; import("g").then(() => `import("h")`);', ["npm:g", "npm:h"]],
  ];
  for (const [text, imports] of cases) {
    it(JSON.stringify(text), () => expect(parseSourceFile("apps/web/src/a.ts", text).imports).toEqual(imports));
  }
});
