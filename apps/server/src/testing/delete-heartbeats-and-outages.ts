import { sql } from "kysely";
import type { SharedTestServer } from "./test-server.ts";

/** Removes heartbeats and outages. They belong to no site: those of one test would count in the next, and in other files. */
export async function deleteHeartbeatsAndOutages({ owner }: SharedTestServer): Promise<void> {
  await sql`DELETE FROM server_heartbeat`.execute(owner);
  await sql`DELETE FROM server_outage`.execute(owner);
}
