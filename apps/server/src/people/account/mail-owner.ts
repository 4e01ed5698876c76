import { writeMail } from "#mail/write-mail.ts";
import type { SiteDb } from "#platform/db/database.ts";
import type { RouteContext } from "#platform/http/route.ts";
import { readPreferences } from "./account.queries.ts";
import { type AccountMail, accountMail, languageOfMails } from "./account-mails.ts";

/** Emails the owner of an account that its sign-in has changed. Wake the jobs after the commit. */
export async function mailOwner(
  {
    db,
    siteId,
    site,
    platform,
    request,
  }: Pick<RouteContext, "siteId" | "site" | "platform" | "request"> & { readonly db: SiteDb },
  user: { readonly id: number; readonly displayName: string; readonly email: string },
  mail: Extract<AccountMail, "passkeyAdded" | "secondFactorOn" | "secondFactorOff" | "secondFactorReset">,
): Promise<void> {
  const { language: chosen } = await readPreferences(db, siteId, user.id);
  const language = languageOfMails(site, chosen, request.headers["accept-language"]);
  const sentences = accountMail(mail, language, { name: user.displayName, siteTitle: site.title });
  await writeMail(db, siteId, { to: { name: user.displayName, address: user.email }, language, sentences }, platform);
}
