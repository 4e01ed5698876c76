import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const searchRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/search": {
    statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200],
    request: () => ({ query: { query: "kidney" } }),
    note: OWN_SITE,
  },
};
