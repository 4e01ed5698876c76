/**
 * docs/spec/coverage.md pairs sentences of the specification with tests. Here: the named tests exist, the sentences
 * are at the given location, and the evidence of each row is computed from its tests. Whether a test would fail
 * without the sentence is for its reader to decide.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blocksAt, hasSpecification, isWhole, plain } from "./spec-text.ts";

const ROOT = join(import.meta.dirname, "..");
const PAGE = join(ROOT, "docs/spec/coverage.md");

/**
 * What tests a row:
 * - `screen`: at least one test of a screen, see `isOfScreen`;
 * - `server`: no such test, and the author of the row has marked its sentence as being about the server alone (files,
 *   storage, calls, limits, security);
 * - `server only`: no such test, and no such mark.
 */
type Mark = "screen" | "server" | "server only";

interface TestName {
  readonly file: string;
  readonly title: string;
}

interface Row {
  readonly sentence: string;
  /** E.g. `1 §4`: part 1, section 4; `decisions, Geometry`; `reliability, T-18` and `ASVS, V6.2.1`: a row of a table. */
  readonly where: string;
  /** A `Mark`, as written on the page. */
  readonly mark: string;
  readonly tests: readonly TestName[];
}

/** A row: `| “sentence” | where | mark | `file`: title<br>`file`: title |`; bars within a sentence have a backslash. */
const ROW = /^\| “(.+?)” \| ([^|]+) \| ([^|]+) \| (.+) \|$/;

function readRow(line: string): Row {
  const [, sentence = "", where = "", mark = "", tests = ""] = ROW.exec(line) ?? [];
  return { sentence, where, mark, tests: tests.split("<br>").map((test) => readTest(test, line)) };
}

const isRow = (line: string): boolean => line.startsWith("| “");

function readTest(text: string, line: string): TestName {
  const [, file = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(text) ?? [];
  if (file === "") throw new Error(`docs/spec/coverage.md: no test in “${text}” of: ${line}`);
  return { file, title };
}

/** Whether a test shows a screen: a journey, a component of the pages, or the viewer. Rules of the pages do not. */
const isOfScreen = ({ file }: TestName): boolean =>
  /^e2e\/.+\.spec\.ts$|^apps\/web\/src\/.+\.test\.tsx$|^packages\/viewer\/src\/.+\.test\.ts$/.test(file);

function markOf({ mark, tests }: Row): Mark {
  if (tests.some(isOfScreen)) return "screen";
  return mark === "server" ? "server" : "server only";
}

/** The line of a row with its computed mark; any other line unchanged. */
function markLine(line: string): string {
  if (!isRow(line)) return line;
  return line.replace(ROW, (_, sentence, where, _mark, tests) => {
    return `| “${sentence}” | ${where} | ${markOf(readRow(line))} | ${tests} |`;
  });
}

/** Whether vitest was started with --update: then the marks are written, like snapshots. */
function isUpdateRun(): boolean {
  return expect.getState().snapshotState?.snapshotUpdateState === "all";
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A title with fewer fixed characters could match any test. */
const FIXED_LETTERS_MIN = 6;

/**
 * Whether a source file contains this title, or a table row with this name. "…" in the title matches any inserted
 * text.
 */
function holdsTitle(source: string, title: string): boolean {
  if (title.includes("…") && title.replaceAll(/\P{Letter}/gu, "").length < FIXED_LETTERS_MIN) return false;
  if (/^\w+$/.test(title) && new RegExp(`^\\s+${title}: [{[]`, "m").test(source)) return true;
  const inside = title.split("…").map(escaped).join("[^\\n]*?");
  return new RegExp(`(["'\`])${inside}\\1`).test(source);
}

const lines = readFileSync(PAGE, "utf8").split("\n");
const rows = lines.filter(isRow).map(readRow);
const sources = new Map(
  [...new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => file)))].map((file) => {
    const path = join(ROOT, file);
    return [file, existsSync(path) ? readFileSync(path, "utf8") : null] as const;
  }),
);

/** Sentences of part 1 and 2 without a row. */
const WITHOUT_ROW: readonly string[] = [
  // Headings, and statements without content.
  "URL routes for this area: not shown.",
  "Screens and modals:",
  "Screen | What a user can do",
  "Methods and paths for this area are not shown; only the operations and their payload fields are known.",
  "Payload and response fields as used:",
  "Situation | Message",
  "Segment | Meaning",
  "Screens:",
  "Other data-bearing views: not shown.",
  "Which role unlocks which feature: not shown.",
  "Response shapes are not shown unless stated.",
  "External:",
  "Its credential is not reproduced here.",
  "Server behaviour behind every call, and the exact role names: not shown.",
  // How the product is built.
  "The product runs inside a content-management site and uses the site's media library for file selection.",
  "Links use HTML5 mode without a base tag.",
  "All calls go through one wrapper.",
  "POST bodies are JSON or form-encoded.",
];

const PLACES = [1, 2].flatMap((part) => Array.from({ length: 9 }, (_, at) => `${part} §${at + 1}`));

describe("docs/spec/coverage.md", () => {
  it("has a sentence, a location and tests in each row, and each sentence once", () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter(({ sentence, where }) => sentence === "" || where === "")).toEqual([]);
    const places = rows.map(({ sentence, where }) => `${where}: ${sentence}`);
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  });

  it("names existing tests", () => {
    const lost = rows.flatMap(({ tests }) =>
      tests.filter(({ file, title }) => {
        const source = sources.get(file);
        return !source || !/\.(test|spec)\.tsx?$/.test(file) || !holdsTitle(source, title);
      }),
    );
    expect(lost).toEqual([]);
  });

  it("names the evidence of each row (rewritten by this test with --update)", () => {
    const due = lines.map(markLine);
    if (isUpdateRun()) return writeFileSync(PAGE, due.join("\n"));
    expect(lines.filter((line, at) => line !== due[at])).toEqual([]);
  });

  it("has a test of a screen for each sentence that is not only about the server", () => {
    expect(rows.filter(({ mark }) => mark === "server only").map(({ sentence }) => sentence)).toEqual([]);
  });

  it("distinguishes a test of a screen from one of a rule or of the server", () => {
    const cases: [file: string, mark: string, due: Mark][] = [
      ["e2e/grid.spec.ts", "server", "screen"],
      ["apps/web/src/viewing/grid/GridFeature.test.tsx", "server only", "screen"],
      ["packages/viewer/src/grid/grid-picture.test.ts", "", "screen"],
      ["apps/web/src/viewing/grid/grid-cookie.test.ts", "screen", "server only"],
      ["apps/server/src/imaging/tile/tile.routes.test.ts", "server", "server"],
      ["packages/core/src/geometry/zoom.test.ts", "screen", "server only"],
    ];
    const marked = cases.map(([file, mark]) => markOf({ sentence: "", where: "", mark, tests: [{ file, title: "" }] }));
    expect(marked).toEqual(cases.map(([, , due]) => due));
  });

  it("distinguishes titles from similar texts", () => {
    const source = 'it("keeps a title", f);\nit(`counts A in B x C`, g);\nconst TABLE = {\n  byName: { in: 1 },\n};';
    const cases: [title: string, isHeld: boolean][] = [
      ["keeps a title", true],
      ["keeps a", false],
      ["keeps …", false],
      ["keeps a …", true],
      ["counts … in … x …", true],
      ["counts … on …", false],
      ["byName", true],
      ["byNam", false],
      ["…", false],
      ["", false],
    ];
    expect(cases.filter(([title, isHeld]) => holdsTitle(source, title) !== isHeld)).toEqual([]);
  });

  it.skipIf(!hasSpecification)(
    "quotes complete sentences, word for word (needs ../shared, which is not everywhere)",
    () => {
      const cut = rows.filter(({ sentence, where }) => !isWhole(sentence, blocksAt(where)));
      expect(cut.map(({ sentence, where }) => `${where}: ${sentence}`)).toEqual([]);
    },
  );

  it.skipIf(!hasSpecification)(
    "has a row for each sentence of part 1 and 2, except those listed here (needs ../shared)",
    () => {
      const missing = PLACES.flatMap((place) => {
        const quoted = rows.filter(({ where }) => where === place).map(({ sentence }) => plain(sentence));
        const sentences = blocksAt(place).flat().map(plain);
        return sentences.filter((sentence) => !quoted.some((quotation) => quotation.includes(sentence)));
      });
      expect(missing.toSorted()).toEqual(WITHOUT_ROW.toSorted());
    },
  );

  it.skipIf(!hasSpecification)("distinguishes a complete sentence from a part of one (needs ../shared)", () => {
    const cases: [where: string, text: string, isWhole: boolean][] = [
      ["1 §9", "Rotation step 45 degrees.", true],
      ["1 §9", "Rotation step 45 degrees", false],
      ["1 §9", "Rotation step 45 degrees. Hover tolerance 5 px.", true],
      ["1 §9", "resize 500 ms", false],
      ["1 §8", String.raw`Profile load fails \| "Could not load your profile."`, true],
      ["1 §8", "Profile load fails", false],
      ["2 §8", 'Course delete: "Course successfully deleted."', false],
      ["decisions, Sharing", "`hostUrl` must belong to the site.", true],
      ["reliability, T-24", "login and reset answer alike in words and time", true],
      ["ASVS, V6.2.2", "Verify that users can change", false],
    ];
    expect(cases.filter(([where, text, isDue]) => isWhole(text, blocksAt(where)) !== isDue)).toEqual([]);
  });
});
