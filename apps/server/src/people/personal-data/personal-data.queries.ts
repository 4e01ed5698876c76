import { DEFAULT_ROLE } from "@parfocal/core/access/capabilities.ts";
import type { PersonalDataCounts } from "@parfocal/core/personal-data/personal-data.contract.ts";
import { type RawBuilder, sql } from "kysely";
import { NO_PASSWORD } from "#platform/access/password.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { type Fate, PERSONAL_COLUMNS, type PersonalColumn } from "./personal-columns.ts";

export interface Person {
  readonly id: number;
  readonly email: string;
}

/** Locks the account's row: new references to it wait until the transaction ends. */
export async function lockPerson(db: SiteDb, siteId: number, id: number): Promise<Person | undefined> {
  return db
    .selectFrom("site_user")
    .select(["id", "email"])
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** The rows that a column of the table of personal data finds. */
export function rowsOf(siteId: number, { id, email }: Person, { column, holds }: PersonalColumn): RawBuilder<boolean> {
  if (holds === "email") return sql<boolean>`site_id = ${siteId} AND lower(${sql.ref(column)}) = lower(${email})`;
  if (holds === "attempt")
    return sql<boolean>`site_id = ${siteId} AND ${sql.ref(column)} IN (
      SELECT quiz_attempt.id FROM quiz_attempt WHERE quiz_attempt.site_id = ${siteId} AND quiz_attempt.user_id = ${id}
    )`;
  return sql<boolean>`site_id = ${siteId} AND ${sql.ref(column)} = ${id}`;
}

const columnsWith = (fate: Fate) => PERSONAL_COLUMNS.filter((one) => one.fate === fate && one.holds !== "text");

/** Deletes the rows of all columns with a given fate. */
export async function deleteRowsOf(db: SiteDb, siteId: number, person: Person, fate: Fate): Promise<void> {
  for (const column of columnsWith(fate))
    await sql`DELETE FROM ${sql.table(column.table)} WHERE ${rowsOf(siteId, person, column)}`.execute(db);
}

/** Removes references to the person from rows that are kept. */
export async function clearReferences(db: SiteDb, siteId: number, person: Person): Promise<void> {
  for (const column of columnsWith("nobody"))
    await sql`
      UPDATE ${sql.table(column.table)} SET ${sql.ref(column.column)} = NULL WHERE ${rowsOf(siteId, person, column)}
    `.execute(db);
}

/** Transfers a work group to its longest-standing member; without another member it is deleted with its content. */
export async function handOnWorkGroups(db: SiteDb, siteId: number, { id }: Person): Promise<void> {
  await sql`
    UPDATE work_group SET owner_id = heir.user_id
    FROM (
      SELECT DISTINCT ON (member.work_group_id) member.work_group_id, member.user_id
      FROM work_group_member AS member
      JOIN site_user ON site_user.site_id = ${siteId} AND site_user.id = member.user_id
      WHERE member.site_id = ${siteId} AND member.user_id <> ${id}
      ORDER BY member.work_group_id, site_user.is_suspended, member.joined_at, member.user_id
    ) AS heir
    WHERE work_group.site_id = ${siteId} AND work_group.owner_id = ${id} AND heir.work_group_id = work_group.id
  `.execute(db);
  await db.deleteFrom("work_group").where("site_id", "=", siteId).where("owner_id", "=", id).execute();
}

/**
 * Deletes annotations and notes of a person, with search words that occur nowhere else.
 *
 * @param most maximum number of rows of each. @returns whether there can be more.
 */
export async function deleteWork(db: SiteDb, siteId: number, person: Person, most: number): Promise<boolean> {
  let hasMore = false;
  for (const column of columnsWith("chosen")) {
    const table = sql.table(column.table);
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${table} WHERE ${rowsOf(siteId, person, column)} ORDER BY id LIMIT ${most}
    `.execute(db);
    const ids = rows.map(({ id }) => id);
    const words = column.table === "annotation" ? await searchWordsOf(db, siteId, ids) : [];
    await sql`DELETE FROM ${table} WHERE site_id = ${siteId} AND id = ANY (${ids}::bigint[])`.execute(db);
    await forgetUnusedWords(db, siteId, words);
    hasMore ||= ids.length === most;
  }
  return hasMore;
}

/** Search words of annotations. */
async function searchWordsOf(db: SiteDb, siteId: number, annotationIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT DISTINCT entry.word
    FROM (SELECT DISTINCT title, content FROM annotation WHERE site_id = ${siteId} AND id = ANY (${[...annotationIds]}::bigint[])) AS one
    CROSS JOIN LATERAL search_weighed(one.title, '', one.content) AS entry
  `.execute(db);
  return rows.map(({ word }) => word);
}

/** The search suggests a word as a correction only while some content contains it. */
async function forgetUnusedWords(db: SiteDb, siteId: number, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  await sql`
    DELETE FROM search_trigram WHERE site_id = ${siteId} AND word = ANY (${[...words]}::text[])
      AND NOT EXISTS (
        SELECT 1 FROM search_word WHERE search_word.site_id = ${siteId} AND search_word.word = search_trigram.word
      )
  `.execute(db);
}

/** @param name author name shown for content that is kept. */
export async function emptyAccount(db: SiteDb, siteId: number, { id }: Person, name: string): Promise<void> {
  await db
    .updateTable("site_user")
    .set({
      // ".invalid" is a reserved domain (RFC 2606); the ID makes the address unique.
      email: `deleted-${id}@deleted.invalid`,
      display_name: name,
      user_name: null,
      picture_key: null,
      role: DEFAULT_ROLE,
      password_hash: NO_PASSWORD,
      is_suspended: true,
      expires_at: null,
      language: null,
      colour_scheme: null,
      deleted_at: sql<Date>`now()`,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

/** Uploads and emails of the person, which have files. */
export async function idsWithFiles(
  db: SiteDb,
  siteId: number,
  { id, email }: Person,
): Promise<{ readonly uploads: number[]; readonly mails: number[] }> {
  const uploads = await db
    .selectFrom("upload")
    .select("id")
    .where("site_id", "=", siteId)
    .where("user_id", "=", id)
    .execute();
  const mails = await db
    .selectFrom("mail")
    .select("id")
    .where("site_id", "=", siteId)
    .where(sql<string>`lower(recipient_address)`, "=", email.toLowerCase())
    .execute();
  return { uploads: uploads.map((row) => row.id), mails: mails.map((row) => row.id) };
}

export async function countPersonalData(db: SiteDb, siteId: number, id: number): Promise<PersonalDataCounts> {
  const { rows } = await sql<Omit<PersonalDataCounts, "id">>`
    SELECT
      (SELECT count(*) FROM annotation WHERE site_id = ${siteId} AND author_id = ${id}) AS annotations,
      (SELECT count(*) FROM note WHERE site_id = ${siteId} AND author_id = ${id}) AS notes,
      (SELECT count(*) FROM enrollment WHERE site_id = ${siteId} AND user_id = ${id}) AS registrations,
      (SELECT count(*) FROM user_group_member WHERE site_id = ${siteId} AND user_id = ${id}) AS "userGroups",
      (SELECT count(*) FROM work_group_member WHERE site_id = ${siteId} AND user_id = ${id}) AS "workGroups",
      (SELECT count(*) FROM item WHERE site_id = ${siteId} AND created_by = ${id})
        + (SELECT count(*) FROM media_file WHERE site_id = ${siteId} AND created_by = ${id}) AS content
  `.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error("A query of counts returned no row");
  return { id, ...counts };
}

/** Age of a session of the person, in minutes; null: it has ended. */
export async function sessionAgeMinutes(
  db: SiteDb,
  siteId: number,
  { userId, sessionId }: { readonly userId: number; readonly sessionId: number },
): Promise<number | null> {
  const row = await db
    .selectFrom("user_session")
    .select(sql<number>`extract(epoch FROM now() - created_at)::float8 / 60`.as("minutes"))
    .where("site_id", "=", siteId)
    .where("user_id", "=", userId)
    .where("id", "=", sessionId)
    .executeTakeFirst();
  return row?.minutes ?? null;
}
