/** Every change that is recorded in an annotation's history uses this module. */
import type { SiteDb } from "#platform/db/database.ts";
import { insertFirstVersion, insertNextVersion } from "./annotation-version.queries.ts";
import type { AnnotationVersionRow } from "./annotation-version.table.ts";

interface RecordedChange {
  readonly id: number;
  readonly change: AnnotationVersionRow["change"];
  /** The user who makes the change. */
  readonly changedBy: number;
}

/**
 * Makes a change and stores the result as a version. At the first change the previous state is stored before it: most
 * annotations are never changed, and need no second copy of their geometry.
 *
 * Its row must be locked by this transaction, so that version numbers have no gaps or duplicates.
 */
export async function changeAnnotation(
  db: SiteDb,
  siteId: number,
  { id, change, changedBy }: RecordedChange,
  work: () => Promise<void>,
): Promise<void> {
  await insertFirstVersion(db, siteId, id);
  await work();
  await insertNextVersion(db, siteId, id, { change, changedBy });
}
