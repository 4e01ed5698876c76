/** Finds the embedded database of a running server so that a tool can connect to it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SUPERUSER } from "./embedded-cluster.ts";

interface RunningPostgres {
  readonly socketFolder: string;
  readonly port: number;
  readonly superuser: string;
}

/**
 * Lines of postmaster.pid with the port and the socket's folder, counted from 0. Source: PostgreSQL,
 * src/include/utils/pidfile.h.
 */
const PORT_LINE = 3;
const SOCKET_FOLDER_LINE = 4;

/** @param folder as passed to `startEmbeddedPostgres`. @returns null if no database is running there. */
export function findRunningPostgres(folder: string): RunningPostgres | null {
  const path = join(folder, "cluster", "postmaster.pid");
  if (!existsSync(path)) return null;
  const lines = readFileSync(path, "utf8").split("\n");
  const port = Number(lines[PORT_LINE]);
  const socketFolder = lines[SOCKET_FOLDER_LINE]?.trim() ?? "";
  if (!Number.isInteger(port) || socketFolder === "") return null;
  return { socketFolder, port, superuser: SUPERUSER };
}
