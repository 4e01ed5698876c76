import type { AuditArea } from "@parfocal/core/audit/audit-actions.ts";
import { type Expression, type SqlBool, sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

interface AuditFilter {
  /** ID of the person who acted or the person concerned. */
  readonly person?: number | undefined;
  readonly area?: AuditArea | undefined;
  /** Days `yyyy-MM-dd` in the site's time zone, inclusive. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  /** Only entries with smaller IDs. */
  readonly before?: number | undefined;
}

const startOfDay = (day: string) =>
  sql`${day}::date::timestamp AT TIME ZONE (SELECT time_zone FROM site WHERE site.id = entry.site_id)`;

/** Newest first, with the current names of people, groups and items. */
export function findAuditEntries(
  db: SiteDb,
  siteId: number,
  { person, area, from, until, before }: AuditFilter,
  most: number,
) {
  const conditions: Expression<SqlBool>[] = [
    ...(person === undefined ? [] : [sql<SqlBool>`(entry.actor_id = ${person} OR entry.person_id = ${person})`]),
    ...(area === undefined ? [] : [sql<SqlBool>`entry.area = ${area}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`entry.at >= ${startOfDay(from)}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`entry.at < ${startOfDay(until)} + interval '1 day'`]),
    ...(before === undefined ? [] : [sql<SqlBool>`entry.id < ${before}`]),
  ];
  return db
    .selectFrom("audit_entry as entry")
    .leftJoin("site_user as actor", (join) =>
      join.onRef("actor.site_id", "=", "entry.site_id").onRef("actor.id", "=", "entry.actor_id"),
    )
    .leftJoin("site_user as person", (join) =>
      join.onRef("person.site_id", "=", "entry.site_id").onRef("person.id", "=", "entry.person_id"),
    )
    .leftJoin("item", (join) =>
      join
        .onRef("item.site_id", "=", "entry.site_id")
        .onRef("item.id", "=", "entry.object_id")
        .on("entry.object_kind", "=", "item"),
    )
    .leftJoin("user_group", (join) =>
      join.onRef("user_group.site_id", "=", "entry.site_id").on(
        "user_group.id",
        "=",
        sql<number>`CASE WHEN entry.object_kind = 'userGroup' THEN entry.object_id
          ELSE (entry.facts ->> 'userGroupId')::bigint END`,
      ),
    )
    .select([
      "entry.id",
      "entry.at",
      "entry.action",
      "entry.actor_id as actorId",
      "actor.display_name as actorName",
      "entry.person_id as personId",
      "person.display_name as personName",
      "entry.object_kind as objectKind",
      "entry.object_id as objectId",
      "item.title as itemTitle",
      "user_group.title as groupTitle",
      "entry.facts",
    ])
    .where("entry.site_id", "=", siteId)
    .where((eb) => eb.and(conditions))
    .orderBy("entry.id", "desc")
    .limit(most)
    .execute();
}

export type AuditRow = Awaited<ReturnType<typeof findAuditEntries>>[number];
