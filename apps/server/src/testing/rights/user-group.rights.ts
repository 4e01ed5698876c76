import { randomUUID } from "node:crypto";
import { buildUserGroup } from "../build-user-group.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const userGroupRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/userGroup": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/userGroup/user/{userId}": {
    statuses: [401, 200, 404, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ users }) => ({ params: { userId: users.learner.id } }),
    note: "the learner's groups: nobody else's to read but of those who manage content",
  },
  // biome-ignore format: a table
  "GET /v2/userGroup/page": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /v2/userGroup": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { title: randomUUID() } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "DELETE /v2/userGroup/{id}": {
    statuses: [401, 403, 403, 403, 204, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({ params: { id: await buildUserGroup(site) } }),
    note: "a group that the teacher has not made",
  },
  // biome-ignore format: a table
  "GET /v2/userGroup/{id}/entries": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ userGroup }) => ({ params: { id: userGroup.groupId } }),
  },
};
