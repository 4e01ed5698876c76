/**
 * Files that can be opened again after a reload without being chosen again, where the browser can do so (Chromium gives
 * a handle for each dropped file). Everything here is a convenience: where it fails, the file is chosen again.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** Not in TypeScript's own list of the DOM: asks the user whether the page may read the file (again). */
interface AskableFileHandle extends FileSystemFileHandle {
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
}

interface HandleSchema extends DBSchema {
  handles: { key: number; value: FileSystemFileHandle };
}

let database: Promise<IDBPDatabase<HandleSchema>> | null = null;

function openHandles(): Promise<IDBPDatabase<HandleSchema>> {
  database ??= openDB<HandleSchema>("parfocal-uploads", 1, {
    upgrade(db) {
      db.createObjectStore("handles");
    },
  });
  return database;
}

export async function keepHandle(uploadId: number, handle: FileSystemFileHandle): Promise<void> {
  await orNothing(async () => {
    await (await openHandles()).put("handles", handle, uploadId);
  });
}

export async function dropHandle(uploadId: number): Promise<void> {
  await orNothing(async () => {
    await (await openHandles()).delete("handles", uploadId);
  });
}

export async function listHandleIds(): Promise<readonly number[]> {
  return (await orNothing(async () => (await openHandles()).getAllKeys("handles"))) ?? [];
}

/** Asks for permission where needed, hence within a click. @returns null: it must be chosen again. */
export async function openHandle(uploadId: number): Promise<File | null> {
  const file = await orNothing(async () => {
    const handle: AskableFileHandle | undefined = await (await openHandles()).get("handles", uploadId);
    if (!handle) return null;
    const permission = (await handle.requestPermission?.({ mode: "read" })) ?? "granted";
    return permission === "granted" ? handle.getFile() : null;
  });
  return file ?? null;
}

/** Storage may be closed, full, or of a browser that cannot keep handles. */
async function orNothing<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
