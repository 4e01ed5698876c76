import type { RightsRows } from "./rights-row.ts";

const IN_GROUP = "a folder of a user group in which everybody of the site is";

export const folderRights: RightsRows = {
  // biome-ignore format: a table
  "PUT /v2/folder/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ params: { id: folderId }, body: { description: "Of organs" } }),
  },
  // biome-ignore format: a table
  "GET /v2/folder/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ folderId }) => ({ params: { id: folderId } }),
  },
  // biome-ignore format: a table
  "POST /v2/folder": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ courseId }) => ({ body: { title: "Skin", parentId: courseId } }),
    note: "400: for the other site the parent is not a course or folder, as for an unknown id",
  },
  // biome-ignore format: a table
  "GET /v2/folder/virtual/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ userGroup }) => ({ params: { id: userGroup.folderId } }),
    note: IN_GROUP,
  },
};
