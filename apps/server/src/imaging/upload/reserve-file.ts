/** Creates the file for an upload's chunks, at its final size. */
import { open } from "node:fs/promises";

export async function reserveFile(path: string, bytes: number): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.truncate(bytes);
  } finally {
    await file.close();
  }
}
