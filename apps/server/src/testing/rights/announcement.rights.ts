import { buildAnnouncement } from "../build-announcement.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

const BODY = { content: { en: "<p>Maintenance on Friday</p>" }, readers: ["learner"] };

export const announcementRights: RightsRows = {
  // biome-ignore format: a table
  "GET /announcement": { statuses: [200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200], note: "those for the caller's role" },
  // biome-ignore format: a table
  "GET /v2/announcements": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /v2/announcements": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: BODY }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "PUT /v2/announcements/{id}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({ params: { id: await buildAnnouncement(site) }, body: { ...BODY, version: 1 } }),
  },
  // biome-ignore format: a table
  "DELETE /v2/announcements/{id}": {
    statuses: [401, 403, 403, 403, 204, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({ params: { id: await buildAnnouncement(site) } }),
  },
  // biome-ignore format: a table
  "PUT /v2/announcements/{id}/restore": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({ params: { id: await buildAnnouncement(site, { isDeleted: true }) } }),
  },
};
