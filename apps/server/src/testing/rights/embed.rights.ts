import { buildEmbed, EMBED_HOST } from "../build-embed.ts";
import type { RightsRows } from "./rights-row.ts";

export const embedRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/embed/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async ({ site, folderId }) => ({ params: { id: await buildEmbed(site, { parentId: folderId }) } }),
  },
  // biome-ignore format: a table
  "POST /v2/embed/": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: async ({ site, folderId }) => {
      await buildEmbed(site, { parentId: folderId });
      return { body: { title: "A video", url: `https://${EMBED_HOST}/2`, parentId: folderId } };
    },
    note: "in the other site there is no such place",
  },
  // biome-ignore format: a table
  "PUT /v2/embed/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site, folderId }) => ({
      params: { id: await buildEmbed(site, { parentId: folderId }) },
      body: { title: "Changed" },
    }),
  },
};
