/** Verifies a backup by reading all of it. */
import { DamagedError } from "./backup-cipher.ts";
import {
  type BackupSource,
  contentKey,
  fileListKey,
  isStored,
  readFileList,
  readManifest,
  tableKey,
} from "./backup-format.ts";
import { MissingError } from "./backup-store.ts";
import { HashedStream } from "./hashed-stream.ts";

interface VerifyOptions extends BackupSource {
  /** Name of the backup to verify. */
  readonly backup: string;
  readonly signal: AbortSignal;
}

/**
 * @returns user-facing messages about damaged or missing files. @throws Error with a user-facing message if there is no
 * manifest.
 */
export async function verifyBackup(options: VerifyOptions): Promise<string[]> {
  const { store, backup, cipher, signal } = options;
  const problems: string[] = [];
  const check = async (what: string, key: string, sha256: string) => {
    const address = store.addressOf(key);
    const problem = await problemOf(cipher.read(store.read(key, signal), address), sha256);
    if (problem) problems.push(`${what} is ${problem}: ${address}`);
  };
  const { tables, files } = await readManifest(options, backup);
  for (const { name, sha256 } of tables) await check(`The table ${name}`, tableKey(backup, name), sha256);
  await check("The list of files", fileListKey(backup), files.sha256);
  if (problems.length > 0) return problems;
  const checked = new Set<string>();
  for await (const file of readFileList(options, backup)) {
    if (!isStored(file) || checked.has(file.sha256)) continue;
    checked.add(file.sha256);
    await check(`The file ${file.path}`, contentKey(cipher.nameOf(file.sha256)), file.sha256);
  }
  return problems;
}

async function problemOf(contents: AsyncIterable<Buffer>, sha256: string): Promise<"damaged" | "missing" | null> {
  const hashed = new HashedStream();
  try {
    for await (const _ of hashed.through(contents));
  } catch (error) {
    if (error instanceof MissingError) return "missing";
    if (error instanceof DamagedError) return "damaged";
    throw error;
  }
  return hashed.digest() === sha256 ? null : "damaged";
}
