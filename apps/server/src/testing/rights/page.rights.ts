import { buildPage } from "../build-page.ts";
import type { RightsRows } from "./rights-row.ts";

export const pageRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/staticpages/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async ({ site, folderId }) => ({ params: { id: await buildPage(site, { parentId: folderId }) } }),
  },
  // biome-ignore format: a table
  "POST /v2/staticpages/": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ body: { title: "About", parentId: folderId } }),
    note: "in the other site there is no such place",
  },
  // biome-ignore format: a table
  "PUT /v2/staticpages/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site, folderId }) => ({
      params: { id: await buildPage(site, { parentId: folderId }) },
      body: { content: "<p>Changed</p>" },
    }),
  },
  // biome-ignore format: a table
  "PUT /v2/staticpages/copy": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site, folderId }) => ({
      body: { id: await buildPage(site, { parentId: folderId }), parentId: folderId },
    }),
  },
};
