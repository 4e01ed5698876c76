/** Reads everything of a backup again. */
import { stat } from "node:fs/promises";
import { hashFile } from "#platform/files/hash-file.ts";
import { fileListPath, isStored, readFileList, readManifest, storedPath, tablePath } from "./backup-format.ts";
import { isGone } from "./file-store.ts";

/** @returns what is damaged or missing, as sentences. @throws Error with a sentence if there is no manifest to compare with. */
export async function verifyBackup(target: string, backup: string, signal: AbortSignal): Promise<string[]> {
  const problems: string[] = [];
  const check = async (what: string, path: string, sha256: string) => {
    const found = await hashOf(path, signal);
    if (found !== sha256) problems.push(`${what} is ${found === null ? "missing" : "damaged"}: ${path}`);
  };
  const { tables, files } = await readManifest(backup);
  for (const { name, sha256 } of tables) await check(`The table ${name}`, tablePath(backup, name), sha256);
  await check("The list of files", fileListPath(backup), files.sha256);
  if (problems.length > 0) return problems;
  const checked = new Set<string>();
  for await (const file of readFileList(backup)) {
    if (!isStored(file) || checked.has(file.sha256)) continue;
    checked.add(file.sha256);
    await check(`The file ${file.path}`, storedPath(target, file.sha256), file.sha256);
  }
  return problems;
}

async function hashOf(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    return await hashFile(path, (await stat(path)).size, { signal });
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}
