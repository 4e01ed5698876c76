/** Reads source files for check-boundaries.ts: their imports, and their code without comments and strings. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { readSubpaths, resolveSubpath, type Subpaths } from "./subpaths.ts";

export interface SourceFile {
  /** Path from the root, with `/`. */
  readonly path: string;
  /** Imported files as paths from the root, packages as `npm:name`, Node's own modules as `node:name`. */
  readonly imports: readonly string[];
  /** Code without comments and without the contents of strings. */
  readonly code: string;
  /** File names at the end of other strings: workers, child processes, fixtures, tables of the specification. */
  readonly namedFiles: readonly string[];
  /** Code without comments. */
  readonly codeWithTexts: string;
}

const FOLDERS = ["packages", "apps", "hosts", "e2e", "lab", "bench", "scripts"];
const SOURCE = /\.(ts|tsx|mjs)$/;
const SKIPPED = /^(node_modules|dist.*|\..*)$/;

export function readSourceFiles(root: string): SourceFile[] {
  const subpathsOf = createSubpathReader(root);
  return listSourcePaths(root).map((path) =>
    parseSourceFile(path, readFileSync(`${root}/${path}`, "utf8"), subpathsOf),
  );
}

/** All sources in folders, as paths from the root. */
export function listSourcePaths(root: string): string[] {
  return FOLDERS.flatMap((folder) => listSources(root, folder));
}

/** Configuration files at the root. */
export function readConfigFiles(root: string): SourceFile[] {
  return readdirSync(root)
    .filter((name) => SOURCE.test(name))
    .map((name) => parseSourceFile(name, readFileSync(`${root}/${name}`, "utf8"), createSubpathReader(root)));
}

function listSources(root: string, folder: string): string[] {
  if (!existsSync(`${root}/${folder}`)) return [];
  return readdirSync(`${root}/${folder}`, { withFileTypes: true })
    .filter((entry) => !SKIPPED.test(entry.name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return listSources(root, path);
      return SOURCE.test(entry.name) ? [path] : [];
    });
}

/** A string, a regular expression (after a token that cannot end a value), or a comment; the first match wins. */
const TOKENS =
  /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<=[=(,:[!&|?{};]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const IMPORTS =
  /(?:^|[;}\n])\s*(?:import|export)\b\s*(?:type\s+)?(?:[\w*{][^;"'`()]*?[\s}]from\s*)?["']([^"'\n]+)["']|\bimport\s*\(\s*["'`]([^"'`\n]+)["'`]/g;

const NAMED_FILES = /["'`/]([\w.-]+\.\w+)["'`]/g;

/** By the path of a workspace from the root. */
type SubpathReader = (workspace: string) => Subpaths;

function createSubpathReader(root: string): SubpathReader {
  const known = new Map<string, Subpaths>();
  return (workspace) => {
    const subpaths = known.get(workspace) ?? readSubpaths(posix.join(root, workspace));
    known.set(workspace, subpaths);
    return subpaths;
  };
}

/** @param subpathsOf default: all modules of a workspace are in `src`. */
export function parseSourceFile(
  path: string,
  text: string,
  subpathsOf: SubpathReader = createSubpathReader("/nowhere"),
): SourceFile {
  const withoutComments = text.replace(TOKENS, (token) => (/^\/[/*]/.test(token) ? " " : token));
  return {
    path,
    imports: [...withoutComments.matchAll(IMPORTS)].map(([, fixed, late]) =>
      resolveImport(path, (fixed ?? late) as string, subpathsOf),
    ),
    namedFiles: [...withoutComments.replace(IMPORTS, "").matchAll(NAMED_FILES)].map(([, name]) => name as string),
    codeWithTexts: withoutComments,
    code: withoutComments.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '""'),
  };
}

const WORKSPACE = /^(?:apps|packages)\/[^/]+/;

function resolveImport(from: string, specifier: string, subpathsOf: SubpathReader): string {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(from), specifier);
  if (specifier.startsWith("#")) {
    const workspace = WORKSPACE.exec(from)?.[0] ?? "";
    return posix.join(workspace, resolveSubpath(specifier, subpathsOf(workspace)));
  }
  if (specifier.startsWith("node:")) return specifier;
  const own = /^@parfocal\/([^/]+)\/(.+)$/.exec(specifier);
  if (own) {
    const workspace = `packages/${own[1]}`;
    return posix.join(workspace, resolveSubpath(`./${own[2]}`, subpathsOf(workspace)));
  }
  const [scopeOrName, name] = specifier.split("/");
  return `npm:${scopeOrName?.startsWith("@") ? `${scopeOrName}/${name}` : scopeOrName}`;
}
