import { randomUUID } from "node:crypto";
import type { RightsRows } from "./rights-row.ts";

export const registrationRights: RightsRows = {
  "POST /session/registration": {
    statuses: [403, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403],
    request: () => ({ body: { displayName: "Ada", email: `${randomUUID()}@example.test` } }),
    note: "registration is closed at a new site",
  },
  "PUT /session/registration": {
    statuses: [400, 400, 400, 400, 400, 400, 404, 400, 400, 400, 403],
    request: () => ({ body: { token: "unknown", password: "twelve characters" } }),
    note: "the token is what admits",
  },
};
