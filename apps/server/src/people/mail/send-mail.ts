/**
 * The job that sends an email. A kill between the mail server's response and our commit causes it to be sent again,
 * with the same message ID.
 */
import type { UnsentReason } from "@parfocal/core/mail/mail.contract.ts";
import { readSealKeys } from "#platform/access/seal-keys.ts";
import { withSite } from "#platform/db/database.ts";
import { type JobContext, type JobHandler, JobPostponed } from "#platform/jobs/job-queue.ts";
import { storeIfOwned } from "#platform/jobs/store-if-owned.ts";
import { loggedError } from "#platform/log.ts";
import type { Platform } from "#platform/platform.ts";
import { findSiteOfMails, settleMail, startAttempt } from "./mail.queries.ts";
import { readContent, SEND_MAIL, senderOf } from "./write-mail.ts";

const MINUTE_MS = 60_000;
/** Pauses after each failed attempt; after the last one the email is given up. */
export const RETRY_DELAYS_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);

export function mailJobHandlers(platform: Platform): Record<string, JobHandler> {
  return { [SEND_MAIL]: (context) => sendMail(platform, context) };
}

async function sendMail(platform: Platform, context: JobContext): Promise<void> {
  const { siteId, subjectId } = context;
  const { database, mail: transport, log } = platform;
  const found = await withSite(database, siteId, async (db) => {
    const mail = await startAttempt(db, siteId, subjectId);
    return mail && { mail, site: await findSiteOfMails(db, siteId), keys: await readSealKeys(db) };
  });
  if (!found || found.mail.sealed_content === null) return;
  const { mail, site, keys } = found;
  const settle = (state: "sent" | "unsent" | "failed", reason: UnsentReason | null) =>
    storeIfOwned(platform, context, (db) => settleMail(db, siteId, mail.id, { state, reason }));
  try {
    await transport.send({
      siteId,
      id: mail.id,
      messageId: mail.message_id,
      from: senderOf(site),
      to: { name: mail.recipient_name, address: mail.recipient_address },
      ...readContent(found.mail.sealed_content, keys, siteId),
    });
  } catch (error) {
    // Messages of a mail server can contain the recipient's address.
    const { type, code } = loggedError(error);
    log.warn({ mail: mail.id, siteId, error: { type, code } }, "a mail could not be sent");
    if (isRejectedRecipient(error)) return settle("failed", "refused");
    const delayMs = RETRY_DELAYS_MS[mail.attempts - 1];
    if (delayMs === undefined) return settle("failed", "unreachable");
    throw new JobPostponed(delayMs);
  }
  return transport.delivers ? settle("sent", null) : settle("unsent", "noServer");
}

/** A permanent failure: the reply to the recipient's address was 5xx (RFC 5321, 4.2.1). */
function isRejectedRecipient(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return code === "EENVELOPE" && typeof responseCode === "number" && responseCode >= 550 && responseCode < 560;
}
