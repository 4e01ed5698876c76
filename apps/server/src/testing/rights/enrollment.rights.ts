import { buildEnrollmentForm, TEST_ANSWERS } from "../build-enrollment.ts";
import { buildUser } from "../build-user.ts";
import { buildUserGroup } from "../build-user-group.ts";
import type { MatrixWorld } from "../matrix-world.ts";
import type { RightsRows } from "./rights-row.ts";

/** A form for a group of the teacher. */
async function freshForm({ site, folderId, users }: MatrixWorld) {
  const userGroupId = await buildUserGroup(site, { createdBy: users.teacher });
  const learner = await buildUser(site);
  const id = await buildEnrollmentForm(site, { parentId: folderId, userGroupId, registered: [learner] });
  return { id, learner, userGroupId };
}

export const enrollmentRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/enrollmentForm/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await freshForm(world)).id } }),
  },
  // biome-ignore format: a table
  "POST /v2/enrollmentForm/": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: async ({ site, folderId, users }) => ({
      body: {
        title: "Register",
        parentId: folderId,
        userGroupId: await buildUserGroup(site, { createdBy: users.teacher }),
      },
    }),
    note: "into a user group of the teacher's own; in the other site there is no such place",
  },
  // biome-ignore format: a table
  "PUT /v2/enrollmentForm/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { id, userGroupId } = await freshForm(world);
      return { params: { id }, body: { title: "Register here", userGroupId } };
    },
  },
  // biome-ignore format: a table
  "POST /v2/enrollmentForm/{id}/enroll": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { id } = await freshForm(world);
      return { params: { id }, body: { enrollmentFormId: id, fields: TEST_ANSWERS } };
    },
  },
  // biome-ignore format: a table
  "GET /v2/enrollmentForm/{id}/registrations": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await freshForm(world)).id }, query: {} }),
    note: "of a user group of the teacher's own",
  },
  // biome-ignore format: a table
  "GET /v2/enrollmentForm/{id}/registrations.csv": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await freshForm(world)).id }, query: {} }),
    note: "of a user group of the teacher's own",
  },
  // biome-ignore format: a table
  "DELETE /v2/enrollmentForm/{id}/registrations/{userId}": {
    statuses: [401, 403, 403, 204, 204, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { id, learner } = await freshForm(world);
      return { params: { id, userId: learner.id }, query: { leavesGroup: "true" } };
    },
    note: "of a user group of the teacher's own",
  },
};
