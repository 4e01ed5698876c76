/**
 * Access as owner to the embedded database of a running server, for actions that no call offers, e.g. moving a date
 * into the past.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

/**
 * Lines of postmaster.pid with the port and the socket's folder, from 0. Source: PostgreSQL,
 * src/include/utils/pidfile.h.
 */
const PORT_LINE = 3;
const SOCKET_FOLDER_LINE = 4;

/** For `DATABASE_URL` of another server, or a client. @throws Error if no server runs on this data folder. */
export function ownerUrl(dataFolder: string): string {
  const lines = readFileSync(join(dataFolder, "postgres/cluster/postmaster.pid"), "utf8").split("\n");
  const socketFolder = encodeURIComponent(lines[SOCKET_FOLDER_LINE]?.trim() ?? "");
  return `postgresql://postgres@localhost:${lines[PORT_LINE]}/postgres?host=${socketFolder}`;
}

export async function withOwnerDatabase<Result>(
  dataFolder: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(ownerUrl(dataFolder));
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
