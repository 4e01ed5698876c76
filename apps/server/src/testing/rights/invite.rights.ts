import { buildInvite } from "../build-invite.ts";
import type { MatrixWorld } from "../matrix-world.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

const OF_OTHERS = "of content that the teacher has not made";

const freshInvite = ({ site, userGroup: { groupId }, users }: MatrixWorld) =>
  buildInvite(site, { groupId, createdBy: users.administrator });

export const inviteRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/assignment/invites/{id}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 200, 200],
    request: ({ userGroup }) => ({ params: { id: userGroup.groupId } }),
    note: OF_OTHERS,
  },
  // biome-ignore format: a table
  "GET /v2/assignment/invitesLog/": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /v2/assignment/generateInvite": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: ({ userGroup }) => ({ body: { userGroupId: userGroup.groupId, isOneTime: true } }),
    note: OF_OTHERS,
  },
  // biome-ignore format: a table
  "PUT /v2/assignment/addToGroupByCode": {
    statuses: [401, 200, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ body: { code: (await freshInvite(world)).code, userId: world.users.learner.id } }),
    note: "a code for the learner: others use codes for themselves, administrators for everyone",
  },
  // biome-ignore format: a table
  "PUT /v2/assignment/deactivate/{id}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await freshInvite(world)).id } }),
    note: OF_OTHERS,
  },
};
