import { type RawBuilder, sql } from "kysely";
import type { SiteDb, Tables } from "#platform/db/database.ts";
import { MASKED_COLUMNS, PERSONAL_COLUMNS, SECRET_COLUMNS } from "./personal-columns.ts";
import { type Person, rowsOf } from "./personal-data.queries.ts";

/** A row of a table without its secret columns. */
export type Row = Readonly<Record<string, unknown>>;

/** Limits the memory used, since outlines can be large. */
const ROWS_AT_ONCE = 50;

interface ExportedPerson extends Person {
  readonly displayName: string;
  readonly siteTitle: string;
}

export function findExportedPerson(db: SiteDb, siteId: number, id: number): Promise<ExportedPerson | undefined> {
  return db
    .selectFrom("site_user")
    .innerJoin("site", "site.id", "site_user.site_id")
    .select(["site_user.id", "site_user.email", "site_user.display_name as displayName", "site.title as siteTitle"])
    .where("site_user.site_id", "=", siteId)
    .where("site_user.id", "=", id)
    .where("site_user.deleted_at", "is", null)
    .executeTakeFirst();
}

export async function findPicture(db: SiteDb, siteId: number, userId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("user_picture")
    .select("webp")
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.webp;
}

const exported = () => PERSONAL_COLUMNS.filter(({ isExported, holds }) => isExported && holds !== "text");

/** Names of the tables that an export contains, in the order of the table of personal data. */
export const exportedTables = (): (keyof Tables)[] => [...new Set(exported().map(({ table }) => table))];

/** The exported rows of a table, in batches. Read one table after the other. */
export async function* portionsOf(
  db: SiteDb,
  siteId: number,
  person: Person,
  table: keyof Tables,
): AsyncGenerator<readonly Row[], void> {
  const conditions = exported()
    .filter((column) => column.table === table)
    .map((column): RawBuilder<boolean> => sql`(${rowsOf(siteId, person, column)})`);
  const secrets = SECRET_COLUMNS.filter(([of]) => of === table).map(([, column]) => column);
  const masks = MASKED_COLUMNS.filter(([of]) => of === table).map(
    ([, column, isMasked]) =>
      sql` || CASE WHEN ${isMasked} THEN jsonb_build_object(${column}::text, NULL) ELSE '{}'::jsonb END`,
  );
  await sql`
    DECLARE exported_rows NO SCROLL CURSOR FOR
    SELECT (to_jsonb(one) - ${secrets}::text[])${sql.join(masks, sql``)} AS row FROM ${sql.table(table)} AS one
    WHERE ${sql.join(conditions, sql` OR `)}
  `.execute(db);
  try {
    for (;;) {
      const { rows } = await sql<{ row: Row }>`FETCH ${sql.lit(ROWS_AT_ONCE)} FROM exported_rows`.execute(db);
      if (rows.length > 0) yield rows.map(({ row }) => row);
      if (rows.length < ROWS_AT_ONCE) return;
    }
  } finally {
    await sql`CLOSE exported_rows`.execute(db);
  }
}
