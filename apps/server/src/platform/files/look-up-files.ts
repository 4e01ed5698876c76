import { readdir, stat } from "node:fs/promises";
import { nullIfGone } from "./is-gone.ts";

/** Empty if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfGone)) ?? [];
}

/** false for a file that no longer exists. */
export function isOlderThan(path: string, ms: number, now: number): Promise<boolean> {
  return stat(path).then(
    ({ mtimeMs }) => now - mtimeMs > ms,
    () => false,
  );
}
