import { listUnsentMails } from "@parfocal/core/mail/mail.contract.ts";
import { route } from "#platform/http/route.ts";
import { findUnsentMails } from "./mail.queries.ts";

export const mailRoutes = [
  route(listUnsentMails, async ({ db, siteId, platform }) => ({
    isServerConfigured: platform.mail.delivers,
    ...(await findUnsentMails(db, siteId)),
  })),
];
