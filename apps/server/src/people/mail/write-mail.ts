/**
 * Writes an email in the transaction of its cause, so that either both are committed or neither. A job sends it.
 *
 * The content is encrypted until the email is sent, and then deleted, since it can contain a link that gives access to
 * the account.
 */
import { randomUUID } from "node:crypto";
import { parseMailbox } from "@parfocal/core/mail/mailbox.ts";
import type { FastifyRequest } from "fastify";
import { lockSealKeys, type SealKeys } from "#platform/access/seal-keys.ts";
import { openSealedText, sealText } from "#platform/access/sealed-text.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import type { Mailbox } from "#platform/mail-transport.ts";
import type { Platform } from "#platform/platform.ts";
import { findSiteOfMails, insertMail, type SiteOfMails } from "./mail.queries.ts";
import { type MailContent, type MailLanguage, type MailSentences, onOneLine, writeContent } from "./mail-content.ts";

export const SEND_MAIL = "sendMail";

/** For `sealText`. */
export const purposeOfMail = (siteId: number) => `mail of site ${siteId}`;

export type Postman = Pick<Platform, "jobs" | "mail">;

interface NewMail {
  readonly to: Mailbox;
  readonly language: MailLanguage;
  readonly sentences: MailSentences;
}

/** Call `jobs.wake()` after the commit. */
export async function writeMail(
  db: SiteDb,
  siteId: number,
  { to, language, sentences }: NewMail,
  { jobs }: Postman,
): Promise<void> {
  const site = await findSiteOfMails(db, siteId);
  const content = writeContent(sentences, { language, siteTitle: site.title });
  const id = await insertMail(db, siteId, {
    message_id: `<${randomUUID()}@${hostOf(site)}>`,
    recipient_name: onOneLine(to.name),
    recipient_address: to.address,
    subject: content.subject,
    sealed_content: sealText(JSON.stringify(content), { keys: await lockSealKeys(db), purpose: purposeOfMail(siteId) }),
    reason: null,
  });
  await jobs.add(db, siteId, { kind: SEND_MAIL, subjectId: id, isQuiet: true });
}

/** Records for administrators that an email with a link was not written because the site has no URL. */
export async function noteUnsendableMail(
  db: SiteDb,
  siteId: number,
  { to, subject }: { readonly to: Mailbox; readonly subject: string },
): Promise<void> {
  await insertMail(db, siteId, {
    message_id: "",
    recipient_name: onOneLine(to.name),
    recipient_address: to.address,
    subject: onOneLine(subject),
    sealed_content: null,
    reason: "noAddress",
  });
}

export const readContent = (sealed: Buffer, keys: SealKeys, siteId: number): MailContent =>
  JSON.parse(openSealedText(sealed, { keys, purpose: purposeOfMail(siteId) })) as MailContent;

/** The site's setting; if empty, derived from its own URL. */
export function senderOf(site: SiteOfMails): Mailbox {
  const { name, address } = parseMailbox(site.sender) ?? { name: "", address: `no-reply@${hostOf(site)}` };
  return { name: onOneLine(name || site.title), address };
}

const hostOf = ({ origins: [first] }: SiteOfMails): string => (first ? new URL(first).hostname : "localhost");

/**
 * Scheme and host of links in emails. Clients can send any `Host`: without a configured URL of the site, a link could
 * lead users with their token to another server, so no link is written then (decision 0056).
 *
 * @returns null: no link can be sent. Emails that are only written to the data folder use the origin of the request.
 */
export function linkOriginOf(
  request: FastifyRequest,
  siteOrigins: readonly string[],
  { mail }: Pick<Platform, "mail">,
): string | null {
  return siteOrigins.length === 0 && mail.delivers ? null : publicOriginOf(request, siteOrigins);
}
