import { readdir, stat } from "node:fs/promises";

/** Empty if the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** false for a file that no longer exists. */
export function isOlderThan(path: string, ms: number, now: number): Promise<boolean> {
  return stat(path).then(
    ({ mtimeMs }) => now - mtimeMs > ms,
    () => false,
  );
}
