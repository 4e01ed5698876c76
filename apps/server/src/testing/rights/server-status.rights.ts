import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const serverStatusRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/status": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
};
