/** Finds data that a trace shows as acknowledged before it was on the disk. */
import { dirname } from "node:path";
import type { SystemCall } from "./read-trace.ts";

const WRITES: ReadonlySet<string> = new Set(["write", "writev", "pwrite64", "pwritev"]);
const SYNCS: ReadonlySet<string> = new Set(["fdatasync", "fsync"]);
const NAMES: ReadonlySet<string> = new Set(["rename", "renameat", "renameat2", "link", "linkat", "mkdir", "mkdirat"]);

/** Lines of a trace, both exclusive. */
interface Span {
  readonly after: number;
  readonly before: number;
}

/** @returns the first sync of a file or folder that ran completely within the span. */
function findSync(calls: readonly SystemCall[], path: string, { after, before }: Span): SystemCall | undefined {
  return calls.find(
    ({ name, target, result, begin, end }) =>
      SYNCS.has(name) && target === path && result === 0 && begin > after && end < before,
  );
}

interface Range {
  readonly path: string;
  readonly position: number;
  readonly length: number;
}

/**
 * A part of a file that is acknowledged at a line. @returns null and the line of its sync, if it was synced by then.
 */
export function findRangeFault(
  calls: readonly SystemCall[],
  { path, position, length }: Range,
  acknowledged: number,
): { readonly fault: string } | { readonly fault: null; readonly synced: number } {
  const writes = calls.filter((call) => {
    if (call.name !== "pwrite64" || call.target !== path) return false;
    const at = Number(/, (\d+)$/.exec(call.parameters)?.[1]);
    return at < position + length && at + call.result > position;
  });
  const bytes = writes.reduce((sum, { result }) => sum + result, 0);
  if (bytes !== length) return { fault: `${bytes} of ${length} bytes were written` };
  const after = Math.max(...writes.map(({ end }) => end));
  const sync = findSync(calls, path, { after, before: acknowledged });
  return sync ? { fault: null, synced: sync.end } : { fault: "no sync between its last write and the answer" };
}

/** Whether a transaction was committed: PostgreSQL has written its log and synced it. */
export function isLogSynced(calls: readonly SystemCall[], { after, before }: Span): boolean {
  return calls.some(
    ({ name, target, begin, end }) =>
      WRITES.has(name) &&
      /\/pg_wal\/[0-9A-F]{24}$/.test(target) &&
      begin > after &&
      findSync(calls, target, { after: end, before }) !== undefined,
  );
}

/** Names of a path, and of the folders above it, that were created during the trace. */
export function findNames(
  calls: readonly SystemCall[],
  path: string,
): { readonly name: string; readonly given: number }[] {
  return calls.flatMap(({ name: call, parameters, result, end }) => {
    const isCreated = call === "openat" && parameters.includes("O_CREAT");
    if (result < 0 || !(isCreated || NAMES.has(call))) return [];
    const name = [...parameters.matchAll(/"([^"]*)"/g)].at(-1)?.[1] ?? "";
    return path === name || path.startsWith(`${name}/`) ? [{ name, given: end }] : [];
  });
}

/** Those of these names whose folder was not synced before a line, and the line at which the last folder was synced. */
export function findNameFaults(
  calls: readonly SystemCall[],
  path: string,
  acknowledged: number,
): { readonly faults: readonly string[]; readonly synced: number } {
  const names = findNames(calls, path);
  if (!names.some(({ name }) => name === path)) return { faults: [`nothing was given the name ${path}`], synced: 0 };
  const syncs = names.map(({ name, given }) => ({
    name,
    sync: findSync(calls, dirname(name), { after: given, before: acknowledged }),
  }));
  return {
    faults: syncs.flatMap(({ name, sync }) => (sync ? [] : [`the folder of ${name} was not synced before the answer`])),
    synced: Math.max(...syncs.map(({ sync }) => sync?.end ?? 0)),
  };
}

/**
 * Files that were given a name in a folder by renaming, after their contents were written.
 *
 * @returns their number, and those whose contents were not synced between their last write and the name.
 */
export function findContentFaults(
  calls: readonly SystemCall[],
  folder: string,
): { readonly count: number; readonly faults: readonly string[] } {
  const renamed = calls.flatMap(({ name: call, parameters, result, begin }) => {
    if (result < 0 || !call.startsWith("rename")) return [];
    const [from = "", to = ""] = [...parameters.matchAll(/"([^"]*)"/g)].map(([, path = ""]) => path);
    return to.startsWith(`${folder}/`) ? [{ from, to, begin }] : [];
  });
  const faults = renamed.flatMap(({ from, to, begin }) => {
    const writes = calls.filter(({ name, target, end }) => WRITES.has(name) && target === from && end < begin);
    if (writes.length === 0) return [`no write of ${to} is in the trace`];
    const after = Math.max(...writes.map(({ end }) => end));
    return findSync(calls, from, { after, before: begin })
      ? []
      : [`${to} got its name before its contents were synced`];
  });
  return { count: renamed.length, faults };
}
