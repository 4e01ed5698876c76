import { importGroupUsers, importUsers } from "@parfocal/core/user-import/user-import.contract.ts";
import { findOwnGroup, lockOwnGroup } from "#assignment/change-assignments.ts";
import { route } from "#platform/http/route.ts";
import { assertImportable, importList } from "./import-users.ts";

export const userImportRoutes = [
  route(importGroupUsers, async ({ db, siteId, caller }, { params: { id }, body }) => {
    assertImportable(caller, body);
    await (body.isTrial ? findOwnGroup : lockOwnGroup)(db, siteId, caller, id);
    return importList(db, siteId, id, { ...body, actorId: caller.signedIn().id });
  }),

  route(importUsers, ({ db, siteId, caller }, { body }) => {
    assertImportable(caller, body);
    return importList(db, siteId, null, { ...body, actorId: caller.signedIn().id });
  }),
];
