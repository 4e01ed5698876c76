import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const customFieldRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/customField": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/customField/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshCustomField() } }),
  },
  // biome-ignore format: a table
  "GET /v2/customField/type/{type}": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200],
    request: () => ({ params: { type: "image" } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "GET /v2/customField/item/{itemId}/{type}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ params: { itemId: slide.id, type: "image" } }),
  },
  // biome-ignore format: a table
  "GET /v2/customField/{id}/tags": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshCustomField() } }),
  },
  // biome-ignore format: a table
  "GET /v2/customField/preparations": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /v2/customField/": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { title: "Organ", postType: "sz-image", fieldType: "text" } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "PUT /v2/customField/{id}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshCustomField() }, body: { title: "Changed" } }),
  },
  // biome-ignore format: a table
  "PUT /v2/customField/{id}/primary": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshCustomField() }, body: {} }),
  },
  // biome-ignore format: a table
  "DELETE /v2/customField/{id}": {
    statuses: [401, 403, 403, 403, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshCustomField() } }),
  },
  // biome-ignore format: a table
  "PUT /v2/customField/data": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ body: { itemId: world.slide.id, fieldId: await world.freshCustomField(), value: "Liver" } }),
  },
  // biome-ignore format: a table
  "POST /v2/customField/data": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      body: { values: [{ itemId: world.slide.id, fieldId: await world.freshCustomField(), value: "Liver" }] },
    }),
  },
};
