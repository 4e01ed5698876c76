/** Files affected by a change, through imports and through strings that contain file names. */
import { basename } from "node:path";
import type { SourceFile } from "./source-files.ts";

/** @returns the changed files themselves and every source that reaches one of them. */
export function findAffected(sources: readonly SourceFile[], changed: readonly string[]): Set<string> {
  const importers = groupBy(sources, ({ imports }) => imports);
  const namers = groupBy(sources, ({ namedFiles }) => namedFiles);
  const affected = new Set<string>();
  const queue = [...changed];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (affected.has(path)) continue;
    affected.add(path);
    queue.push(...(importers.get(path) ?? []), ...(namers.get(basename(path)) ?? []));
  }
  return affected;
}

function groupBy(
  sources: readonly SourceFile[],
  keysOf: (source: SourceFile) => readonly string[],
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const source of sources)
    for (const key of new Set(keysOf(source))) groups.set(key, [...(groups.get(key) ?? []), source.path]);
  return groups;
}
