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
};
