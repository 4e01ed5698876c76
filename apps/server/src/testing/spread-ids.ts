/** IDs whose table a test can tell from the number: each table gets a separate range, or all tables the same number. */
import { sql } from "kysely";
import type { SharedTestServer } from "./test-server.ts";

export const OWN_IDS_PER_TABLE = 1_000_000;
/** Greater than every ID of a table's own range. */
const FIRST_ALIGNED_ID = 500_000_000;

/** From now on rows of different tables never have the same ID. @param offset within each table's range. */
export async function separateSequences({ owner }: SharedTestServer, { offset }: { offset: number }): Promise<void> {
  await sql`
    SELECT setval(oid::regclass, ${OWN_IDS_PER_TABLE}::int * row_number + ${offset}::int) FROM (
      SELECT oid, row_number() OVER (ORDER BY relname) FROM pg_class WHERE relkind = 'S'
    ) AS sequences
  `.execute(owner);
}

/**
 * The next row of each table gets the first multiple of 1000 that the table has not used yet. So one number is the ID
 * of a row in many tables, and one request tests them all.
 *
 * @param from minimum ID.
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
