import type { RightsRows } from "./rights-row.ts";

export const relatedRights: RightsRows = {
  // biome-ignore format: a table
  "GET /image/related/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id } }),
  },
};
