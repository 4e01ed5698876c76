/**
 * The wings of core, server and web: groups of slices, each of which may import only previous ones. `app` (in the server
 * also its root) combines all of them.
 */
import type { SourceFile } from "./source-files.ts";

/** In dependency order: a wing may import previous ones, including types. Source: ARCHITECTURE.md, "Wings". */
export const WINGS = ["people", "content", "imaging", "viewing", "sharing", "learning"] as const;

/** Folders below all wings. */
const GROUND = /^(?:apps\/[^/]+|packages\/core)\/src\/(?:platform|ui|geometry|csv)\//;
const IN_WING = new RegExp(`^(apps/[^/]+|packages/core)/src/(${WINGS.join("|")})/`);
const WINGED = /^(apps\/(?:server|web)|packages\/core)\/src\/([^/]+)\//;
const TEST = /\.test\.tsx?$|\/testing\//;
interface Place {
  readonly workspace: string;
  /** Index in `WINGS`; -1: below all wings, `WINGS.length`: above all. */
  readonly rank: number;
}

function placeOf(path: string): Place | null {
  const [, workspace, wing] = IN_WING.exec(path) ?? [];
  if (workspace && wing) return { workspace, rank: (WINGS as readonly string[]).indexOf(wing) };
  const [, winged] = WINGED.exec(path) ?? [];
  if (!winged) return null;
  return { workspace: winged, rank: GROUND.test(path) ? -1 : WINGS.length };
}

const nameOf = (rank: number): string => WINGS[rank] ?? "app";

/**
 * Imports from a wing to a later one, as messages that begin with the file. Tests may import anything; the imports of
 * the folders below all wings are checked by `WALLS` in check-boundaries.ts.
 */
export function findWingBreaches(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, imports }) => {
    const from = placeOf(path);
    if (!from || from.rank < 0 || TEST.test(path)) return [];
    return imports.flatMap((imported) => {
      const to = placeOf(imported);
      if (!to || TEST.test(imported) || to.workspace !== from.workspace || to.rank <= from.rank) return [];
      return [`${path} imports ${imported}: ${nameOf(from.rank)} is below ${nameOf(to.rank)}`];
    });
  });
}
