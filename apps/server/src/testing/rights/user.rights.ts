import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const userRights: RightsRows = {
  // biome-ignore format: a table
  "GET /user": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /user/roles/": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /user/search/": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { q: "example" } }),
    note: OWN_SITE,
  },
};
