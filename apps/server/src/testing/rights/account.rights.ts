import { randomUUID } from "node:crypto";
import { buildUser } from "../build-user.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const accountRights: RightsRows = {
  // biome-ignore format: a table
  "GET /user/profile": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "PUT /user/profile": {
    statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { displayName: "A name of their own" } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "PUT /user/password": {
    statuses: [401, 400, 400, 400, 400, 400, 404, 401, 401, 401, 403],
    request: () => ({ body: { currentPassword: "a wrong guess", newPassword: "twelve characters", newPasswordRepeated: "twelve characters" } }),
    note: "a wrong password is sent, so that nobody's is changed",
  },
  // biome-ignore format: a table
  "DELETE /user/sessions": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 401, 403], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/user": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  "POST /v2/user": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({
      body: {
        displayName: "Somebody new",
        email: `new-${randomUUID()}@example.test`,
        role: "learner",
        password: "twelve characters",
      },
    }),
    note: OWN_SITE,
  },
  "PUT /v2/user/{id}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({
      params: { id: (await buildUser(site, { role: "learner" })).id },
      body: { displayName: "Another name", role: "expert" },
    }),
  },
};
