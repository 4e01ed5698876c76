/** Makes the file that an upload's chunks are written into, as long as the upload is to be. */
import { open } from "node:fs/promises";

export async function reserveFile(path: string, bytes: number): Promise<void> {
  const file = await open(path, "w", 0o600);
  try {
    await file.truncate(bytes);
  } finally {
    await file.close();
  }
}
