/** Adds a user to a work group by email address. */
import { AppError } from "@parfocal/core/errors.ts";
import { message } from "@parfocal/core/messages.ts";
import type { WorkGroup } from "@parfocal/core/work-group/work-group.contract.ts";
import type { WorkGroupAsker } from "@parfocal/core/work-group/work-group-access.ts";
import { UNKNOWN_EMAILS_PER_HOUR } from "@parfocal/core/work-group/work-group-limits.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findUsableUser } from "#user/user.queries.ts";
import { findWorkGroupOf, lockOwnWorkGroup } from "./member-work-group.ts";
import { countUnknownEmails, insertUnknownEmail, lockEmailsOf } from "./unknown-email.queries.ts";
import { insertMember } from "./work-group.queries.ts";
import { assertCanJoin } from "./work-group-bounds.ts";

interface Input {
  readonly asker: WorkGroupAsker;
  readonly groupId: number;
  readonly email: string;
}

/**
 * Unknown addresses are counted, so that trying addresses does not reveal who has an account: commit even if no user
 * was found, and throw `userNotFound` afterwards.
 *
 * @returns null: no user of this site has the address.
 * @throws AppError `tooManyRequests` for every address once too many were unknown within the hour.
 */
export async function addToWorkGroup(
  db: SiteDb,
  siteId: number,
  { asker, groupId, email }: Input,
): Promise<WorkGroup | null> {
  await lockOwnWorkGroup(db, siteId, asker, groupId);
  await lockEmailsOf(db, siteId, asker.id);
  if ((await countUnknownEmails(db, siteId, asker.id)) >= UNKNOWN_EMAILS_PER_HOUR) {
    throw new AppError("tooManyRequests", "Too many unknown email addresses. Check them and try again in an hour.", {
      codes: ["tooManyUnknown"],
    });
  }
  const found = await findUsableUser(db, siteId, email);
  if (!found) {
    await insertUnknownEmail(db, siteId, asker.id);
    return null;
  }
  await assertCanJoin(db, siteId, groupId, found.id);
  await insertMember(db, siteId, groupId, found.id, true);
  return findWorkGroupOf(db, siteId, asker, groupId);
}

export const userNotFound = () =>
  new AppError("notFound", message("workgroup.userNotFound"), { codes: ["userNotFound"] });
