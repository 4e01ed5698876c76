/** Circles among imports, between files or between groups of files. */
import type { SourceFile } from "./source-files.ts";
import { WINGS } from "./wings.ts";

const SLICE = new RegExp(
  `^(?:apps/[^/]+|packages/core)/src/(?:(?:${WINGS.join("|")})/[^/]+|app/manage|geometry|csv|workers|web-page)(?=/)`,
);

/** The slice that a file of an app or of core belongs to, as its folder; null outside of slices. */
export function sliceOf(path: string): string | null {
  return SLICE.exec(path)?.[0] ?? null;
}

/**
 * One circle for each knot of groups that import each other, as the way round, its first group again at the end.
 * Imports of types count as any other; those of tests are left out.
 *
 * @param groupOf null for a file that is in no group.
 */
export function findCircles(files: readonly SourceFile[], groupOf: (path: string) => string | null): string[][] {
  const arrows = arrowsBetween(files, groupOf);
  const circles: string[][] = [];
  const seen = new Set<string>();
  for (const start of arrows.keys()) {
    if (seen.has(start)) continue;
    const circle = shortestWayBack(start, arrows);
    if (!circle) continue;
    circles.push(circle);
    for (const group of circle) seen.add(group);
  }
  return circles;
}

type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

function arrowsBetween(files: readonly SourceFile[], groupOf: (path: string) => string | null): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const file of files) {
    const from = groupOf(file.path);
    if (from === null || /\.test\.tsx?$/.test(file.path)) continue;
    const targets = arrows.get(from) ?? new Set();
    arrows.set(from, targets);
    for (const imported of file.imports) {
      const to = groupOf(imported);
      if (to !== null && (to !== from || imported === file.path)) targets.add(to);
    }
  }
  return arrows;
}

/** Breadth first, so that the circle reported is the shortest through its start. */
function shortestWayBack(start: string, arrows: Arrows): string[] | null {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (let group = queue.shift(); group !== undefined; group = queue.shift()) {
    for (const next of arrows.get(group) ?? []) {
      if (next === start) return [...wayTo(group, start, cameFrom), start];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, group);
      queue.push(next);
    }
  }
  return null;
}

function wayTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end];
  while (way[0] !== start) way.unshift(cameFrom.get(way[0] as string) as string);
  return way;
}
