/** Every change of an annotation that is to be found in its history goes through here. */
import type { SiteDb } from "#platform/db/database.ts";
import { insertFirstVersion, insertNextVersion } from "./annotation-version.queries.ts";
import type { AnnotationVersionRow } from "./annotation-version.table.ts";

interface RecordedChange {
  readonly id: number;
  readonly change: AnnotationVersionRow["change"];
  /** The user who does it. */
  readonly changedBy: number;
}

/**
 * Does a change and keeps what came of it as a version. Of an annotation that was never changed before, what it was is
 * kept first: most never are, and need no second copy of their geometry.
 *
 * Its row must be locked by this transaction, so that versions are numbered without gaps or doubles.
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
