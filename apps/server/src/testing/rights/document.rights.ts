import { formBody } from "../form-body.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const documentRights: RightsRows = {
  // biome-ignore format: a table
  "POST /v2/document/upload": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => formBody({}, { filename: "plan.pdf", bytes: Buffer.from("%PDF-1.7") }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "POST /v2/document/search": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { q: "" } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "GET /v2/document/{id}/preview": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshDocument() } }),
  },
  // biome-ignore format: a table
  "GET /v2/document/{id}/file": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshDocument() } }),
  },
  // biome-ignore format: a table
  "GET /v2/document/{id}/thumbnail": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshDocument() } }),
  },
  // biome-ignore format: a table
  "POST /v2/document/assign": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      body: { itemType: "folder", itemId: world.folderId, documents: [await world.freshDocument()] },
    }),
  },
  // biome-ignore format: a table
  "DELETE /v2/document/{id}": {
    statuses: [401, 403, 403, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshDocument() } }),
  },
  // biome-ignore format: a table
  "PUT /v2/document/{id}/restore": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshDeletedMedia("document") } }),
  },
};
