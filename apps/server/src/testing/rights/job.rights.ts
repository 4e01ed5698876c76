import type { RightsRows } from "./rights-row.ts";

export const jobRights: RightsRows = {
  // biome-ignore format: a table
  "POST /v2/job/{id}/retry": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshFailedJob() } }),
  },
};
