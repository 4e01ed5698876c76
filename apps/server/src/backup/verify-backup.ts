/** Reads everything of a backup again. */
import { type BackupCipher, DamagedError } from "./backup-cipher.ts";
import { fileListPath, isStored, readFileList, readManifest, storedPath, tablePath } from "./backup-format.ts";
import { isGone } from "./file-store.ts";
import { HashedStream } from "./hashed-stream.ts";

interface VerifyWishes {
  /** Folder of all backups. */
  readonly target: string;
  /** Folder of the one that is read. */
  readonly backup: string;
  readonly cipher: BackupCipher;
  readonly signal: AbortSignal;
}

/** @returns what is damaged or missing, as sentences. @throws Error with a sentence if there is no manifest to compare with. */
export async function verifyBackup({ target, backup, cipher, signal }: VerifyWishes): Promise<string[]> {
  const problems: string[] = [];
  const check = async (what: string, path: string, sha256: string) => {
    const problem = await problemOf(cipher.read(path, signal), sha256);
    if (problem) problems.push(`${what} is ${problem}: ${path}`);
  };
  const { tables, files } = await readManifest(backup, cipher);
  for (const { name, sha256 } of tables) await check(`The table ${name}`, tablePath(backup, name), sha256);
  await check("The list of files", fileListPath(backup), files.sha256);
  if (problems.length > 0) return problems;
  const checked = new Set<string>();
  for await (const file of readFileList(backup, cipher)) {
    if (!isStored(file) || checked.has(file.sha256)) continue;
    checked.add(file.sha256);
    await check(`The file ${file.path}`, storedPath(target, cipher.nameOf(file.sha256)), file.sha256);
  }
  return problems;
}

async function problemOf(contents: AsyncIterable<Buffer>, sha256: string): Promise<"damaged" | "missing" | null> {
  const hashed = new HashedStream();
  try {
    for await (const _ of hashed.through(contents));
  } catch (error) {
    if (isGone(error)) return "missing";
    if (error instanceof DamagedError) return "damaged";
    throw error;
  }
  return hashed.digest() === sha256 ? null : "damaged";
}
