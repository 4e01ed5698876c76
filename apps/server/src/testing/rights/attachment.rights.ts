import { formBody } from "../form-body.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const attachmentRights: RightsRows = {
  // biome-ignore format: a table
  "POST /v2/attachment/search": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403], request: () => ({ body: {} }), note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/attachment": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/attachment/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshAttachment() } }),
  },
  // biome-ignore format: a table
  "GET /v2/attachment/{id}/file": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshAttachment() } }),
  },
  // biome-ignore format: a table
  "POST /v2/attachment/": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => formBody({ url: "https://atlas.example.org/kidney", parentId: String(slide.id) }),
  },
  // biome-ignore format: a table
  "PUT /v2/attachment/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshAttachment() }, body: { title: "Changed" } }),
  },
  // biome-ignore format: a table
  "DELETE /v2/attachment/{id}": {
    statuses: [401, 403, 403, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshAttachment() } }),
  },
};
