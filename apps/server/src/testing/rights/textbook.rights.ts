import { buildTextbook } from "../build-embed.ts";
import { formBody } from "../form-body.ts";
import type { RightsRows } from "./rights-row.ts";

export const textbookRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/textbook/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async ({ site, folderId }) => ({ params: { id: await buildTextbook(site, { parentId: folderId }) } }),
  },
  // biome-ignore format: a table
  "GET /textbook/{id}/document": {
    statuses: [401, 404, 404, 404, 404, 404, 404, 401, 401, 404, 404],
    request: async ({ site, folderId }) => ({ params: { id: await buildTextbook(site, { parentId: folderId }) } }),
    note: "a textbook without a PDF",
  },
  // biome-ignore format: a table
  "POST /v2/textbook/": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ folderId }) => formBody({ title: "Pathology", parentId: String(folderId) }),
    note: "in the other site there is no such place",
  },
  // biome-ignore format: a table
  "PUT /v2/textbook/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site, folderId }) => ({
      params: { id: await buildTextbook(site, { parentId: folderId }) },
      body: { diagnosis: "Changed" },
    }),
  },
  // biome-ignore format: a table
  "PUT /textbook/{id}/document": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site, folderId }) => ({
      params: { id: await buildTextbook(site, { parentId: folderId }) },
      ...formBody({}, { filename: "a.pdf", bytes: Buffer.from("%PDF-1.4\n%%EOF\n") }),
    }),
  },
};
