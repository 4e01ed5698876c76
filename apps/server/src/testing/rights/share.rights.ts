import { buildShare } from "../build-share.ts";
import type { RightsRows } from "./rights-row.ts";

export const shareRights: RightsRows = {
  // biome-ignore format: a table
  "POST /v2/share": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ slide }) => ({ body: { shareType: "slide", itemId: slide.id } }),
  },
  // biome-ignore format: a table
  "POST /share/folder": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ body: { itemId: folderId } }),
  },
  // biome-ignore format: a table
  "GET /v2/share/{token}": {
    statuses: [200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200],
    request: async (world) => ({ params: { token: (await world.freshShare()).token } }),
    note: "who has the token needs no session",
  },
  // biome-ignore format: a table
  "GET /v2/share/{token}/items": {
    statuses: [200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200],
    request: async (world) => ({ params: { token: (await world.freshFolderShare()).token } }),
    note: "who has the token needs no session",
  },
  // biome-ignore format: a table
  "DELETE /v2/share/{id}": {
    statuses: [401, 404, 404, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await world.freshShare()).id } }),
    note: "a share of the teacher",
  },
  // biome-ignore format: a table
  "DELETE /share/folder/{id}": {
    statuses: [401, 404, 404, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await world.freshFolderShare()).id } }),
    note: "a share of the teacher",
  },
  // biome-ignore format: a table
  "GET /v2/share": {
    statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200],
    request: ({ slide }) => ({ query: { itemId: String(slide.id) } }),
    note: "one's own",
  },
  // biome-ignore format: a table
  "PUT /v2/share/{id}": {
    statuses: [401, 404, 404, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await world.freshShare()).id }, body: { isActive: false } }),
    note: "a share of the teacher",
  },
  // biome-ignore format: a table
  "POST /v2/share/{token}/opened": {
    statuses: [401, 204, 204, 204, 204, 401, 404, 401, 401, 401, 403],
    request: async ({ site, users, slide }) => {
      const share = await buildShare(site, { createdBy: users.teacher, itemId: slide.id, requireAuth: true });
      return { params: { token: share.token } };
    },
    note: "a share that requires a sign-in; without that, who has the token needs no session",
  },
};
