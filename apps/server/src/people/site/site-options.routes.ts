import { AppError } from "@parfocal/core/errors.ts";
import { getSiteOptions, putSiteOptions, type SiteOptions } from "@parfocal/core/site/site-options.contract.ts";
import { OPTION_NAMES, type OptionValues } from "@parfocal/core/site/site-options.ts";
import { recordOptions } from "#audit/record-audit.ts";
import { route } from "#platform/http/route.ts";
import { fetchNewHostKeys } from "./host-keys.ts";
import { findOptions, isKnownTimeZone, updateOptions } from "./site-options.queries.ts";
import { forgetSiteSources } from "./site-source-policy.ts";

const present = (values: OptionValues) =>
  Object.fromEntries(OPTION_NAMES.map((name) => [name, { value: values[name] }])) as unknown as SiteOptions;

export const siteOptionsRoutes = [
  route(getSiteOptions, async ({ db, siteId }) => present(await findOptions(db, siteId))),

  route(putSiteOptions, async ({ db, siteId, caller, platform, afterCommit }, { body }) => {
    const { timeZone } = body;
    if (timeZone && !(await isKnownTimeZone(db, timeZone.value)))
      throw new AppError("invalid", "This time zone does not exist. Use a name such as Europe/Vienna.", {
        codes: ["timeZone"],
      });
    const sent = OPTION_NAMES.flatMap((name) => (body[name] ? [[name, body[name].value]] : []));
    const before = await findOptions(db, siteId);
    await updateOptions(db, siteId, Object.fromEntries(sent) as Partial<OptionValues>);
    const after = await findOptions(db, siteId);
    await recordOptions(db, siteId, {
      actorId: caller.signedIn().id,
      names: OPTION_NAMES.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])),
    });
    afterCommit(() => forgetSiteSources(platform, siteId));
    // Not awaited: the host may be slow or unavailable.
    if (before.hostKeysUrl !== after.hostKeysUrl) afterCommit(() => void fetchNewHostKeys(platform, siteId));
    return present(after);
  }),
];
