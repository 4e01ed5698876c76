import { completeRegistration, requestRegistration } from "@parfocal/core/registration/registration.contract.ts";
import { languageOfMails } from "#account/account-mails.ts";
import { linkOriginOf } from "#mail/write-mail.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { complete, request as requestAccount } from "./register-by-email.ts";

export const registrationRoutes = [
  route(requestRegistration, async ({ db, site, platform, request, afterCommit }, { body }) => {
    await requestAccount(
      db,
      site,
      {
        email: body.email,
        displayName: body.displayName,
        formId: body.enrollmentFormId ?? null,
        next: body.next ?? null,
        address: request.ip,
        linkOrigin: linkOriginOf(request, site.origins, platform),
        language: languageOfMails(site, null, request.headers["accept-language"]),
      },
      platform,
    );
    afterCommit(() => platform.jobs.wake());
  }),

  longRoute(completeRegistration, ({ siteId, platform }, { body }) => complete(platform, { siteId, ...body })),
];
