/** IDs of which a test knows by the number whose they are: each table gets a range of its own, or all the same number. */
import { sql } from "kysely";
import type { SharedTestServer } from "./test-server.ts";

export const OWN_IDS_PER_TABLE = 1_000_000;
/** Above every ID of a table's own range. */
const FIRST_ALIGNED_ID = 500_000_000;

/** From now on no two rows of different tables get the same ID. @param offset within each table's range. */
export async function separateSequences({ owner }: SharedTestServer, { offset }: { offset: number }): Promise<void> {
  await sql`
    SELECT setval(oid::regclass, ${OWN_IDS_PER_TABLE}::int * row_number + ${offset}::int) FROM (
      SELECT oid, row_number() OVER (ORDER BY relname) FROM pg_class WHERE relkind = 'S'
    ) AS sequences
  `.execute(owner);
}

/**
 * The next row of each table gets the first multiple of 1000 that the table has not used yet. So one number is the ID of
 * a row in many tables, and one request tries them all.
 *
 * @param from no ID is smaller.
 */
export async function alignSequences(
  { owner }: SharedTestServer,
  { from = FIRST_ALIGNED_ID }: { from?: number } = {},
): Promise<void> {
  await sql`
    SELECT setval(
      format('%I.%I', schemaname, sequencename)::regclass,
      (greatest(last_value, ${from}::bigint) / 1000 + 1) * 1000 - 1
    ) FROM pg_sequences
  `.execute(owner);
}
