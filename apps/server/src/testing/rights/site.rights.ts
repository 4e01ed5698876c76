import { EMBED_HOST } from "../build-embed.ts";
import { MATRIX_TILE_HOST } from "../matrix-world.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const siteRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/site/tileSourceHosts": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "PUT /v2/site/tileSourceHosts": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { hosts: [MATRIX_TILE_HOST] } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "GET /options/": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "PUT /options/": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { supportContact: { value: "help@example.org" } } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "GET /v2/site/embedHosts": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "PUT /v2/site/embedHosts": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { hosts: [EMBED_HOST] } }),
    note: OWN_SITE,
  },
};
