import { buildTextbook } from "../build-embed.ts";
import { buildTextbookMark } from "../build-textbook-note.ts";
import type { MatrixWorld } from "../matrix-world.ts";
import type { RightsRows } from "./rights-row.ts";

const AREA = { left: 0.1, top: 0.2, width: 0.3, height: 0.1 };

/** Params of a mark that leads to the world's slide. */
async function freshMark({ site, folderId, slide }: MatrixWorld, isDeleted = false) {
  const id = await buildTextbook(site, { parentId: folderId });
  return { id, markId: await buildTextbookMark(site, { textbookId: id, targetId: slide.id, isDeleted }) };
}

export const textbookMarkRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/textbook/{id}/mark": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await freshMark(world)).id } }),
  },
  // biome-ignore format: a table
  "POST /v2/textbook/{id}/mark": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site, folderId, slide }) => ({
      params: { id: await buildTextbook(site, { parentId: folderId }) },
      body: { pageIndex: 0, area: AREA, label: "Figure 1", target: { itemId: slide.id } },
    }),
  },
  // biome-ignore format: a table
  "PUT /v2/textbook/{id}/mark/{markId}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: await freshMark(world), body: { label: "Figure 2" } }),
  },
  // biome-ignore format: a table
  "DELETE /v2/textbook/{id}/mark/{markId}": {
    statuses: [401, 403, 403, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: await freshMark(world) }),
  },
  // biome-ignore format: a table
  "POST /v2/textbook/{id}/mark/{markId}/restore": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: await freshMark(world, true) }),
  },
};
