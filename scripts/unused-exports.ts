/** Exports that no other file imports. */
import type { SourceFile } from "./source-files.ts";

const DECLARATIONS =
  /^export\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:const|let|function\*?|class|interface|type|enum)\s+([\w$]+)/gm;

/** Not checked: rows of tables, migrations and test setup, which are loaded as a whole, and examples. */
const EXEMPT = /\.test\.tsx?$|\.table\.ts$|\/migrations\/|embedded-test-database\.ts$|\/docs\//;
/** Exports of these packages are their interface: only those without any use are reported. */
const LIBRARY = /^packages\/(?:slides|viewer)\//;

const isChecked = ({ path }: SourceFile): boolean => /^(?:apps|packages)\//.test(path) && !EXEMPT.test(path);

/**
 * One message per export whose name is in no file that imports its module. Default exports and re-exports are not
 * checked.
 *
 * @param files all files that may import them, tests included.
 */
export function findUnusedExports(files: readonly SourceFile[]): string[] {
  const importersOf = Map.groupBy(
    files.flatMap((file) => [...new Set(file.imports)].map((imported) => ({ file, imported }))),
    ({ imported }) => imported,
  );
  return files.filter(isChecked).flatMap((file) => {
    const importers = importersOf.get(file.path) ?? [];
    return [...file.code.matchAll(DECLARATIONS)]
      .map(([, name]) => name as string)
      .filter((name) => !importers.some(({ file: importer }) => countWord(importer.codeWithTexts, name) > 0))
      .flatMap((name) => reportOf(file, name));
  });
}

function reportOf({ path, codeWithTexts }: SourceFile, name: string): string[] {
  if (countWord(codeWithTexts, name) === 1) return [`${path} exports ${name}, which nothing uses: remove it`];
  return LIBRARY.test(path) ? [] : [`${path} exports ${name}, which only this file uses: remove the keyword export`];
}

/** Number of occurrences of a name as a whole word in a text. */
function countWord(text: string, name: string): number {
  if (!text.includes(name)) return 0;
  return text.match(new RegExp(`(?<![\\w$])${name.replaceAll("$", "\\$")}(?![\\w$])`, "g"))?.length ?? 0;
}
