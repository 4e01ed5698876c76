import { OF_MEMBERS, type RightsRows } from "./rights-row.ts";

const OF_LEARNER = "a note of the learner's own: not found by others";

export const noteRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/note/image/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id } }),
  },
  // biome-ignore format: a table
  "GET /v2/note/image/{id}/workgroup/{gid}": {
    statuses: [401, 200, 200, 404, 404, 404, 404, 401, 401, 404, 404],
    request: async (world) => ({ params: { id: world.slide.id, gid: await world.freshWorkGroup() } }),
    note: OF_MEMBERS,
  },
  // biome-ignore format: a table
  "GET /v2/note/image/{id}/deleted": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { id: slide.id } }),
  },
  // biome-ignore format: a table
  "POST /v2/note": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ body: { imageId: slide.id, content: "Look again" } }),
  },
  // biome-ignore format: a table
  "PUT /v2/note/{id}": {
    statuses: [401, 200, 404, 404, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshNote() }, body: { content: "Look again" } }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "DELETE /v2/note/{id}": {
    statuses: [401, 204, 404, 404, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshNote() } }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "POST /v2/note/{id}/restore": {
    statuses: [401, 200, 404, 404, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshDeletedNote() } }),
    note: OF_LEARNER,
  },
};
