/**
 * Deletes a person according to the table of personal data, in one transaction; annotations and notes beyond the first
 * thousand are deleted in batches by a job that survives a kill (decision 0070).
 */
import { AppError, notFound } from "@parfocal/core/errors.ts";
import type { WorkChoice } from "@parfocal/core/personal-data/personal-data.contract.ts";
import { countManagersOfPeople, endSessionsOf } from "#account/account.queries.ts";
import { lockAdministrators } from "#account/managed-user.queries.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { MailLanguage } from "#mail/mail-content.ts";
import { withSiteAtLeisure } from "#platform/db/database.ts";
import { removeUpload } from "#platform/files/upload-files.ts";
import type { JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { lockMemberships } from "#work-group/work-group.queries.ts";
import {
  clearReferences,
  deleteRowsOf,
  deleteWork,
  emptyAccount,
  handOnWorkGroups,
  idsWithFiles,
  lockPerson,
} from "./personal-data.queries.ts";

/** Author name shown for content that is kept. */
const DELETED_NAMES: Readonly<Record<MailLanguage, string>> = {
  en: "Deleted person",
  de: "Gelöschte Person",
};

const DELETE_WORK = "deleteWork";
/** Maximum number of annotations, and of notes, per transaction: each is deleted with its search words and counts. */
const WORK_AT_ONCE = 1_000;

export function personalDataJobHandlers({ database }: Platform): Record<string, JobHandler> {
  return {
    async [DELETE_WORK]({ siteId, subjectId }) {
      // A deleted person has no emails any more: the ID alone finds the rows.
      const person = { id: subjectId, email: "" };
      while (await withSiteAtLeisure(database, siteId, (db) => deleteWork(db, siteId, person, WORK_AT_ONCE)));
    },
  };
}

interface Deletion {
  readonly id: number;
  /** The person themselves, or an administrator. */
  readonly callerId: number;
  /** What to do with annotations and notes. */
  readonly work: WorkChoice;
  /** Language of the name that is shown instead of the person's. */
  readonly language: MailLanguage;
}

/**
 * @returns the hashes of the ended sessions.
 * @throws AppError `notFound`; `conflict` with `lastAdministrator`.
 */
export async function deletePerson(
  { database, files: store, folders, mail, jobs }: Pick<Platform, "database" | "files" | "folders" | "mail" | "jobs">,
  siteId: number,
  { id, callerId, work, language }: Deletion,
): Promise<string[]> {
  const { ended, uploads } = await withSiteAtLeisure(database, siteId, async (db) => {
    await lockAdministrators(db, siteId);
    await lockMemberships(db, siteId);
    const person = await lockPerson(db, siteId, id);
    if (!person) throw notFound("Account");
    const files = await idsWithFiles(db, siteId, person);
    const hashes = await endSessionsOf(db, siteId, id, null);
    await emptyAccount(db, siteId, person, DELETED_NAMES[language]);
    if ((await countManagersOfPeople(db, siteId)) === 0)
      throw new AppError("conflict", "This is the only administrator. Make someone else administrator first.", {
        codes: ["lastAdministrator"],
      });
    await handOnWorkGroups(db, siteId, person);
    await deleteRowsOf(db, siteId, person, "removed");
    if (work === "remove" && (await deleteWork(db, siteId, person, WORK_AT_ONCE)))
      await jobs.add(db, siteId, { kind: DELETE_WORK, subjectId: id, isQuiet: true });
    await clearReferences(db, siteId, person);
    await recordAudit(db, siteId, { action: "userDeleted", actorId: callerId, personId: id });
    // Before the commit, so that a kill at this point leaves no file of a deleted person.
    await mail.forget(siteId, files.mails);
    return { ended: hashes, uploads: files.uploads };
  });
  jobs.wake();
  // The janitor removes files left after a kill.
  for (const upload of uploads) await removeUpload({ files: store, folders }, { siteId, uploadId: upload });
  return ended;
}
