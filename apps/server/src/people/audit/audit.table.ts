import type { AuditAction, AuditArea, AuditObject } from "@parfocal/core/audit/audit-actions.ts";
import type { AuditFacts } from "@parfocal/core/audit/audit-facts.contract.ts";
import type { ColumnType, Generated } from "kysely";

/** Rows can be added and read; the application's database role has no right to change or delete them. */
export interface AuditEntryTable {
  id: Generated<number>;
  site_id: number;
  at: ColumnType<Date, never, never>;
  action: ColumnType<AuditAction, AuditAction, never>;
  area: ColumnType<AuditArea, AuditArea, never>;
  /** null: the console or the server itself. */
  actor_id: ColumnType<number | null, number | null, never>;
  person_id: ColumnType<number | null, number | null, never>;
  object_kind: ColumnType<AuditObject | null, AuditObject | null, never>;
  object_id: ColumnType<number | null, number | null, never>;
  facts: ColumnType<AuditFacts, string, never>;
}
