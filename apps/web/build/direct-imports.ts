/**
 * Imports from libraries that export everything from one file (components, hooks, icons) are rewritten to the defining
 * file. The bundle is the same, but a module's dependencies are visible in its imports, which `page-chunks.ts` uses.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Each with the file that exports everything, relative to the package's folder. */
const LIBRARIES: Readonly<Record<string, string>> = {
  "@mantine/core": "esm/index.mjs",
  "@mantine/hooks": "esm/index.mjs",
  "@tabler/icons-react": "dist/esm/tabler-icons-react.mjs",
};

/** The file that defines an export, and its name there. */
interface Origin {
  readonly file: string;
  readonly name: string;
}

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']\s*;?/g;
const RE_EXPORT = /export\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']\s*;?/g;
const OWN_EXPORT = /export\s*\{([^}]*)\}\s*;/g;

/** @param names contents of the braces: `Box, default as Icon, type BoxProps`; types are skipped. */
function readNames(names: string): readonly { readonly from: string; readonly to: string }[] {
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "))
    .map((name) => {
      const [from = "", to = from] = name.split(/\s+as\s+/);
      return { from, to };
    });
}

function readOrigins(folder: string, index: string): ReadonlyMap<string, Origin> {
  const text = readFileSync(join(folder, index), "utf8");
  const origins = new Map<string, Origin>();
  const imported = new Map<string, Origin>();
  // Re-exports from another package keep that package's name.
  const fileOf = (specifier: string) =>
    specifier.startsWith(".") ? join(folder, dirname(index), specifier) : specifier;
  for (const [, names = "", specifier = ""] of text.matchAll(IMPORT))
    for (const { from, to } of readNames(names)) imported.set(to, { file: fileOf(specifier), name: from });
  for (const [, names = "", specifier = ""] of text.matchAll(RE_EXPORT))
    for (const { from, to } of readNames(names)) origins.set(to, { file: fileOf(specifier), name: from });
  for (const [, names = ""] of text.matchAll(OWN_EXPORT))
    for (const { from, to } of readNames(names)) {
      const origin = imported.get(from);
      if (origin) origins.set(to, origin);
    }
  return origins;
}

/** @param code source text of a module. @returns it with direct imports. */
export function importDirectly(
  code: string,
  originsOf: (library: string) => ReadonlyMap<string, Origin> | undefined,
): string {
  return code.replace(IMPORT, (statement, names: string, library: string) => {
    const origins = originsOf(library);
    if (!origins) return statement;
    const others: string[] = [];
    const direct = readNames(names).flatMap(({ from, to }) => {
      const origin = origins.get(from);
      if (origin) return `import { ${origin.name} as ${to} } from ${JSON.stringify(origin.file)};`;
      others.push(from === to ? from : `${from} as ${to}`);
      return [];
    });
    if (others.length > 0) direct.push(`import { ${others.join(", ")} } from "${library}";`);
    return direct.join(" ");
  });
}

/** @param path path of any of the package's files. */
const folderOf = (path: string, library: string): string =>
  path.slice(0, path.lastIndexOf(`/node_modules/${library}/`) + `/node_modules/${library}`.length);

export function directImports(): Plugin {
  const require = createRequire(import.meta.url);
  const known = new Map<string, ReadonlyMap<string, Origin>>();
  const originsOf = (library: string) => {
    const index = LIBRARIES[library];
    if (index === undefined) return undefined;
    const origins = known.get(library) ?? readOrigins(folderOf(require.resolve(library), library), index);
    known.set(library, origins);
    return origins;
  };
  return {
    name: "direct-imports",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$|\/node_modules\/@mantine\/.*\.mjs$/, code: /@mantine\/|@tabler\// },
      handler: (code) => ({ code: importDirectly(code, originsOf), map: null }),
    },
  };
}
