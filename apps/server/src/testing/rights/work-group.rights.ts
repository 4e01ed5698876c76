import { OF_MEMBERS, OWN_SITE, type RightsRows } from "./rights-row.ts";

export const workGroupRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/workgroups": { statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/workgroups/all": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/workgroups/{id}": {
    statuses: [401, 200, 200, 404, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await world.freshWorkGroup() } }),
    note: OF_MEMBERS,
  },
  // biome-ignore format: a table
  "POST /v2/workgroups/": {
    statuses: [401, 200, 200, 200, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: { title: "Kidney team" } }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "POST /v2/workgroups/add": {
    statuses: [401, 403, 200, 404, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ body: { groupId: await world.freshWorkGroup(), email: world.users.teacher.email } }),
    note: OF_MEMBERS,
  },
  // biome-ignore format: a table
  "PUT /v2/workgroups/{id}": {
    statuses: [401, 403, 200, 404, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshWorkGroup() }, body: { title: "Liver team" } }),
    note: OF_MEMBERS,
  },
  // biome-ignore format: a table
  "DELETE /v2/workgroups/{id}": {
    statuses: [401, 403, 204, 404, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshWorkGroup() } }),
    note: OF_MEMBERS,
  },
  // biome-ignore format: a table
  "POST /v2/workgroups/{id}/restore": {
    statuses: [401, 404, 200, 404, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshDeletedWorkGroup() } }),
    note: "a deleted work group of the expert: not there for who may not bring it back",
  },
  // biome-ignore format: a table
  "PUT /v2/workgroups/{id}/keep": {
    statuses: [401, 204, 204, 404, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshWorkGroup() } }),
    note: OF_MEMBERS,
  },
  // biome-ignore format: a table
  "DELETE /v2/workgroups/{id}/kick/{userId}": {
    statuses: [401, 204, 204, 404, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: await world.freshWorkGroup(), userId: world.users.learner.id } }),
    note: "a work group of the expert; the learner is its other member, and leaves",
  },
};
