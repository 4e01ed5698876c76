import { stat, utimes } from "node:fs/promises";

/**
 * Sets the times of a cached file, so that the least recently used ones are deleted first. Never fails.
 *
 * @param afterMs minimum age of the last mark; a newer mark is left unchanged.
 */
export async function markAsUsed(path: string, afterMs: number): Promise<void> {
  const now = new Date();
  const facts = await stat(path).catch(() => null);
  if (facts && now.getTime() - facts.mtimeMs > afterMs) await utimes(path, now, now).catch(() => {});
}
