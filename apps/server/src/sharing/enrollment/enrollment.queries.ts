import type { EnrollmentAnswer } from "@parfocal/core/enrollment/enrollment-form.ts";
import { type SqlBool, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { containing } from "#platform/db/like-pattern.ts";
import { inSiteTime } from "#platform/db/site-time.ts";

export interface RegistrationRow {
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly registeredAt: Date;
  /** `yyyy-MM-dd HH:mm:ss` in the site's time zone. */
  readonly registeredAtHere: string;
  /** By field ID. */
  readonly answers: Record<string, string>;
  /** ID of the form's user group; null: it no longer exists. */
  readonly groupId: number | null;
  readonly groupTitle: string | null;
  readonly hasJoined: boolean;
  /** Whether the person is a member of that group now. */
  readonly isMember: boolean;
}

/** Search for registrations. */
interface RegistrationSearch {
  /** Part of a name, an email address or an answer; empty: all. */
  readonly q: string;
  /** Country fields, and the codes of the countries that match `q`. */
  readonly countryFieldIds: readonly string[];
  readonly countryCodes: readonly string[];
}

const registrationsOf = (db: SiteDb, siteId: number, formId: number) =>
  db
    .selectFrom("enrollment")
    .innerJoin("site", "site.id", "enrollment.site_id")
    .innerJoin("site_user", (join) =>
      join.onRef("site_user.id", "=", "enrollment.user_id").onRef("site_user.site_id", "=", "enrollment.site_id"),
    )
    .leftJoin("user_group", (join) =>
      join
        .onRef("user_group.id", "=", "enrollment.user_group_id")
        .onRef("user_group.site_id", "=", "enrollment.site_id"),
    )
    .where("enrollment.site_id", "=", siteId)
    .where("enrollment.form_id", "=", formId);

const isMember = (siteId: number) => sql<boolean>`EXISTS (
  SELECT FROM user_group_member member
  WHERE member.site_id = ${siteId} AND member.user_group_id = enrollment.user_group_id
    AND member.user_id = enrollment.user_id
)`;

const rowsOf = (db: SiteDb, siteId: number, formId: number) =>
  registrationsOf(db, siteId, formId)
    .select([
      "enrollment.user_id as userId",
      "site_user.display_name as name",
      "site_user.email",
      "enrollment.created_at as registeredAt",
      inSiteTime<string>(sql.ref("enrollment.created_at")).as("registeredAtHere"),
      "enrollment.answers",
      "user_group.id as groupId",
      "user_group.title as groupTitle",
      "enrollment.has_joined as hasJoined",
      isMember(siteId).as("isMember"),
    ])
    .orderBy("enrollment.created_at", "desc")
    .orderBy("enrollment.user_id", "desc");

function isFound({ q, countryFieldIds, countryCodes }: RegistrationSearch) {
  const pattern = containing(q);
  return sql<SqlBool>`(
    site_user.display_name ILIKE ${pattern} OR site_user.email ILIKE ${pattern} OR EXISTS (
      SELECT FROM jsonb_each_text(enrollment.answers) AS answer (field, value)
      WHERE CASE WHEN answer.field = ANY (${[...countryFieldIds]}::text[]) THEN answer.value = ANY (${[...countryCodes]}::text[])
        ELSE answer.value ILIKE ${pattern} END
    )
  )`;
}

/** Newest first. */
export function listAllRegistrations(db: SiteDb, siteId: number, formId: number): Promise<RegistrationRow[]> {
  return rowsOf(db, siteId, formId).execute();
}

/** Newest first. @param page from 1. */
export async function searchRegistrations(
  db: SiteDb,
  siteId: number,
  formId: number,
  { page, pageSize, ...search }: RegistrationSearch & { readonly page: number; readonly pageSize: number },
): Promise<{ rows: RegistrationRow[]; total: number }> {
  const isAll = search.q === "";
  const { total } = await registrationsOf(db, siteId, formId)
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .$if(!isAll, (query) => query.where(isFound(search)))
    .executeTakeFirstOrThrow();
  const rows = await rowsOf(db, siteId, formId)
    .$if(!isAll, (query) => query.where(isFound(search)))
    .limit(pageSize)
    .offset((Math.max(1, page) - 1) * pageSize)
    .execute();
  return { rows, total };
}

/** Registrations of some people, in no particular order. */
export function listRegistrationsOf(
  db: SiteDb,
  siteId: number,
  formId: number,
  userIds: readonly number[],
): Promise<RegistrationRow[]> {
  if (userIds.length === 0) return Promise.resolve([]);
  return rowsOf(db, siteId, formId)
    .where("enrollment.user_id", "in", [...userIds])
    .execute();
}

export async function countRegistrations(db: SiteDb, siteId: number, formId: number): Promise<number> {
  const { count } = await db
    .selectFrom("enrollment")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("site_id", "=", siteId)
    .where("form_id", "=", formId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Fields with at least one answer. */
export async function listAnsweredFieldIds(db: SiteDb, siteId: number, formId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT jsonb_object_keys(answers) AS id FROM enrollment WHERE site_id = ${siteId} AND form_id = ${formId}
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export function findRegistration(
  db: SiteDb,
  siteId: number,
  { formId, userId }: { formId: number; userId: number },
): Promise<RegistrationRow | undefined> {
  return rowsOf(db, siteId, formId).where("enrollment.user_id", "=", userId).executeTakeFirst();
}

/** @returns false if the person had registered already; nothing is changed then. */
export async function insertRegistration(
  db: SiteDb,
  siteId: number,
  input: { formId: number; userId: number; userGroupId: number; answers: readonly EnrollmentAnswer[] },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("enrollment")
    .values({
      site_id: siteId,
      form_id: input.formId,
      user_id: input.userId,
      user_group_id: input.userGroupId,
      answers: JSON.stringify(Object.fromEntries(input.answers.map(({ id, value }) => [id, value]))),
    })
    .onConflict((conflict) => conflict.columns(["form_id", "user_id"]).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function markAsJoined(
  db: SiteDb,
  siteId: number,
  { formId, userId }: { formId: number; userId: number },
): Promise<void> {
  await db
    .updateTable("enrollment")
    .set({ has_joined: true })
    .where("site_id", "=", siteId)
    .where("form_id", "=", formId)
    .where("user_id", "=", userId)
    .execute();
}

/**
 * @returns the user group that the registration added the person to, null: none; undefined: the registration did not
 * exist.
 */
export async function deleteRegistration(
  db: SiteDb,
  siteId: number,
  { formId, userId }: { formId: number; userId: number },
): Promise<{ readonly joinedGroupId: number | null } | undefined> {
  const row = await db
    .deleteFrom("enrollment")
    .where("site_id", "=", siteId)
    .where("form_id", "=", formId)
    .where("user_id", "=", userId)
    .returning(["user_group_id", "has_joined"])
    .executeTakeFirst();
  return row && { joinedGroupId: row.has_joined ? row.user_group_id : null };
}

/** Marks another registration of the person for the group as the one that added them. @returns whether there is one. */
export async function passOnJoining(
  db: SiteDb,
  siteId: number,
  { groupId, userId }: { groupId: number; userId: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("enrollment")
    .set({ has_joined: true })
    .where("site_id", "=", siteId)
    .where("user_group_id", "=", groupId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Whether a user group's dates are in the future, present or past; undefined: the group does not exist. */
export async function findGroupTime(
  db: SiteDb,
  siteId: number,
  groupId: number,
): Promise<"now" | "later" | "over" | undefined> {
  const row = await db
    .selectFrom("user_group")
    .select(
      sql<
        "now" | "later" | "over"
      >`CASE WHEN date_start > now() THEN 'later' WHEN date_end < now() THEN 'over' ELSE 'now' END`.as("time"),
    )
    .where("site_id", "=", siteId)
    .where("id", "=", groupId)
    .executeTakeFirst();
  return row?.time;
}
