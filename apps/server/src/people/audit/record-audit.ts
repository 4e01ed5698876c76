/** Adds entries to the audit log in the transaction of the recorded action: both are committed, or neither is. */
import { AUDIT_ACTIONS, type AuditAction } from "@parfocal/core/audit/audit-actions.ts";
import { type AuditFacts, auditFacts } from "@parfocal/core/audit/audit-facts.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

export interface NewAuditEntry {
  readonly action: AuditAction;
  /** User who acts; null: the console or the server itself. */
  readonly actorId: number | null;
  /** The person concerned. */
  readonly personId?: number;
  /** The object concerned; its kind follows from the action. */
  readonly objectId?: number;
  readonly facts?: AuditFacts;
}

export async function recordAudit(db: SiteDb, siteId: number, entry: NewAuditEntry): Promise<void> {
  const { action, actorId, personId = null, objectId = null, facts = {} } = entry;
  const { area, object } = AUDIT_ACTIONS[action];
  await db
    .insertInto("audit_entry")
    .values({
      site_id: siteId,
      action,
      area,
      actor_id: actorId,
      person_id: personId,
      object_kind: objectId === null ? null : object,
      object_id: objectId,
      facts: JSON.stringify(auditFacts.parse(facts)),
    })
    .execute();
}

/** Records the same action for many people or objects, in one statement. */
export async function recordAuditOfMany(
  db: SiteDb,
  siteId: number,
  entry: Omit<NewAuditEntry, "personId" | "objectId"> &
    ({ readonly personIds: readonly number[]; readonly objectId?: number } | { readonly objectIds: readonly number[] }),
): Promise<void> {
  const { action, actorId, facts = {} } = entry;
  const { area, object } = AUDIT_ACTIONS[action];
  const isOfPeople = "personIds" in entry;
  const ids = isOfPeople ? entry.personIds : entry.objectIds;
  if (ids.length === 0) return;
  const objectId = isOfPeople ? sql`${entry.objectId ?? null}::bigint` : sql`one`;
  const hasObject = !isOfPeople || entry.objectId !== undefined;
  await sql`
    INSERT INTO audit_entry (site_id, action, area, actor_id, person_id, object_kind, object_id, facts)
    SELECT ${siteId}::bigint, ${action}, ${area}, ${actorId}::bigint, ${isOfPeople ? sql`one` : sql`NULL::bigint`},
      ${hasObject ? object : null}::text, ${objectId}, ${JSON.stringify(auditFacts.parse(facts))}::jsonb
    FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS given (one, place) ORDER BY place
  `.execute(db);
}

/** Records the names of the changed options, never their values. */
export async function recordOptions(
  db: SiteDb,
  siteId: number,
  { actorId, names }: { readonly actorId: number; readonly names: readonly string[] },
): Promise<void> {
  if (names.length > 0)
    await recordAudit(db, siteId, { action: "optionsChanged", actorId, facts: { names: [...names] } });
}
