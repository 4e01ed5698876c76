/**
 * Changes the user's own email address: the new one applies once the link in an email to it is opened and confirmed.
 */
import { AppError } from "@parfocal/core/errors.ts";
import { recordAudit } from "#audit/record-audit.ts";
import type { MailLanguage } from "#mail/mail-content.ts";
import { writeMail } from "#mail/write-mail.ts";
import type { SignedInUser } from "#platform/access/caller.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import type { Platform } from "#platform/platform.ts";
import { deleteLinks, findLinkedAccount, insertLink } from "./account-link.queries.ts";
import { accountMail } from "./account-mails.ts";
import { assertFreeEmail } from "./change-users.ts";
import { changeUserRow } from "./managed-user.queries.ts";
import { assertOwnPassword } from "./own-password.ts";
import { linkInvalid } from "./reset-password.ts";

interface EmailRequest {
  readonly siteId: number;
  readonly siteTitle: string;
  readonly user: SignedInUser;
  readonly language: MailLanguage;
  /** Scheme and host of the link; null: no trusted origin is known. */
  readonly linkOrigin: string | null;
  readonly email: string;
  readonly currentPassword: string;
}

/**
 * @throws AppError `invalid` with `currentPasswordIncorrect`; `conflict` with `emailTaken` or `noAddress`;
 * `tooManyRequests`.
 */
export async function requestNewEmail(platform: Platform, request: EmailRequest): Promise<void> {
  const { siteId, siteTitle, user, language, linkOrigin, email } = request;
  if (linkOrigin === null)
    throw new AppError("conflict", "No mail can be sent: the site has no address. Ask your administrator.", {
      codes: ["noAddress"],
    });
  await assertOwnPassword(platform.database, siteId, user.id, request.currentPassword);
  await withSite(platform.database, siteId, async (db) => {
    await assertFreeEmail(db, siteId, email, user.id);
    const token = await insertLink(db, siteId, { userId: user.id, kind: "confirmEmail", newEmail: email });
    const facts = { name: user.displayName, siteTitle, newEmail: email };
    const url = `${linkOrigin}/s${siteId}/confirm-email?token=${token}`;
    await writeMail(
      db,
      siteId,
      {
        to: { name: user.displayName, address: email },
        language,
        sentences: accountMail("confirmEmail", language, { ...facts, url }),
      },
      platform,
    );
    await writeMail(
      db,
      siteId,
      {
        to: { name: user.displayName, address: user.email },
        language,
        sentences: accountMail("emailChanges", language, facts),
      },
      platform,
    );
  });
  platform.jobs.wake();
}

/**
 * Invalidates links to reset the password that were sent to the former address.
 *
 * @returns the new address. @throws AppError `invalid` with `linkInvalid`; `conflict` with `emailTaken`.
 */
export async function confirmNewEmail(db: SiteDb, siteId: number, token: string): Promise<string> {
  const account = await findLinkedAccount(db, siteId, { kind: "confirmEmail", token });
  if (!account || account.newEmail === null) throw linkInvalid();
  await assertFreeEmail(db, siteId, account.newEmail, account.userId);
  await deleteLinks(db, siteId, account.userId, null);
  await changeUserRow(db, siteId, account.userId, { email: account.newEmail });
  await recordAudit(db, siteId, { action: "emailChanged", actorId: account.userId, personId: account.userId });
  return account.newEmail;
}
