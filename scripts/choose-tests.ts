/** Unit tests and journeys that a change can affect, with reasons: `npm test -- --changed`. */
import { basename } from "node:path";
import { findAffected } from "./affected-files.ts";
import type { Changes } from "./changed-files.ts";
import { type JourneySlices, listSlices, sliceNameOf } from "./journey-slices.ts";
import type { SourceFile } from "./source-files.ts";

/** Paths from the root; null: all. */
export type Chosen = readonly string[] | null;

export interface Choice {
  readonly files: Chosen;
  /** Reasons, for the output. */
  readonly why: readonly string[];
}

const TEST = /\.test\.(?:tsx?|mjs)$/;
/** Tests that read the whole repository, independently of their imports. */
const WHOLE_REPOSITORY = /^scripts\/.*\.test\.ts$/;
/** Files that affect all unit tests. */
const GROUND_OF_UNIT_TESTS =
  /(?:^|\/)(?:package(?:-lock)?|tsconfig[^/]*)\.json$|^(?:vitest\.config\.ts|\.npmrc)$|\/vite\.config\.ts$/;
/** Affects only the files that name or import it. */
const TRACEABLE = /\.(?:ts|tsx|mjs|css|md)$|^(?:docs|e2e|lab|bench|\.ci)\/|^(?:LICENSE|\.gitignore|biome\.json)$/;

export function chooseUnitTests(sources: readonly SourceFile[], changed: readonly string[]): Choice {
  if (changed.length === 0) return { files: [], why: [] };
  const affected = findAffected(sources, changed);
  const reached = new Set(sources.flatMap(({ imports, namedFiles }) => [...imports, ...namedFiles]));
  const isTraceable = (path: string) => TRACEABLE.test(path) || reached.has(path) || reached.has(basename(path));
  const ground = changed.find((path) => GROUND_OF_UNIT_TESTS.test(path) || !isTraceable(path));
  if (ground) return { files: null, why: [`all, because of ${ground}`] };
  const setups = setupWorkspaces(sources, affected);
  const tests = sources.map(({ path }) => path).filter((path) => TEST.test(path));
  const chosen = tests.filter(
    (path) =>
      affected.has(path) || WHOLE_REPOSITORY.test(path) || setups.some((workspace) => path.startsWith(`${workspace}/`)),
  );
  return {
    files: chosen,
    why: [
      `${chosen.length} of ${tests.length} files, by what they import or name`,
      ...setups.map((workspace) => `all of ${workspace}, because its setup is affected`),
    ],
  };
}

/** Workspaces in which an affected file runs before all tests, according to vitest.config.ts. */
function setupWorkspaces(sources: readonly SourceFile[], affected: ReadonlySet<string>): string[] {
  const setups = sources.find(({ path }) => path === "vitest.config.ts")?.namedFiles ?? [];
  const inWorkspaces = [...affected].filter((path) => setups.some((name) => path.endsWith(`/${name}`)));
  return [...new Set(inWorkspaces.map((path) => path.split("/", 2).join("/")))];
}

/** Changes without effect on journeys. */
const BEHIND_JOURNEYS = /\.test\.(?:tsx?|mjs)$|\.md$|^(?:docs|lab|bench|\.ci)\/|^(?:LICENSE|\.gitignore|biome\.json)$/;
/** Slices that affect all journeys. */
const GROUND_OF_JOURNEYS: ReadonlySet<string> = new Set(["access", "geometry", "item", "session", "site", "user"]);

export function chooseJourneys(
  sources: readonly SourceFile[],
  changed: readonly string[],
  journeys: JourneySlices,
): Choice {
  const visible = changed.filter((path) => !BEHIND_JOURNEYS.test(path));
  const slices = listSlices(sources.map(({ path }) => path));
  const named = new Set([...journeys.values()].flat());
  const changedSlices = new Set<string>();
  for (const path of visible.filter((one) => !one.startsWith("e2e/"))) {
    const slice = sliceNameOf(path, slices);
    if (slice === null) return { files: null, why: [`all, because ${path} belongs to no slice`] };
    if (GROUND_OF_JOURNEYS.has(slice))
      return { files: null, why: [`all, because all pass through the slice ${slice} (${path})`] };
    if (!named.has(slice)) return { files: null, why: [`all, because no journey names the slice ${slice} (${path})`] };
    changedSlices.add(slice);
  }
  const affected = findAffected(
    sources.filter(({ path }) => path.startsWith("e2e/")),
    visible.filter((path) => path.startsWith("e2e/")),
  );
  const chosen = [...journeys].flatMap(([name, ofJourney]) => {
    const causes = ofJourney.filter((slice) => changedSlices.has(slice));
    if (affected.has(`e2e/${name}`)) causes.push("its own code");
    return causes.length > 0 ? [{ file: `e2e/${name}`, causes }] : [];
  });
  return {
    files: chosen.map(({ file }) => file),
    why: [
      `${chosen.length} of ${journeys.size} files, by the slices that they name`,
      ...chosen.map(({ file, causes }) => `${file} (${causes.join(", ")})`),
    ],
  };
}

/** Selected tests and reasons, for the beginning of the output. */
export function describeChoices(
  { since, files }: Changes,
  { unitTests, journeys }: { unitTests: Choice; journeys: Choice },
): string[] {
  if (files.length === 0) return [`Nothing has changed since ${since}: checks alone.`, ""];
  return [
    `Changed since ${since}: ${files.length} file${files.length === 1 ? "" : "s"}`,
    ...files.map((file) => `  ${file}`),
    "Unit and HTTP tests:",
    ...unitTests.why.map((line) => `  ${line}`),
    "Journeys:",
    ...journeys.why.map((line) => `  ${line}`),
    "",
  ];
}
