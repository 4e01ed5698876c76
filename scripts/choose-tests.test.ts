import { describe, expect, it } from "vitest";
import { chooseJourneys, chooseUnitTests, describeChoices } from "./choose-tests.ts";
import { parseSourceFile } from "./source-files.ts";

const SOURCES = Object.entries({
  "vitest.config.ts": 'setup("src/platform/db/test-database.ts");',
  "packages/core/src/viewing/colour/mix.ts": "",
  "packages/core/src/viewing/colour/mix.test.ts": 'import { mix } from "./mix.ts";',
  "packages/core/src/geometry/area.ts": "",
  "packages/viewer/src/colour/painter.ts": 'new Worker(new URL("./paint.worker.ts", import.meta.url));',
  "packages/viewer/src/colour/paint.worker.ts": 'import { mix } from "@parfocal/core/viewing/colour/mix.ts";',
  "packages/viewer/src/colour/painter.test.ts": 'import { paint } from "./painter.ts";',
  "packages/viewer/src/world/turn.ts": "",
  "apps/server/src/content/tag/tag.routes.ts": 'import type { Tag } from "#content/tag/tag.table.ts";',
  "apps/server/src/content/tag/tag.table.ts": "",
  "apps/server/src/content/tag/tag.routes.test.ts": 'import { tagRoutes } from "./tag.routes.ts";',
  "apps/server/src/text.test.ts": 'readFileSync(join(SPEC, "messages.tsv"));',
  "apps/server/src/csv/csv.ts": "",
  "apps/server/src/platform/db/test-database.ts": 'import { start } from "./start.ts";',
  "apps/server/src/platform/db/start.ts": "",
  "apps/web/src/content/tag/TagList.tsx": 'import classes from "./TagList.module.css";',
  "apps/web/src/content/tag/later.ts": 'const part = () => import("./TagList.tsx");',
  "apps/web/src/content/tag/later.test.tsx": 'import { part } from "./later.ts";',
  "scripts/walls.test.ts": "",
  "e2e/tags.spec.ts": 'import { row } from "./testing/tree.ts";',
  "e2e/colours.spec.ts": 'import { open } from "./testing/slide.ts";',
  "e2e/testing/tree.ts": 'import { open } from "./slide.ts";',
  "e2e/testing/slide.ts": "",
}).map(([path, text]) => parseSourceFile(path, text));
const JOURNEYS = new Map([
  ["colours.spec.ts", ["colour", "viewer"]],
  ["tags.spec.ts", ["tag", "tree"]],
]);
const WHOLE = "scripts/walls.test.ts";

describe("unit tests for a change", () => {
  const cases: [what: string, changed: string[], files: string[] | null][] = [
    ["of nothing", [], []],
    [
      "of a test",
      ["packages/core/src/viewing/colour/mix.test.ts"],
      ["packages/core/src/viewing/colour/mix.test.ts", WHOLE],
    ],
    [
      "of a source, in other workspaces and over a worker too",
      ["packages/core/src/viewing/colour/mix.ts"],
      ["packages/core/src/viewing/colour/mix.test.ts", "packages/viewer/src/colour/painter.test.ts", WHOLE],
    ],
    [
      "of a type",
      ["apps/server/src/content/tag/tag.table.ts"],
      ["apps/server/src/content/tag/tag.routes.test.ts", WHOLE],
    ],
    [
      "of a style, over a late import",
      ["apps/web/src/content/tag/TagList.module.css"],
      ["apps/web/src/content/tag/later.test.tsx", WHOLE],
    ],
    ["of a table that a test reads", ["docs/spec/messages.tsv"], ["apps/server/src/text.test.ts", WHOLE]],
    ["of a document that no test reads", ["docs/glossary.md"], [WHOLE]],
    [
      "of what runs before the tests of a workspace",
      ["apps/server/src/platform/db/start.ts"],
      ["apps/server/src/content/tag/tag.routes.test.ts", "apps/server/src/text.test.ts", WHOLE],
    ],
    ["of a deleted source", ["apps/web/src/content/tag/gone.ts"], [WHOLE]],
    ["of the dependencies", ["package-lock.json"], null],
    ["of a workspace's settings", ["apps/web/package.json"], null],
    ["of the runner's settings", ["vitest.config.ts"], null],
    ["of a file that nothing names", ["fixtures/pyramid.tif"], null],
  ];
  for (const [what, changed, files] of cases)
    it(`${what}: ${files?.length ?? "all"}`, () => expect(chooseUnitTests(SOURCES, changed).files).toEqual(files));
});

describe("journeys for a change", () => {
  const cases: [what: string, changed: string[], files: string[] | null, why: RegExp][] = [
    ["of nothing", [], [], /^0 of 2/],
    [
      "in a slice that one names",
      ["apps/server/src/content/tag/tag.routes.ts"],
      ["e2e/tags.spec.ts"],
      /tags\.spec\.ts \(tag\)/,
    ],
    ["in a folder of the viewer", ["packages/viewer/src/world/turn.ts"], ["e2e/colours.spec.ts"], /\(viewer\)/],
    ["of a style", ["apps/web/src/content/tag/TagList.module.css"], ["e2e/tags.spec.ts"], /\(tag\)/],
    [
      "of a test and a document",
      ["apps/web/src/content/tag/later.test.tsx", "docs/glossary.md", "bench/a.ts"],
      [],
      /^0 of 2/,
    ],
    ["of a journey", ["e2e/tags.spec.ts"], ["e2e/tags.spec.ts"], /its own code/],
    ["of what one journey uses", ["e2e/testing/tree.ts"], ["e2e/tags.spec.ts"], /its own code/],
    ["of what both use", ["e2e/testing/slide.ts"], ["e2e/colours.spec.ts", "e2e/tags.spec.ts"], /^2 of 2/],
    ["of a deleted journey", ["e2e/gone.spec.ts"], [], /^0 of 2/],
    ["in a slice that no journey names", ["apps/server/src/csv/csv.ts"], null, /no journey names the slice csv/],
    ["in a slice of all", ["packages/core/src/geometry/area.ts"], null, /all pass through the slice geometry/],
    ["in the platform", ["apps/server/src/platform/db/start.ts"], null, /start\.ts belongs to no slice/],
    ["of the shell", ["apps/web/src/app/Shell.tsx"], null, /no slice/],
    [
      "of the dependencies",
      ["apps/server/src/content/tag/tag.routes.ts", "package-lock.json"],
      null,
      /package-lock\.json/,
    ],
    ["of a script", ["scripts/build-web.ts"], null, /no slice/],
    ["of the runner's settings", ["playwright.config.ts"], null, /no slice/],
  ];
  for (const [what, changed, files, why] of cases) {
    it(`${what}: ${files?.length ?? "all"}`, () => {
      const choice = chooseJourneys(SOURCES, changed, JOURNEYS);
      expect(choice.files).toEqual(files);
      expect(choice.why.join("\n")).toMatch(why);
    });
  }
});

describe("the output", () => {
  const describeChange = (files: string[]) =>
    describeChoices(
      { since: "origin/main (abc)", files },
      { unitTests: chooseUnitTests(SOURCES, files), journeys: chooseJourneys(SOURCES, files, JOURNEYS) },
    ).join("\n");

  it("names the changes, and both choices with their reasons", () => {
    const text = describeChange(["apps/server/src/content/tag/tag.table.ts"]);
    expect(text).toContain("Changed since origin/main (abc): 1 file\n");
    expect(text).toMatch(/Unit and HTTP tests:\n {2}2 of 6 files/);
    expect(text).toMatch(/Journeys:\n {2}1 of 2 files.*\n {2}e2e\/tags\.spec\.ts \(tag\)/);
  });

  it("reports that nothing has changed", () => {
    expect(describeChange([])).toContain("Nothing has changed since origin/main (abc)");
  });
});
