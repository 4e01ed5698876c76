import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const courseRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/course/": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/course/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ courseId }) => ({ params: { id: courseId } }),
  },
  // biome-ignore format: a table
  "POST /v2/course": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { title: "Pathology" } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "PUT /v2/course/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ courseId }) => ({ params: { id: courseId }, body: { description: "Of organs" } }),
  },
  // biome-ignore format: a table
  "GET /v2/course/virtual/": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
};
