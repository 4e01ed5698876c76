/** Access to the database of a server under test as its owner, independent of the server's own code and rights. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { ServerUnderTest } from "./server-under-test.ts";

/** Lines of postmaster.pid, from 0. Source: PostgreSQL, src/include/utils/pidfile.h. */
const PORT_LINE = 3;
const SOCKET_FOLDER_LINE = 4;

/** One query on a separate connection: the database stops with the server and restarts on another port. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  server: ServerUnderTest,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(server.databaseUrl ?? findEmbedded(server));
  // If the database ends during the query, the query fails.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

function findEmbedded(server: ServerUnderTest): pg.ClientConfig {
  const lines = readFileSync(join(server.dataFolder, "postgres/cluster/postmaster.pid"), "utf8").split("\n");
  return {
    host: lines[SOCKET_FOLDER_LINE]?.trim() ?? "",
    port: Number(lines[PORT_LINE]),
    user: "postgres",
    database: "postgres",
  };
}
