/**
 * Handles of files and folders, to reopen them after a reload without a new selection, if the browser supports it
 * (Chromium provides handles for dropped items). If anything here fails, they are selected again.
 */
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { type ChosenFiles, openHandles } from "#ui/dropped-files.ts";

/** Missing in TypeScript's DOM types: asks the user for read permission. */
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
      // Earlier versions stored one handle instead of a list.
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

/**
 * Requests permission if necessary, so it must be called in a click handler. @returns null if it must be selected
 * again.
 */
export async function openStored(uploadId: number): Promise<ChosenFiles | null> {
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

/** Storage may be unavailable, full, or unable to store handles. */
async function orNothing<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
