/** A database as comparable lines of text: its schema and rows. */
import type pg from "pg";

/** Each returns one text per row. Only schema `public`: extensions and the system do not differ. */
const PARTS = [
  `SELECT format('%s.%s %s %s %s %s', class.relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
     pg_get_expr(adbin, adrelid))
   FROM pg_attribute JOIN pg_class AS class ON class.oid = attrelid
   LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
   WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped`,
  `SELECT format('%s %s %s %s %s', relname, relkind, relrowsecurity, relforcerowsecurity, relacl)
   FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
  `SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
   FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
  "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'",
  "SELECT format('%s %s %s %s', tablename, policyname, qual, with_check) FROM pg_policies WHERE schemaname = 'public'",
  `SELECT pg_get_triggerdef(pg_trigger.oid) FROM pg_trigger JOIN pg_class AS class ON class.oid = tgrelid
   WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal`,
  `SELECT pg_get_functiondef(pg_proc.oid) || coalesce(proacl::text, '') FROM pg_proc
   WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
     AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  "SELECT name FROM kysely_migration",
];

/** @returns sorted. */
export async function describeDatabase(client: pg.ClientBase): Promise<string[]> {
  const lines: string[] = [];
  for (const part of PARTS) {
    const { rows } = await client.query<[string]>({ text: part, rowMode: "array" });
    lines.push(...rows.map(([line]) => line));
  }
  const { rows: tables } = await client.query<{ name: string; columns: string }>(
    // The times differ between migrations.
    `SELECT quote_ident(relname) AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT LIKE 'kysely_%'
       AND attnum > 0 AND NOT attisdropped AND atttypid <> 'timestamptz'::regtype
     GROUP BY relname`,
  );
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ line: string }>(
      `SELECT format('row of ${name}: %s', ROW(${columns})::text) AS line FROM ${name}`,
    );
    lines.push(...rows.map(({ line }) => line));
  }
  return lines.toSorted();
}
