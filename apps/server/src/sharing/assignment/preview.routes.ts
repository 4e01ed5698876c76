import { LEARNER_ROLE } from "@parfocal/core/access/capabilities.ts";
import { startPreview } from "@parfocal/core/assignment/preview.contract.ts";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { accessScopeOfUser } from "#item/access-scope.ts";
import { findItem, listCrumbs } from "#item/item.queries.ts";
import { listPathsTo } from "#item/item-paths.queries.ts";
import { createPreviewToken, PREVIEW_MAX_MS } from "#platform/access/preview-token.ts";
import { findPreviewedRole } from "#platform/http/preview-caller.ts";
import { route } from "#platform/http/route.ts";
import { findExplainedUser } from "./why.queries.ts";

export const previewRoutes = [
  route(startPreview, async ({ db, siteId, site, caller, platform }, { body: { itemId, userId } }) => {
    const user = caller.signedIn();
    if (!(await findItem(db, siteId, itemId))) throw notFound("Item");
    const person = userId === null ? null : await findExplainedUser(db, siteId, userId);
    if (person === undefined) throw notFound("User");
    const role =
      userId === null ? LEARNER_ROLE : await findPreviewedRole(db, siteId, { personId: userId, grants: site.grants });
    if (role === null)
      throw new AppError("invalid", "Choose a person who learns: this account manages content or cannot sign in.", {
        codes: ["seesEverything"],
      });
    const accessScope = { ...accessScopeOfUser({ id: user.id, role, grants: site.grants }), groupsOf: userId };
    const [way] = await listPathsTo(db, siteId, itemId, accessScope);
    if (userId !== null)
      await recordAudit(db, siteId, {
        action: "accessPreviewed",
        actorId: user.id,
        personId: userId,
        objectId: itemId,
      });
    const of = { siteId, sessionId: user.sessionId };
    return {
      token: createPreviewToken(platform.nonceKey, of, { personId: userId, endsAt: Date.now() + PREVIEW_MAX_MS }),
      name: person?.name ?? null,
      isSeen: way !== undefined,
      path: way ? await listCrumbs(db, siteId, way.ids) : [],
    };
  }),
];
