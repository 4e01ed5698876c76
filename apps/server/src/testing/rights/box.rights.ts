import type { RightsRows } from "./rights-row.ts";

export const boxRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/box/{id}/{type}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id, type: "image" } }),
  },
  // biome-ignore format: a table
  "GET /v2/box/post/{id}/{type}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id, type: "image" } }),
  },
  // biome-ignore format: a table
  "PUT /v2/box/{id}/{type}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ params: { id: slide.id, type: "image" }, body: { tabs: [] } }),
  },
};
