/** Files that journeys draw for themselves: each is drawn once in a run, whichever worker needs it first. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSharedServer } from "./shared-server.ts";

let folder: string | undefined;

/** Removed with the server's data at the end of the run. */
function folderOfTheRun(): string {
  const server = findSharedServer();
  folder ??= server ? join(server.dataFolder, "journey-drawings") : mkdtempSync(join(tmpdir(), "parfocal-drawings-"));
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * @param name of the file, which its slide is called after; the same name is the same file.
 * @param write writes it to a path.
 * @returns path of the file; it is for reading alone.
 */
export async function drawOnce(name: string, write: (path: string) => void | Promise<void>): Promise<string> {
  const path = join(folderOfTheRun(), name);
  if (existsSync(path)) return path;
  // Two workers may draw it at the same time: either is whole when it gets its name.
  const draft = join(folderOfTheRun(), `${randomUUID()}-${name}`);
  await write(draft);
  renameSync(draft, path);
  return path;
}
