import { DOT_PNG } from "../dot-png.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const siteLogoRights: RightsRows = {
  // biome-ignore format: a table
  "PUT /v2/site/logo": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { dataUrl: `data:image/png;base64,${DOT_PNG.toString("base64")}` } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "DELETE /v2/site/logo": { statuses: [401, 403, 403, 403, 204, 204, 404, 401, 401, 401, 403], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /site/{site}/logo/{key}": {
    statuses: [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404],
    request: ({ site }) => ({ params: { site: site.id, key: "none" } }),
    note: "a logo that no site has",
  },
};
