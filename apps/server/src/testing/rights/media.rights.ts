import { randomUUID } from "node:crypto";
import { addressOfMedia } from "../build-media.ts";
import { DOT_PNG } from "../dot-png.ts";
import { formBody } from "../form-body.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const mediaRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/media": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200],
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "GET /v2/media/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshMedia() } }),
  },
  // biome-ignore format: a table
  "POST /v2/media": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => formBody({}, { filename: "dot.png", bytes: DOT_PNG }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "GET /v2/media/{id}/{key}/file": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: await addressOfMedia(world.site, await world.freshMedia()) }),
  },
  // biome-ignore format: a table
  "GET /v2/media/{id}/{key}/thumbnail": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: await addressOfMedia(world.site, await world.freshMedia()) }),
  },
  // biome-ignore format: a table
  "GET /v2/media/{id}/file": {
    statuses: [401, 404, 404, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshMedia() } }),
    note: "without its key a file is there for those alone who manage content",
  },
  // biome-ignore format: a table
  "GET /v2/media/{id}/thumbnail": {
    statuses: [401, 404, 404, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshMedia() } }),
  },
  // biome-ignore format: a table
  "PUT /v2/media/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshMedia() }, body: { title: "Changed" } }),
  },
  // biome-ignore format: a table
  "GET /v2/media/{id}/usage": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshMedia() } }),
  },
  // biome-ignore format: a table
  "DELETE /v2/media/{id}": {
    statuses: [401, 403, 403, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshMedia() } }),
  },
  // biome-ignore format: a table
  "PUT /v2/media/{id}/restore": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshDeletedMedia("media") } }),
  },
  // biome-ignore format: a table
  "GET /v2/media/folders": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200],
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "POST /v2/media/folders": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { title: randomUUID() } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "PUT /v2/media/folders/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshMediaFolder() }, body: { title: randomUUID() } }),
  },
  // biome-ignore format: a table
  "DELETE /v2/media/folders/{id}": {
    statuses: [401, 403, 403, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshMediaFolder() } }),
  },
};
