import { OWN_SITE, type RightsRows } from "./rights-row.ts";

export const structureRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/structure/tree": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "PUT /v2/structure/moveItem": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem, folderId, courseId }) => ({
      body: { itemId: await freshItem("page"), fromParentId: folderId, toParentId: courseId },
    }),
  },
  // biome-ignore format: a table
  "PUT /structure/moveFolder": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem, folderId, courseId }) => ({
      body: { folderId: await freshItem("folder"), fromParentId: folderId, toParentId: courseId },
    }),
  },
  // biome-ignore format: a table
  "PUT /v2/structure/moveMany": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem, folderId, courseId }) => ({
      body: { items: [{ itemId: await freshItem("page"), fromParentId: folderId }], toParentId: courseId },
    }),
  },
  // biome-ignore format: a table
  "PUT /structure/orderFolders": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem, folderId }) => ({ body: { parentId: folderId, folderIds: [await freshItem("folder")] } }),
  },
  // biome-ignore format: a table
  "PUT /v2/structure/orderItems": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem, folderId }) => ({ body: { parentId: folderId, itemIds: [await freshItem("page")] } }),
  },
  // biome-ignore format: a table
  "PUT /v2/structure/rename/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem }) => ({ params: { id: await freshItem("page") }, body: { title: "Kidney" } }),
  },
  // biome-ignore format: a table
  "POST /course/state/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem, folderId }) => ({
      params: { id: await freshItem("page") },
      body: { parentId: folderId, state: false, type: "page" },
    }),
  },
  // biome-ignore format: a table
  "POST /course/state/{id}/annotations": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem }) => ({ params: { id: await freshItem("page") }, body: { state: false, itemType: "page" } }),
  },
  // biome-ignore format: a table
  "PUT /{parentType}/item/delete/{parentId}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem, folderId }) => ({
      params: { parentType: "folder", parentId: folderId },
      body: { itemIds: [await freshItem("page")] },
    }),
  },
  // biome-ignore format: a table
  "PUT /v2/folder/delete/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem }) => ({ params: { id: await freshItem("folder") }, body: {} }),
  },
  // biome-ignore format: a table
  "PUT /v2/course/delete/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem }) => ({ params: { id: await freshItem("course") } }),
  },
  // biome-ignore format: a table
  "GET /v2/structure/bin": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "PUT /v2/structure/bin/{id}/restore": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshBinEntry }) => ({ params: { id: await freshBinEntry() }, body: {} }),
  },
  // biome-ignore format: a table
  "PUT /v2/folder/copy": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem, courseId }) => ({ body: { id: await freshItem("folder"), parentId: courseId } }),
  },
  // biome-ignore format: a table
  "GET /v2/structure/copy/{key}": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE,
    request: () => ({ params: { key: "8f7b3f0e-3a52-4c2c-9d52-7f1a3c7e1a11" } }),
  },
  // biome-ignore format: a table
  "PUT /v2/structure/copy/{key}/stop": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403], note: OWN_SITE,
    request: () => ({ params: { key: "8f7b3f0e-3a52-4c2c-9d52-7f1a3c7e1a11" } }),
  },
  // biome-ignore format: a table
  "PUT /v2/image/copy": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem, slide }) => ({ body: { id: slide.id, parentId: await freshItem("folder") } }),
  },
  // biome-ignore format: a table
  "PUT /v2/attachment/copy": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ freshItem, freshAttachment }) => ({
      body: { id: await freshAttachment(), parentId: await freshItem("folder") },
    }),
  },
};
