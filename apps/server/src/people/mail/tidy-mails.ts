/** Deletes old emails with their files, and gives up emails without a job. */
import { withSiteAtLeisure } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteMails, giveUpMails, listOldMails } from "./mail.queries.ts";

const AT_ONCE = 1_000;

/** Files are deleted first: after a kill, the remaining row is found again. */
export async function tidyMails(
  { database, mail }: Pick<Platform, "database" | "mail">,
  siteId: number,
): Promise<void> {
  await withSiteAtLeisure(database, siteId, (db) => giveUpMails(db, siteId));
  for (let count = AT_ONCE; count === AT_ONCE; ) {
    const ids = await withSiteAtLeisure(database, siteId, (db) => listOldMails(db, siteId, AT_ONCE));
    await mail.forget(siteId, ids);
    if (ids.length > 0) await withSiteAtLeisure(database, siteId, (db) => deleteMails(db, siteId, ids));
    count = ids.length;
  }
}
