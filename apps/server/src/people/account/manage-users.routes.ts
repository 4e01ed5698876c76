import { notFound } from "@parfocal/core/errors.ts";
import { createUser, listUsers, updateUser } from "@parfocal/core/user/manage-users.contract.ts";
import { sessionsHaveEnded } from "#platform/access/session-end.ts";
import { withSite } from "#platform/db/database.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { changeUser, makeUser } from "./change-users.ts";
import { findManagedUser, findManagedUsers } from "./managed-user.queries.ts";

export const manageUsersRoutes = [
  route(listUsers, ({ db, siteId }, { query }) => findManagedUsers(db, siteId, query)),

  longRoute(createUser, async ({ siteId, platform, caller }, { body }) => {
    const id = await makeUser(platform.database, siteId, { ...body, callerId: caller.signedIn().id });
    return withSite(platform.database, siteId, (db) => found(findManagedUser(db, siteId, id)));
  }),

  longRoute(updateUser, async ({ siteId, platform, request, caller }, { params, body }) => {
    const ended = await changeUser(platform, siteId, {
      id: params.id,
      callerId: caller.signedIn().id,
      ...body,
    });
    sessionsHaveEnded(platform, ended, { siteId, userId: params.id, reason: "accountChanged", request });
    return withSite(platform.database, siteId, (db) => found(findManagedUser(db, siteId, params.id)));
  }),
];

async function found<Row>(row: Promise<Row | undefined>): Promise<Row> {
  const user = await row;
  if (!user) throw notFound("Account");
  return user;
}
