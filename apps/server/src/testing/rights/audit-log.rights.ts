import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const auditLogRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/audit": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/audit/export.csv": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
};
