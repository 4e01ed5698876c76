/** When a server of the installation last ran, and when none did. */
import { sql } from "kysely";
import type { Database } from "../db/database.ts";

interface Beat {
  readonly now: Date;
  /** A longer time without a heartbeat is an outage, in seconds. */
  readonly gapS: number;
}

/**
 * One statement: if several servers return, the first one writes the outage, and the others find its heartbeat.
 *
 * @returns the previous heartbeat of any server; null: none.
 */
export async function recordBeat(database: Database, { now, gapS }: Beat): Promise<Date | null> {
  const { rows } = await sql<{ beatAt: Date }>`
    WITH previous AS (SELECT beat_at FROM server_heartbeat WHERE id = 1 FOR UPDATE),
    beat AS (
      INSERT INTO server_heartbeat (id, beat_at) SELECT 1, greatest(${now}::timestamptz, max(beat_at)) FROM previous
      ON CONFLICT (id) DO UPDATE SET beat_at = greatest(server_heartbeat.beat_at, excluded.beat_at)
    ), outage AS (
      INSERT INTO server_outage (began_at, ended_at)
      SELECT beat_at, ${now}::timestamptz FROM previous
      WHERE ${now}::timestamptz - beat_at > make_interval(secs => ${gapS})
      ON CONFLICT DO NOTHING
    )
    SELECT beat_at AS "beatAt" FROM previous
  `.execute(database);
  return rows[0]?.beatAt ?? null;
}

export async function deleteOutages(database: Database, before: Date): Promise<void> {
  await database.deleteFrom("server_outage").where("ended_at", "<", before).execute();
}
