import { readPublicKeys } from "#lti/lti-keys.ts";
import {
  buildFailedGrade,
  buildLtiChoice,
  buildLtiPlatform,
  buildPlatformCourse,
  buildWaitingDeployment,
  ltiSettings,
} from "../build-lti-platform.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

const CHECKED = "the platform that sends the person is checked, no session: lti-launch.routes.test.ts";
const OWN_CHOICE = "the choice of the teacher, who was launched to make it";
const initiation = { iss: "https://nobody.test", login_hint: "1", target_link_uri: "https://nobody.test/" };

export const ltiRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/lti/platforms": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /v2/lti/platforms": {
    statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403],
    request: () => ({ body: ltiSettings() }),
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "PUT /v2/lti/platforms/{id}": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({ params: { id: await buildLtiPlatform(site) }, body: ltiSettings() }),
  },
  // biome-ignore format: a table
  "DELETE /v2/lti/platforms/{id}": {
    statuses: [401, 403, 403, 403, 204, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({ params: { id: await buildLtiPlatform(site) } }),
  },
  // biome-ignore format: a table
  "PUT /v2/lti/platforms/{id}/deployments": {
    statuses: [401, 403, 403, 403, 204, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({
      params: { id: await buildWaitingDeployment(site, "2") },
      body: { deploymentId: "2", isAccepted: true },
    }),
  },
  // biome-ignore format: a table
  "POST /v2/lti/registrations": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 401, 403], note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/lti/site/{site}/register/{token}": {
    statuses: [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404],
    request: ({ site }) => ({
      params: { site: site.id, token: "x" },
      query: { openid_configuration: "https://nobody.test/" },
    }),
    note: "a token that nobody has; lti-registration.routes.test.ts has one",
  },
  // biome-ignore format: a table
  "GET /v2/course/{id}/platformCourses": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: ({ courseId }) => ({ params: { id: courseId } }),
  },
  // biome-ignore format: a table
  "GET /v2/course/{id}/platformCourses/{courseId}/members": {
    statuses: [401, 403, 403, 503, 503, 404, 404, 401, 401, 503, 503],
    request: async ({ site, courseId }) => ({
      params: { id: courseId, courseId: await buildPlatformCourse(site, courseId) },
    }),
    note: "a platform that cannot be reached; lti-member.routes.test.ts has one",
  },
  // biome-ignore format: a table
  "GET /v2/lti/grades": { statuses: [401, 403, 403, 403, 200, 200, 404, 401, 401, 200, 200], note: OWN_SITE },
  // biome-ignore format: a table
  "POST /v2/lti/grades/send": {
    statuses: [401, 403, 403, 403, 200, 404, 404, 401, 401, 401, 403],
    request: async ({ site }) => ({ body: { ids: [await buildFailedGrade(site)] } }),
  },
  // biome-ignore format: a table
  "GET /v2/lti/choices/{id}": {
    statuses: [401, 403, 403, 200, 404, 404, 404, 401, 401, 404, 404],
    request: async ({ site, users }) => ({ params: { id: await buildLtiChoice(site, users.teacher) } }),
    note: OWN_CHOICE,
  },
  // biome-ignore format: a table
  "PUT /v2/lti/choices/{id}": {
    statuses: [401, 403, 403, 200, 404, 400, 404, 401, 401, 401, 403],
    request: async ({ site, users, slide }) => ({
      params: { id: await buildLtiChoice(site, users.teacher) },
      body: { path: `/s${site.id}/i${slide.id}/` },
    }),
    note: OWN_CHOICE,
  },
  // biome-ignore format: a table
  "GET /v2/lti/site/{site}/return": {
    statuses: [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404],
    request: ({ site }) => ({ params: { site: site.id }, query: { ticket: "x" } }),
    note: "a ticket that nobody has; lti-choice.routes.test.ts has one",
  },
  // biome-ignore format: a table
  "GET /v2/lti/site/{site}/login": {
    statuses: [403, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403],
    request: ({ site }) => ({ params: { site: site.id }, query: initiation }),
    note: CHECKED,
  },
  // biome-ignore format: a table
  "POST /v2/lti/site/{site}/login": {
    statuses: [403, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403],
    request: ({ site }) => ({ params: { site: site.id }, body: initiation }),
    note: CHECKED,
  },
  // biome-ignore format: a table
  "POST /v2/lti/site/{site}/launch": {
    statuses: [403, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403],
    request: ({ site }) => ({ params: { site: site.id }, body: { state: "x", id_token: "x" } }),
    note: CHECKED,
  },
  // biome-ignore format: a table
  "GET /v2/lti/site/{site}/keys": {
    statuses: [200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200],
    request: async ({ site }) => {
      await buildLtiPlatform(site);
      // The first key is created by the first request.
      await readPublicKeys(site.server.platform, site.id, Date.now());
      return { params: { site: site.id } };
    },
    note: "public keys of the site that the address names",
  },
};
