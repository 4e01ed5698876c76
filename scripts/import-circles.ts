/** Import cycles between files or between groups of files. */
import type { SourceFile } from "./source-files.ts";
import { WINGS } from "./wings.ts";

const SLICE = new RegExp(
  `^(?:apps/[^/]+|packages/core)/src/(?:(?:${WINGS.join("|")})/[^/]+|app/manage|geometry|csv|workers|web-page)(?=/)`,
);

/** Folder of the slice to which a file of an app or of core belongs; null outside of slices. */
export function sliceOf(path: string): string | null {
  return SLICE.exec(path)?.[0] ?? null;
}

/**
 * One cycle for each strongly connected set of groups, as a path that ends with its first group.
 * Includes imports of types; omits those of tests.
 *
 * @param groupOf null for a file without a group.
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

/** Breadth-first, so that the reported cycle is the shortest through its start. */
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
