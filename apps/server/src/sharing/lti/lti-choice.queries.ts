import type { Choosing } from "@parfocal/core/lti/launch-claims.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { ChosenContent } from "./lti.table.ts";

const LIFE_MINUTES = 120;
const TICKET_LIFE_S = 60;

interface NewChoice {
  readonly platformId: number;
  readonly userId: number;
  readonly deploymentId: string;
  readonly choosing: Choosing;
}

/** Also deletes expired choices. @returns the ID of the new choice. */
export async function insertChoice(
  db: SiteDb,
  siteId: number,
  { platformId, userId, deploymentId, choosing: { returnUrl, data, acceptsLineItem } }: NewChoice,
): Promise<number> {
  await sql`
    DELETE FROM lti_choice
    WHERE site_id = ${siteId} AND created_at < now() - make_interval(mins => ${LIFE_MINUTES})
  `.execute(db);
  const { id } = await db
    .insertInto("lti_choice")
    .values({
      ...{ site_id: siteId, platform_id: platformId, user_id: userId, deployment_id: deploymentId },
      ...{ return_url: returnUrl, data, accepts_line_item: acceptsLineItem },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const isOpen = sql<boolean>`(lti_choice.created_at > now() - make_interval(mins => ${LIFE_MINUTES}))`;

interface Own {
  readonly id: number;
  readonly userId: number;
}

/** @returns the name of the platform; undefined: this person does not have this choice, or it has expired. */
export async function findChoice(db: SiteDb, siteId: number, { id, userId }: Own): Promise<string | undefined> {
  const row = await db
    .selectFrom("lti_choice")
    .innerJoin("lti_platform", (join) =>
      join
        .onRef("lti_platform.id", "=", "lti_choice.platform_id")
        .onRef("lti_platform.site_id", "=", "lti_choice.site_id"),
    )
    .select("lti_platform.name")
    .where("lti_choice.site_id", "=", siteId)
    .where("lti_choice.id", "=", id)
    .where("lti_choice.user_id", "=", userId)
    .where(isOpen)
    .executeTakeFirst();
  return row?.name;
}

/** A later choice replaces an earlier one. @returns whether the choice exists. */
export async function updateChoice(
  db: SiteDb,
  siteId: number,
  { id, userId, chosen, ticketSha256 }: Own & { readonly chosen: ChosenContent; readonly ticketSha256: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("lti_choice")
    .set({ chosen: JSON.stringify(chosen), ticket_sha256: ticketSha256, chosen_at: sql`now()` })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .where(isOpen)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface TakenChoice {
  readonly platformId: number;
  readonly deploymentId: string;
  readonly returnUrl: string;
  readonly data: string | null;
  readonly acceptsLineItem: boolean;
  readonly chosen: ChosenContent;
}

/** Deletes the choice. @returns undefined: the ticket was used, has expired, or never existed. */
export async function takeChoice(db: SiteDb, siteId: number, ticketSha256: Buffer): Promise<TakenChoice | undefined> {
  const { rows } = await sql<TakenChoice>`
    DELETE FROM lti_choice
    WHERE site_id = ${siteId} AND ticket_sha256 = ${ticketSha256}
      AND chosen_at > now() - make_interval(secs => ${TICKET_LIFE_S})
    RETURNING platform_id AS "platformId", deployment_id AS "deploymentId", return_url AS "returnUrl", data,
      accepts_line_item AS "acceptsLineItem", chosen
  `.execute(db);
  return rows[0];
}
