/** Deep Linking: content is chosen here, and a signed message transfers the choice to the learning platform. */
import { createHash, randomBytes } from "node:crypto";
import { AppError, notFound, notFoundOrNoAccess } from "@parfocal/core/errors.ts";
import { parseScreenPath } from "@parfocal/core/item/public-path.ts";
import { choiceMessage } from "@parfocal/core/lti/choice-message.ts";
import { CHOSEN_KINDS } from "@parfocal/core/lti/chooser-path.ts";
import { launchTarget } from "@parfocal/core/lti/launch-target.ts";
import { getLtiChoice, makeLtiChoice, returnLtiChoice } from "@parfocal/core/lti/lti-choice.contract.ts";
import { findVisibleItem } from "#item/item-access.ts";
import { withSite } from "#platform/db/database.ts";
import { type PageAnswer, type PageContext, pageRoute } from "#platform/http/page-route.ts";
import { publicOriginOf } from "#platform/http/public-origin.ts";
import { route } from "#platform/http/route.ts";
import { findSite } from "#platform/http/site-and-session.ts";
import { findChoice, takeChoice, updateChoice } from "./lti-choice.queries.ts";
import { signToken } from "./lti-keys.ts";
import { errorPage, returnPage } from "./lti-pages.ts";
import { findPlatform } from "./lti-platform.queries.ts";

const TICKET_BYTES = 24;
const MESSAGE_LIFE_S = 300;

const hashOf = (ticket: string): Buffer => createHash("sha256").update(ticket).digest();
const choiceNotFound = () => notFound("Content selection");

interface Return {
  readonly siteId: number;
  readonly ticket: string;
}

async function goBack({ platform, request }: PageContext, { siteId, ticket }: Return): Promise<PageAnswer> {
  const { site, choice, learning } = await withSite(platform.reserve, siteId, async (db) => {
    const taken = await takeChoice(db, siteId, hashOf(ticket));
    return {
      site: await findSite(db, siteId),
      choice: taken,
      learning: taken && (await findPlatform(db, siteId, taken.platformId)),
    };
  });
  if (!choice || !learning) return errorPage(request, "choiceUsed");
  const message = choiceMessage(choice, {
    platform: learning,
    // Without a default port.
    origin: new URL(publicOriginOf(request, site.origins)).origin,
    nonce: randomBytes(TICKET_BYTES).toString("base64url"),
  });
  const jwt = await signToken(platform, siteId, message, { now: Date.now(), lifeS: MESSAGE_LIFE_S });
  return returnPage(request, { learning, returnUrl: choice.returnUrl, jwt });
}

export const ltiChoiceRoutes = [
  route(getLtiChoice, async ({ db, siteId, caller }, { params: { id } }) => {
    const platform = await findChoice(db, siteId, { id, userId: caller.signedIn().id });
    if (platform === undefined) throw choiceNotFound();
    return { platform };
  }),

  route(makeLtiChoice, async ({ db, siteId, caller }, { params: { id }, body }) => {
    const path = launchTarget({ customPath: body.path, targetLinkUri: "" }, { siteId, origins: [] });
    const steps = path === null ? undefined : parseScreenPath(path)?.steps;
    const last = steps?.at(-1);
    const kind = CHOSEN_KINDS.find((one) => one === last?.kind);
    if (path === null || !last || !kind)
      throw new AppError("invalid", "Choose a course, folder, slide, case or quiz.", { codes: ["path"] });
    const { item } = await findVisibleItem(db, { siteId, caller, id: last.id, kind, rejection: notFoundOrNoAccess });
    const ticket = randomBytes(TICKET_BYTES).toString("base64url");
    const chosen = { path, title: item.title, kind, itemId: last.id };
    const own = { id, userId: caller.signedIn().id };
    if (!(await updateChoice(db, siteId, { ...own, chosen, ticketSha256: hashOf(ticket) }))) throw choiceNotFound();
    return { address: `/api${returnLtiChoice.path.replace("{site}", String(siteId))}?ticket=${ticket}` };
  }),

  pageRoute(
    returnLtiChoice,
    (context, { params: { site: siteId }, query: { ticket } }) => goBack(context, { siteId, ticket }),
    ({ request }, status) => errorPage(request, status === 404 ? "unknownPlatform" : "malformed"),
  ),
];
