/** Files that journeys generate: each is generated once per run, by the worker that needs it first. */
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
 * @param name of the file, from which its slide's name is derived; the same name refers to the same file.
 * @param write writes it to a path.
 * @returns path of the file, which is read-only.
 */
export async function drawOnce(name: string, write: (path: string) => void | Promise<void>): Promise<string> {
  const path = join(folderOfTheRun(), name);
  if (existsSync(path)) return path;
  // Two workers may draw it at the same time: either file is complete when it gets its name.
  const draft = join(folderOfTheRun(), `${randomUUID()}-${name}`);
  await write(draft);
  renameSync(draft, path);
  return path;
}
