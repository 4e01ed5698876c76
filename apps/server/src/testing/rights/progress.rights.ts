import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const progressRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/item/overview": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "PUT /v2/item/{id}/opened": {
    statuses: [401, 204, 204, 204, 204, 404, 404, 401, 401, 401, 403],
    request: ({ slide, folderId }) => ({ params: { id: slide.id }, body: { parentId: folderId } }),
  },
  // biome-ignore format: a table
  "DELETE /v2/item/{id}/opened": {
    statuses: [401, 204, 204, 204, 204, 404, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ params: { id: folderId } }),
    note: "what the caller has opened in the folder; nobody else's",
  },
  // biome-ignore format: a table
  "GET /v2/course/{id}/progress": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ courseId }) => ({ params: { id: courseId } }),
    note: "sums, never who",
  },
};
