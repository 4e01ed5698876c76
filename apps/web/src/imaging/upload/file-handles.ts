/**
 * Files and folders that can be opened again after a reload without being chosen again, where the browser can do so
 * (Chromium gives a handle for what is dropped). Everything here is a convenience: where it fails, they are chosen again.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type ChosenFiles, openHandles } from "#ui/dropped-files.ts";

/** Not in TypeScript's own list of the DOM: asks the user whether the page may read it (again). */
interface AskableHandle extends FileSystemHandle {
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
}

interface HandleSchema extends DBSchema {
  handles: { key: number; value: readonly FileSystemHandle[] };
}

const VERSION = 2;

let database: Promise<IDBPDatabase<HandleSchema>> | null = null;

function openDatabase(): Promise<IDBPDatabase<HandleSchema>> {
  database ??= openDB<HandleSchema>("parfocal-uploads", VERSION, {
    upgrade(db, before) {
      // Before, one handle was kept instead of a list.
      if (before > 0) db.deleteObjectStore("handles");
      db.createObjectStore("handles");
    },
  });
  return database;
}

export async function keepHandles(uploadId: number, handles: readonly FileSystemHandle[]): Promise<void> {
  if (handles.length === 0) return;
  await orNothing(async () => {
    await (await openDatabase()).put("handles", handles, uploadId);
  });
}

export async function dropHandles(uploadId: number): Promise<void> {
  await orNothing(async () => {
    await (await openDatabase()).delete("handles", uploadId);
  });
}

export async function listHandleIds(): Promise<readonly number[]> {
  return (await orNothing(async () => (await openDatabase()).getAllKeys("handles"))) ?? [];
}

/** Asks for permission where needed, hence within a click. @returns null: it must be chosen again. */
export async function openKept(uploadId: number): Promise<ChosenFiles | null> {
  const files = await orNothing(async () => {
    const handles: readonly AskableHandle[] | undefined = await (await openDatabase()).get("handles", uploadId);
    if (!handles) return null;
    for (const handle of handles) {
      const permission = (await handle.requestPermission?.({ mode: "read" })) ?? "granted";
      if (permission !== "granted") return null;
    }
    return openHandles(handles);
  });
  return files ?? null;
}

/** Storage may be closed, full, or of a browser that cannot keep handles. */
async function orNothing<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
