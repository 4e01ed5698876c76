/**
 * Functions of more than 100 lines and files of more than 400 need a reason in `long-functions.tsv`. The list can only
 * get shorter: an entry for something that is now short enough, or that has grown, also fails. Tests are not checked.
 *
 * Usage: node scripts/check-sizes.ts [ROOT]
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "rolldown/utils";
import { listSourcePaths } from "./source-files.ts";
import { isFunction, isNode, type SyntaxNode } from "./syntax-nodes.ts";

export const MAX_FUNCTION_LINES = 100;
export const MAX_FILE_LINES = 400;

const MEASURED = /^(?:apps|packages|scripts)\//;
const TEST = /\.test\.tsx?$|\/testing\//;

/** A function or file that is too long. */
export interface LongPart {
  readonly file: string;
  /** Name of the function; `file` for a file, `anonymous` for a function without a name. */
  readonly name: string;
  readonly lines: number;
}

export interface AllowedLength extends LongPart {
  readonly reason: string;
}

/** The name of a function that is the value of a variable, property or method. */
function nameGivenBy(node: SyntaxNode, field: string, outer: string | null): string | null {
  const named = (key: unknown) => (isNode(key) ? ((key as { name?: string }).name ?? null) : null);
  if (node.type === "VariableDeclarator" && field === "init") return named(node.id);
  if ((node.type === "Property" || node.type === "MethodDefinition") && field === "value") return named(node.key);
  // `export const useX = memoize(() => …)`
  return node.type === "CallExpression" ? outer : null;
}

/** @param path its extension decides how the text is parsed. */
export function findLongParts(path: string, text: string): LongPart[] {
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index);
  const linesBetween = (start: number, end: number) =>
    lineEnds.filter((offset) => offset >= start && offset < end).length + 1;
  const fileLines = lineEnds.length;
  const found: LongPart[] = fileLines > MAX_FILE_LINES ? [{ file: path, name: "file", lines: fileLines }] : [];
  const visit = (value: unknown, name: string | null): void => {
    if (Array.isArray(value)) {
      for (const element of value) visit(element, name);
      return;
    }
    if (!isNode(value)) return;
    if (isFunction(value)) {
      const lines = linesBetween(value.start, value.end);
      const own = isNode(value.id) ? (value.id as { name?: string }).name : undefined;
      if (lines > MAX_FUNCTION_LINES) found.push({ file: path, name: own ?? name ?? "anonymous", lines });
    }
    for (const [field, child] of Object.entries(value)) visit(child, nameGivenBy(value, field, name));
  };
  visit(parseSync(path, text).program, null);
  return found;
}

/** Rows of `file`, `name`, `lines`, `reason`, separated by tabs, after a header line. */
export function readAllowedLengths(table: string): AllowedLength[] {
  return table
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [file = "", name = "", lines = "", reason = ""] = line.split("\t");
      return { file, name, lines: Number(lines), reason };
    });
}

/** @returns problems, one message each. */
export function compareLengths(found: readonly LongPart[], allowed: readonly AllowedLength[]): string[] {
  const keyOf = ({ file, name }: LongPart) => `${file} ${name}`;
  const allowedBy = new Map(allowed.map((entry) => [keyOf(entry), entry]));
  const keys = new Set(found.map(keyOf));
  return [
    ...found.flatMap((part) => {
      const entry = allowedBy.get(keyOf(part));
      if (!entry) return [`${keyOf(part)} has ${part.lines} lines: split it by what it does`];
      return part.lines > entry.lines
        ? [`${keyOf(part)} has grown from ${entry.lines} to ${part.lines} lines: split it`]
        : [];
    }),
    ...allowed
      .filter((entry) => !keys.has(keyOf(entry)))
      .map((entry) => `${keyOf(entry)} is short now: remove it from the list`),
    ...allowed.filter(({ reason }) => reason.trim() === "").map((entry) => `${keyOf(entry)} has no reason in the list`),
  ];
}

export function listLongParts(root: string): LongPart[] {
  return listSourcePaths(root)
    .filter((path) => MEASURED.test(path) && !TEST.test(path))
    .flatMap((path) => findLongParts(path, readFileSync(join(root, path), "utf8")));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = resolve(process.argv[2] ?? join(import.meta.dirname, ".."));
  const allowed = readAllowedLengths(readFileSync(join(root, "scripts/long-functions.tsv"), "utf8"));
  const problems = compareLengths(listLongParts(root), allowed);
  for (const problem of problems) console.error(problem);
  console.log(`${allowed.length} long functions with a reason, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
