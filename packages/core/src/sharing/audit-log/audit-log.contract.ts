/** The audit log, as administrators read it. Entries cannot be changed; old ones are deleted after the days that the site sets. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { AUDIT_ACTION_NAMES, AUDIT_AREAS, AUDIT_OBJECTS } from "../../people/audit/audit-actions.ts";
import { auditFacts } from "../../people/audit/audit-facts.contract.ts";
import { id, idText } from "../../platform/ids.ts";

export const AUDIT_PAGE_SIZE = 50;
export const AUDIT_EXPORT_MAX = 50_000;

const named = z.object({
  id,
  /** null: it no longer exists. */
  name: z.string().nullable(),
});

const auditEntry = z.object({
  id,
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTION_NAMES),
  /** Who acted; null: the console of the server, or the server itself. */
  actor: named.nullable(),
  /** To whom it was done. */
  person: named.nullable(),
  /** What it was done to. */
  object: named.extend({ kind: z.enum(AUDIT_OBJECTS) }).nullable(),
  /** The user group of the entry, where the object is something else. */
  userGroup: named.nullable(),
  facts: auditFacts,
});
export type AuditEntry = z.output<typeof auditEntry>;

const day = z.iso.date();

const filters = {
  /** A person, as the one who acted or the one concerned. */
  person: idText.optional(),
  area: z.enum(AUDIT_AREAS).optional(),
  /** Days in the site's time zone, both included. */
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
    /** Id of the last entry of the page before. */
    before: idText.optional(),
  }),
  answer: z.object({
    entries: z.array(auditEntry),
    hasMore: z.boolean(),
  }),
} as const satisfies Call;

/** Answers a file, not JSON: `audit-log.csv`. Refused with 413 for more than `AUDIT_EXPORT_MAX` entries. The export is an entry itself. */
export const exportAudit = {
  method: "GET",
  path: "/v2/audit/export.csv",
  summary: "Export the audit log as CSV",
  policy: "managePeople",
  query: z.object(filters),
  answer: z.unknown(),
} as const satisfies Call;
