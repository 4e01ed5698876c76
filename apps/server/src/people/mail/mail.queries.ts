import { UNSENT_MAILS_SHOWN, type UnsentMail, type UnsentReason } from "@parfocal/core/mail/mail.contract.ts";
import type { AccountLanguage } from "@parfocal/core/session/preferences.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { MailRow } from "./mail.table.ts";

/** Subjects and addresses are personal data: they are stored only as long as an administrator may need them. */
const KEPT_DAYS = 30;
/** Longer than all delivery attempts together. */
const WAITING_MAX_DAYS = 3;

type NewMail = Pick<
  MailRow,
  "message_id" | "recipient_name" | "recipient_address" | "subject" | "sealed_content" | "reason"
>;

/** @param mail an email that is not sent has a reason. @returns its ID. */
export async function insertMail(db: SiteDb, siteId: number, mail: NewMail) {
  const settled = mail.reason === null ? {} : { state: "unsent" as const, settled_at: sql<Date>`now()` };
  const { id } = await db
    .insertInto("mail")
    .values({ site_id: siteId, ...mail, ...settled })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Counts the attempt. @returns undefined if the email has been sent or given up. */
export function startAttempt(db: SiteDb, siteId: number, id: number): Promise<MailRow | undefined> {
  return db
    .updateTable("mail")
    .set({ attempts: sql`attempts + 1` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .returningAll()
    .executeTakeFirst();
}

export async function settleMail(
  db: SiteDb,
  siteId: number,
  id: number,
  outcome: { readonly state: "sent" | "unsent" | "failed"; readonly reason: UnsentReason | null },
): Promise<void> {
  await db
    .updateTable("mail")
    .set({ ...outcome, sealed_content: null, settled_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
}

export interface SiteOfMails {
  readonly title: string;
  readonly sender: string;
  readonly origins: readonly string[];
  readonly languages: readonly AccountLanguage[];
}

export function findSiteOfMails(db: SiteDb, siteId: number): Promise<SiteOfMails> {
  return db
    .selectFrom("site")
    .select(["title", "mail_sender as sender", "origins", "languages"])
    .where("id", "=", siteId)
    .executeTakeFirstOrThrow();
}

/** Number of waiting emails, and of emails that were given up. */
export function countMails(db: SiteDb, siteId: number): Promise<{ waiting: number; unsent: number }> {
  return db
    .selectFrom("mail")
    .select([
      sql<number>`count(*) FILTER (WHERE state = 'waiting')`.as("waiting"),
      sql<number>`count(*) FILTER (WHERE state IN ('unsent', 'failed'))`.as("unsent"),
    ])
    .where("site_id", "=", siteId)
    .executeTakeFirstOrThrow();
}

export async function findUnsentMails(
  db: SiteDb,
  siteId: number,
): Promise<{ waiting: number; total: number; mails: UnsentMail[] }> {
  const { waiting, unsent: total } = await countMails(db, siteId);
  const mails = await db
    .selectFrom("mail")
    .select([
      "id",
      "recipient_address as recipient",
      "subject",
      sql<string>`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`.as("createdAt"),
      sql<UnsentReason>`coalesce(reason, 'unreachable')`.as("reason"),
    ])
    .where("site_id", "=", siteId)
    .where("state", "in", ["unsent", "failed"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(UNSENT_MAILS_SHOWN)
    .execute();
  return { waiting, total, mails };
}

/** Gives up emails without a job. */
export async function giveUpMails(db: SiteDb, siteId: number): Promise<void> {
  await db
    .updateTable("mail")
    .set({ state: "failed", reason: "unreachable", sealed_content: null, settled_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("state", "=", "waiting")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${WAITING_MAX_DAYS})`)
    .execute();
}

/** IDs of some emails whose retention time has passed, at most `most`. */
export async function listOldMails(db: SiteDb, siteId: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom("mail")
    .select("id")
    .where("site_id", "=", siteId)
    .where("state", "<>", "waiting")
    .where("created_at", "<", sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteMails(db: SiteDb, siteId: number, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM mail WHERE site_id = ${siteId} AND id = ANY (${[...ids]}::bigint[])`.execute(db);
}
