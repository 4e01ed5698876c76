import { OPTION_NAMES, type OptionName, type OptionValues } from "@parfocal/core/site/site-options.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { SiteTable } from "./site.table.ts";

const COLUMNS = {
  title: "title",
  timeZone: "time_zone",
  languages: "languages",
  publicContent: "is_content_public",
  expertsManageContent: "experts_manage_content",
  tilesDownload: "offers_tiles_zip",
  registrationOpen: "is_registration_open",
  allowedEmailDomains: "allowed_email_domains",
  secondFactorRequired: "needs_second_factor",
  auditDays: "audit_days",
  sessionIdleMinutes: "session_idle_minutes",
  sessionHours: "session_hours",
  keptSessionDays: "kept_session_days",
  origins: "origins",
  hostIssuer: "host_issuer",
  hostAudience: "host_audience",
  hostKeysUrl: "host_keys_url",
  hostAdministrators: "host_administrators",
  embedHosts: "embed_hosts",
  frameHosts: "frame_hosts",
  tileHosts: "tile_source_hosts",
  mailSender: "mail_sender",
  trackingUrl: "tracking_url",
  supportContact: "support_contact",
  imprintUrl: "imprint_url",
  privacyUrl: "privacy_url",
} as const satisfies Readonly<Record<OptionName, keyof SiteTable>>;

export async function findOptions(db: SiteDb, siteId: number): Promise<OptionValues> {
  const row = await db
    .selectFrom("site")
    .select(Object.values(COLUMNS))
    .where("id", "=", siteId)
    .executeTakeFirstOrThrow();
  return Object.fromEntries(OPTION_NAMES.map((name) => [name, row[COLUMNS[name]]])) as unknown as OptionValues;
}

/** @param values normalized and checked; omitted options are left unchanged. */
export async function updateOptions(db: SiteDb, siteId: number, values: Partial<OptionValues>): Promise<void> {
  const changed = Object.fromEntries(
    OPTION_NAMES.filter((name) => values[name] !== undefined).map((name) => [COLUMNS[name], values[name]]),
  );
  if (Object.keys(changed).length === 0) return;
  await db.updateTable("site").set(changed).where("id", "=", siteId).execute();
}

/** Whether the time zone exists in the database. */
export async function isKnownTimeZone(db: SiteDb, timeZone: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM pg_timezone_names WHERE name = ${timeZone}`.execute(db);
  return rows.length > 0;
}
