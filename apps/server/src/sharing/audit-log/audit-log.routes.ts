import {
  AUDIT_EXPORT_MAX,
  AUDIT_PAGE_SIZE,
  type AuditEntry,
  exportAudit,
  listAudit,
} from "@parfocal/core/audit-log/audit-log.contract.ts";
import { CSV_BYTE_ORDER_MARK, csvText } from "@parfocal/core/csv/csv-text.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { route } from "#platform/http/route.ts";
import { type AuditRow, findAuditEntries } from "./audit-log.queries.ts";

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name });

function presentEntry(row: AuditRow): AuditEntry {
  const { id, at, action, facts, objectId, objectKind } = row;
  const objectName = objectKind === "userGroup" ? row.groupTitle : row.itemTitle;
  return {
    id,
    at: at.toISOString(),
    action,
    actor: named(row.actorId, row.actorName),
    person: named(row.personId, row.personName),
    object: objectKind === null || objectId === null ? null : { kind: objectKind, id: objectId, name: objectName },
    userGroup: named(facts.userGroupId ?? null, row.groupTitle),
    facts,
  };
}

const COLUMNS = [
  "id",
  "time (UTC)",
  "action",
  "actor id",
  "actor",
  "person id",
  "person",
  "object kind",
  "object id",
  "object",
  "user group id",
  "user group",
  "facts",
];

/** Codes instead of sentences for actions and facts: the file is intended for filters and programs. */
const cellsOf = ({ id, at, action, actor, person, object, userGroup, facts }: AuditEntry) => [
  id,
  at,
  action,
  actor?.id ?? null,
  actor?.name ?? null,
  person?.id ?? null,
  person?.name ?? null,
  object?.kind ?? null,
  object?.id ?? null,
  object?.name ?? null,
  userGroup?.id ?? null,
  userGroup?.name ?? null,
  Object.keys(facts).length === 0 ? null : JSON.stringify(facts),
];

export const auditLogRoutes = [
  route(listAudit, async ({ db, siteId }, { query }) => {
    const rows = await findAuditEntries(db, siteId, query, AUDIT_PAGE_SIZE + 1);
    return { entries: rows.slice(0, AUDIT_PAGE_SIZE).map(presentEntry), hasMore: rows.length > AUDIT_PAGE_SIZE };
  }),

  route(exportAudit, async ({ db, siteId, caller, reply }, { query }) => {
    const rows = await findAuditEntries(db, siteId, query, AUDIT_EXPORT_MAX + 1);
    if (rows.length > AUDIT_EXPORT_MAX)
      throw new AppError("tooLarge", `More than ${AUDIT_EXPORT_MAX} entries. Choose a shorter time.`);
    await recordAudit(db, siteId, {
      action: "auditExported",
      actorId: caller.signedIn().id,
      facts: { count: rows.length },
    });
    reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="audit-log.csv"')
      .header("x-content-type-options", "nosniff");
    return CSV_BYTE_ORDER_MARK + csvText([COLUMNS, ...rows.map((row) => cellsOf(presentEntry(row)))]);
  }),
];
