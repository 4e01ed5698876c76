/** Opens containers of several files. */
import { stat } from "node:fs/promises";
import { FileBytes } from "../bytes/file-bytes.ts";
import type { EntryStore } from "./entry-store.ts";
import { FolderStore } from "./folder-store.ts";
import { ZipStore } from "./zip-store.ts";

/** @param path of a zip or a folder. */
export async function openStore(path: string): Promise<EntryStore> {
  if ((await stat(path)).isDirectory()) return FolderStore.open(path);
  const file = await FileBytes.open(path);
  try {
    return await ZipStore.open(file);
  } catch (error) {
    await file.close();
    throw error;
  }
}
