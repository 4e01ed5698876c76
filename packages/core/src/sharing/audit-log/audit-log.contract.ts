/**
 * The audit log, for administrators. Entries cannot be changed; they are deleted after the retention period of the
 * site.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { AUDIT_ACTION_NAMES, AUDIT_AREAS, AUDIT_OBJECTS } from "../../people/audit/audit-actions.ts";
import { auditFacts } from "../../people/audit/audit-facts.contract.ts";
import { id, idText } from "../../platform/ids.ts";

export const AUDIT_PAGE_SIZE = 50;
export const AUDIT_EXPORT_MAX = 50_000;

const named = z.object({
  id,
  /** Null: no longer exists. */
  name: z.string().nullable(),
});

const auditEntry = z.object({
  id,
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTION_NAMES),
  /** Actor; null: the server's command line, or the server itself. */
  actor: named.nullable(),
  /** Person affected. */
  person: named.nullable(),
  /** Object of the action. */
  object: named.extend({ kind: z.enum(AUDIT_OBJECTS) }).nullable(),
  /** User group of the entry, if the object is something else. */
  userGroup: named.nullable(),
  facts: auditFacts,
});
export type AuditEntry = z.output<typeof auditEntry>;

const day = z.iso.date();

const filters = {
  /** A person, as actor or as person affected. */
  person: idText.optional(),
  area: z.enum(AUDIT_AREAS).optional(),
  /** Days in the site's time zone, inclusive. */
  from: day.optional(),
  until: day.optional(),
};

export const listAudit = {
  method: "GET",
  path: "/v2/audit",
  summary: "List the audit log by person, area and time, newest first, 50 entries per page",
  policy: "managePeople",
  query: z.object({
    ...filters,
    /** ID of the last entry of the previous page. */
    before: idText.optional(),
  }),
  answer: z.object({
    entries: z.array(auditEntry),
    hasMore: z.boolean(),
  }),
} as const satisfies Call;

/**
 * Answers a file, not JSON: `audit-log.csv`. Rejected with 413 for more than `AUDIT_EXPORT_MAX` entries. The export
 * itself is logged.
 */
export const exportAudit = {
  method: "GET",
  path: "/v2/audit/export.csv",
  summary: "Export the audit log as CSV",
  policy: "managePeople",
  query: z.object(filters),
  answer: z.unknown(),
} as const satisfies Call;
