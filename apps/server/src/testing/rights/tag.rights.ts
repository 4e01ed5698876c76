import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const tagRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/tag": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /v2/tag/count": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ body: { itemIds: [folderId] } }),
    note: "for the other site the item does not exist, so it has no tags",
  },
  // biome-ignore format: a table
  "PUT /v2/tag": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ body: { itemIds: [folderId], tag: "kidney", isOn: true } }),
  },
};
