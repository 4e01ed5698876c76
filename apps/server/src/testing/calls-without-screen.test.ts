/**
 * Which calls no screen uses: docs/spec/no-screen-yet.tsv lists exactly these, each with its reason. A screen uses a call if
 * a source file of the pages imports its contract as a value and uses it as one; a type taken from it is not a use.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { API_ROUTES } from "../app.ts";
import { readSpecTable } from "./spec-table.ts";

const ROOT = join(import.meta.dirname, "../../../..");

const pages = globSync("apps/web/src/**/*.{ts,tsx}", { cwd: ROOT })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(join(ROOT, file), "utf8"));

/** Names that a source file imports from a contract file and uses as values. */
function usedNames(source: string, file: string): string[] {
  const imports = [...source.matchAll(/import \{([^}]*)\} from "([^"]+)";/g)].filter(([, , from = ""]) =>
    from.endsWith(`/${file}`),
  );
  const body = source.replaceAll(/^import [^;]*;/gm, "");
  return imports
    .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
    .filter((name) => /^\w+$/.test(name) && new RegExp(`(?<!typeof )\\b${name}\\b`).test(body));
}

/** Names of all contracts of the API, by method and path. */
async function namesOfCalls(): Promise<Map<string, { readonly file: string; readonly name: string }>> {
  const routed = new Set<unknown>(API_ROUTES.map(({ contract }) => contract));
  const named = new Map<string, { readonly file: string; readonly name: string }>();
  for (const file of globSync("packages/core/src/**/*.contract.ts", { cwd: ROOT })) {
    const exported: Record<string, unknown> = await import(pathToFileURL(join(ROOT, file)).href);
    for (const [name, value] of Object.entries(exported)) {
      if (!routed.has(value)) continue;
      const { method, path } = value as { method: string; path: string };
      named.set(`${method} ${path}`, { file: basename(file), name });
    }
  }
  return named;
}

it("no-screen-yet.tsv lists exactly the calls that no screen uses, each with its reason", async () => {
  const calls = await namesOfCalls();
  expect(calls.size).toBe(API_ROUTES.length);
  const unused = [...calls].filter(([, { file, name }]) => !pages.some((page) => usedNames(page, file).includes(name)));
  const rows = readSpecTable("no-screen-yet.tsv");
  expect(rows.map(([method, path]) => `${method} ${path}`).sort()).toEqual(unused.map(([call]) => call).sort());
  expect(rows.filter(([, , reason = ""]) => reason.length < 10)).toEqual([]);
});

it("among the specified calls, only those by post ID have no screen, and those with an equivalent that has one", () => {
  const namesOf = (table: Parameters<typeof readSpecTable>[0]) =>
    readSpecTable(table).map(([method, path]) => `${method} ${path}`);
  const specified = new Set([...namesOf("calls.tsv"), ...namesOf("operations.tsv")]);
  const unused = new Set(namesOf("no-screen-yet.tsv"));
  const isExcused = (path: string, reason: string): boolean => {
    const twin = /^duplicates (\w+ [^:,\s]+)/.exec(reason)?.[1] ?? "";
    return path.includes("/post/") || (specified.has(twin) && !unused.has(twin));
  };
  const rows = readSpecTable("no-screen-yet.tsv").filter(([method, path]) => specified.has(`${method} ${path}`));
  expect(rows.filter(([, path = "", reason = ""]) => !isExcused(path, reason))).toEqual([]);
});

it("a contract's type, or a contract of another file, is not a call", () => {
  const page =
    'import { getA, type B, getC } from "@parfocal/core/a/a.contract.ts";\ntype A = typeof getA; call(getC);';
  expect(usedNames(page, "a.contract.ts")).toEqual(["getC"]);
  expect(usedNames(page, "b.contract.ts")).toEqual([]);
  const commented =
    'import { getA } from "@parfocal/core/a/a.contract.ts";\n/** For an import of people. */\ncall(getA);';
  expect(usedNames(commented, "a.contract.ts")).toEqual(["getA"]);
});
