/** Undelivered mails, for administrators. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";

export const UNSENT_MAILS_SHOWN = 50;

/**
 * - `noServer`: no mail server is configured
 * - `noAddress`: the site has no URL, so a link cannot be trusted
 * - `refused`: the mail server rejected the recipient
 * - `unreachable`: given up after repeated attempts
 */
const UNSENT_REASONS = ["noServer", "noAddress", "refused", "unreachable"] as const;
export type UnsentReason = (typeof UNSENT_REASONS)[number];

const unsentMail = z.object({
  id,
  recipient: z.string(),
  subject: z.string(),
  createdAt: z.string(),
  reason: z.enum(UNSENT_REASONS),
});
export type UnsentMail = z.output<typeof unsentMail>;

export const listUnsentMails = {
  method: "GET",
  path: "/options/mail",
  summary: "List the newest mails that were not sent, and whether a mail server is configured",
  policy: "managePeople",
  answer: z.object({
    isServerConfigured: z.boolean(),
    /** Mails that are not sent yet and will be retried. */
    waiting: z.int().nonnegative(),
    total: z.int().nonnegative(),
    mails: z.array(unsentMail),
  }),
} as const satisfies Call;
