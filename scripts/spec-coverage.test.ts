/**
 * docs/spec/coverage.md pairs sentences of the specification with tests. Here: the tests that it names are there, and the
 * sentences stand where it says. Whether a test would fail without the sentence is for its reader to judge.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
/** The specification itself is no part of the repository. */
const SPECIFICATION = join(ROOT, "../shared/spec");
const DESIGN = join(ROOT, "../shared/design");

interface Row {
  readonly sentence: string;
  /** E.g. `1 §4`: part 1, section 4; `decisions, Geometry`; `reliability, T-18` and `ASVS, V6.2.1`: a row of a table. */
  readonly where: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** A row: `| “sentence” | where | `file`: title<br>`file`: title |`. */
function readRows(): Row[] {
  const text = readFileSync(join(ROOT, "docs/spec/coverage.md"), "utf8");
  return text
    .split("\n")
    .filter((line) => line.startsWith("| “"))
    .map((line) => {
      const [, sentence = "", where = "", tests = ""] = /^\| “(.+?)” \| ([^|]+) \| (.+) \|$/.exec(line) ?? [];
      return { sentence, where, tests: tests.split("<br>").map((test) => readTest(test, line)) };
    });
}

function readTest(text: string, line: string): { file: string; title: string } {
  const [, file = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(text) ?? [];
  if (file === "") throw new Error(`docs/spec/coverage.md: no test in “${text}” of: ${line}`);
  return { file, title };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A title of which less is fixed could be any test's. */
const FIXED_LETTERS_MIN = 6;

/**
 * Whether a source holds a text that is this title, or a row of a table that has this name. "…" in the title stands for
 * whatever the source puts in there.
 */
function holdsTitle(source: string, title: string): boolean {
  if (title.includes("…") && title.replaceAll(/\P{Letter}/gu, "").length < FIXED_LETTERS_MIN) return false;
  if (/^\w+$/.test(title) && new RegExp(`^\\s+${title}: [{[]`, "m").test(source)) return true;
  const inside = title.split("…").map(escaped).join("[^\\n]*?");
  return new RegExp(`(["'\`])${inside}\\1`).test(source);
}

/** White space and marks of emphasis do not count. */
const plain = (text: string): string => text.replaceAll(/[*`]/g, "").replaceAll(/\s+/g, " ");

function sectionOf(where: string): string {
  const [, table, id] = /^(reliability|ASVS), (\S+)$/.exec(where) ?? [];
  if (table && id) return rowOf(table === "ASVS" ? "asvs-5.0-l2.tsv" : "reliability.md", id);
  const [, part, number, heading] = /^(?:(\d) §(\d+)|decisions, (.+))$/.exec(where) ?? [];
  const text = readFileSync(join(SPECIFICATION, part ? `part-${part}.md` : "decisions.md"), "utf8");
  const section = text.split(/^## /m).find((one) => one.startsWith(part ? `${number}. ` : `${heading}\n`));
  return plain(section ?? "");
}

/** The line of a table that begins with an ID; empty: there is none. */
function rowOf(file: string, id: string): string {
  const lines = readFileSync(join(DESIGN, file), "utf8").split("\n");
  const begins = new RegExp(`^(?:\\| \\*{0,2})?${escaped(id)}(?:\\*\\*|\\s)`);
  return plain(lines.find((line) => begins.test(line)) ?? "");
}

const rows = readRows();
const sources = new Map(
  [...new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => file)))].map((file) => {
    const path = join(ROOT, file);
    return [file, existsSync(path) ? readFileSync(path, "utf8") : null] as const;
  }),
);

describe("docs/spec/coverage.md", () => {
  it("has a sentence, a place and tests in each row, and each sentence once", () => {
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter(({ sentence, where }) => sentence === "" || where === "")).toEqual([]);
    const places = rows.map(({ sentence, where }) => `${where}: ${sentence}`);
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  });

  it("names tests that there are", () => {
    const lost = rows.flatMap(({ tests }) =>
      tests.filter(({ file, title }) => {
        const source = sources.get(file);
        return !source || !/\.(test|spec)\.tsx?$/.test(file) || !holdsTitle(source, title);
      }),
    );
    expect(lost).toEqual([]);
  });

  it("tells titles from their like", () => {
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

  it.skipIf(!existsSync(SPECIFICATION))(
    "quotes the specification word for word (needs ../shared/spec, which is not everywhere)",
    () => {
      const astray = rows.filter(
        ({ sentence, where }) => !sentence.split(" … ").every((piece) => sectionOf(where).includes(plain(piece))),
      );
      expect(astray.map(({ sentence, where }) => `${where}: ${sentence}`)).toEqual([]);
    },
  );
});
