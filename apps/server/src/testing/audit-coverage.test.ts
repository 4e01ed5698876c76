/**
 * Which calls the audit log records: each call about people, rights, codes and options that succeeds for an
 * administrator adds the expected entries, a failing call adds none. Requests are those of the rights matrix.
 */
import type { AuditAction } from "@parfocal/core/audit/audit-actions.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { accountRoutes } from "#account/account.routes.ts";
import { manageUsersRoutes } from "#account/manage-users.routes.ts";
import { passkeyRoutes } from "#account/passkey.routes.ts";
import { secondFactorRoutes } from "#account/second-factor.routes.ts";
import { userPictureRoutes } from "#account/user-picture.routes.ts";
import { assignmentRoutes } from "#assignment/assignment.routes.ts";
import { manageGroupsRoutes } from "#assignment/manage-groups.routes.ts";
import { enrollmentRoutes } from "#enrollment/enrollment.routes.ts";
import { inviteRoutes } from "#invite/invite.routes.ts";
import { ltiGradeRoutes } from "#lti/lti-grade.routes.ts";
import { ltiPlatformRoutes } from "#lti/lti-platform.routes.ts";
import { ltiRegistrationRoutes } from "#lti/lti-registration.routes.ts";
import { personalDataRoutes } from "#personal-data/personal-data.routes.ts";
import type { Route } from "#platform/http/route.ts";
import { quizAccessRoutes } from "#quiz-access/quiz-access.routes.ts";
import { registrationRoutes } from "#registration/registration.routes.ts";
import { sessionRoutes } from "#session/session.routes.ts";
import { shareRoutes } from "#share/share.routes.ts";
import { siteRoutes } from "#site/site.routes.ts";
import { siteLogoRoutes } from "#site/site-logo.routes.ts";
import { siteOptionsRoutes } from "#site/site-options.routes.ts";
import { userRoutes } from "#user/user.routes.ts";
import { userGroupRoutes } from "#user-group/user-group.routes.ts";
import { userImportRoutes } from "#user-import/user-import.routes.ts";
import { voucherRoutes } from "#voucher/voucher.routes.ts";
import type { TestUser } from "./build-user.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { addressOf } from "./send-call.ts";
import { type SharedTestServer, sharedTestServer } from "./test-server.ts";
import { keyOf, RIGHTS_ROUTES } from "./try-rights.ts";

const RECORDED: Readonly<Record<string, readonly AuditAction[]>> = {
  "POST /v2/user": ["userCreated"],
  "PUT /v2/user/{id}": ["userChanged", "roleChanged"],
  "DELETE /v2/user/{id}": ["userDeleted"],
  "POST /v2/user/import": ["userCreated"],
  "PUT /options/": ["optionsChanged"],
  "POST /v2/lti/platforms": ["optionsChanged"],
  "PUT /v2/lti/platforms/{id}": ["optionsChanged"],
  "DELETE /v2/lti/platforms/{id}": ["optionsChanged"],
  "PUT /v2/lti/platforms/{id}/deployments": ["optionsChanged"],
  "POST /v2/lti/registrations": ["optionsChanged"],
  "PUT /v2/site/logo": ["optionsChanged"],
  "DELETE /v2/site/logo": ["optionsChanged"],
  "PUT /v2/site/tileSourceHosts": ["optionsChanged"],
  "PUT /v2/site/embedHosts": ["optionsChanged"],
  "POST /v2/userGroup": ["groupCreated"],
  "DELETE /v2/userGroup/{id}": ["groupDeleted"],
  "POST /v2/assignment/{id}": ["groupCreated", "groupAssigned"],
  "PUT /v2/assignment/{id}": ["groupChanged"],
  "PUT /v2/assignment/{id}/resource/{resourceId}": ["groupAssigned"],
  "DELETE /v2/assignment/{id}/resource/{resourceId}": ["groupUnassigned"],
  "PUT /v2/assignment/{id}/user/{userId}": ["memberAdded"],
  "DELETE /v2/assignment/{id}/user/{userId}": ["memberRemoved"],
  "POST /v2/assignment/generateInvite": ["inviteCreated"],
  "PUT /v2/assignment/addToGroupByCode": ["inviteUsed"],
  "PUT /v2/assignment/deactivate/{id}": ["inviteDeactivated"],
  "POST /v2/enrollmentForm/{id}/enroll": ["memberAdded"],
  "POST /v2/assignment/preview": ["accessPreviewed"],
  "DELETE /v2/enrollmentForm/{id}/registrations/{userId}": ["registrationRemoved", "memberRemoved"],
  "GET /v2/enrollmentForm/{id}/registrations.csv": ["registrationsExported"],
  "POST /v2/voucher/": ["vouchersCreated"],
  "DELETE /v2/voucher/{id}": ["voucherDeleted"],
  "GET /v2/voucher/codes": ["voucherCodesExported"],
  "POST /register": ["userCreated", "voucherUsed"],
  "PUT /v2/quiz/{quizId}/access": ["quizAccessChanged"],
  "PUT /v2/quiz/{quizId}/extraTime": ["extraTimeChanged"],
  "POST /v2/quiz/{quizId}/moreTime": ["timeGranted"],
  "POST /v2/share": ["shareCreated"],
  "POST /share/folder": ["shareCreated"],
  "PUT /v2/share/{id}": ["shareChanged"],
  "DELETE /v2/share/{id}": ["shareEnded"],
  "DELETE /share/folder/{id}": ["shareEnded"],
  "GET /v2/annotation/item/{itemId}/export": ["annotationsExported"],
  "GET /user/data.zip": ["personExported"],
  "GET /v2/user/{id}/data.zip": ["personExported"],
  "GET /v2/audit/export.csv": ["auditExported"],
  "POST /v2/quiz/export": ["quizResultsExported"],
  "PUT /v2/course/delete/{id}": ["itemDeleted"],
  "PUT /v2/folder/delete/{id}": ["itemDeleted"],
  "PUT /{parentType}/item/delete/{parentId}": ["itemDeleted"],
  "DELETE /v2/attachment/{id}": ["itemDeleted"],
  "PUT /v2/structure/bin/{id}/restore": ["itemRestored"],
  "DELETE /v2/announcements/{id}": ["announcementDeleted"],
  "PUT /v2/announcements/{id}/restore": ["announcementRestored"],
  "DELETE /v2/customField/{id}": ["customFieldDeleted"],
  "DELETE /v2/media/{id}": ["mediaDeleted"],
  "PUT /v2/media/{id}/restore": ["mediaRestored"],
  "DELETE /v2/media/folders/{id}": ["mediaFolderDeleted"],
  "DELETE /v2/document/{id}": ["mediaDeleted"],
  "PUT /v2/document/{id}/restore": ["mediaRestored"],
};

/** Calls about people, rights or codes that are not recorded, and why. */
const NOT_RECORDED: Readonly<Record<string, string>> = {
  "PUT /user/profile": "one's own name and preferences",
  "PUT /user/picture": "one's own picture",
  "DELETE /user/picture": "one's own picture",
  "DELETE /user/sessions": "one's own sessions",
  "DELETE /user/sessions/{id}": "one's own sessions",
  "DELETE /session": "one's own session",
  "POST /user/search/": "reads",
  "POST /v2/quiz/{quizId}/accessCode": "opens nothing yet: the attempt that it starts is kept itself",
  "POST /session/passwordReset": "asks for a mail; what it leads to is recorded",
  "POST /session/registration": "asks for a mail; the account is recorded once it exists",
  "POST /user/email": "asks for a mail; the new address is recorded once it applies",
  "POST /user/secondFactor": "not on until it is confirmed",
  "POST /user/passkeys/begin": "none is there until it is added",
  "POST /session/passkey/begin": "only a challenge",
  "POST /v2/share/{token}/opened": "only counted, by no name",
  "POST /v2/lti/grades/send": "sends points again that are recorded where they were given",
  "POST /v2/enrollmentForm/": "content, like other items",
  "PUT /v2/enrollmentForm/{id}": "content, like other items",
};

/**
 * Their requests in the rights matrix fail or change nothing: `audit-log.routes.test.ts` and the tests of their slices
 * check that they are recorded.
 */
const TRIED_BY_THEIR_SLICES: Readonly<Record<string, AuditAction>> = {
  "POST /user/deletion": "userDeleted",
  "POST /session": "administratorSignedIn",
  "DELETE /v2/user/{id}/secondFactor": "secondFactorReset",
  "POST /v2/assignment/{id}/users/import": "memberAdded",
  "PUT /user/password": "passwordChanged",
  "PUT /session/passwordReset": "passwordReset",
  "PUT /session/email": "emailChanged",
  "PUT /user/secondFactor": "secondFactorOn",
  "PUT /user/secondFactor/off": "secondFactorOff",
  "PUT /session/registration": "userCreated",
  "POST /session/passkey": "administratorSignedIn",
  "POST /user/passkeys": "passkeyAdded",
  "DELETE /user/passkeys/{id}": "passkeyRemoved",
};

const ABOUT_PEOPLE = [
  accountRoutes,
  manageUsersRoutes,
  userPictureRoutes,
  personalDataRoutes,
  secondFactorRoutes,
  passkeyRoutes,
  sessionRoutes,
  userRoutes,
  siteRoutes,
  siteLogoRoutes,
  siteOptionsRoutes,
  assignmentRoutes,
  manageGroupsRoutes,
  userGroupRoutes,
  userImportRoutes,
  inviteRoutes,
  voucherRoutes,
  ltiPlatformRoutes,
  ltiRegistrationRoutes,
  ltiGradeRoutes,
  registrationRoutes,
  enrollmentRoutes,
  shareRoutes,
  quizAccessRoutes,
].flat();

let server: SharedTestServer;
let world: MatrixWorld;
beforeAll(async () => {
  server = await sharedTestServer();
  world = await buildMatrixWorld(server);
});

async function actionsAfter(id: number): Promise<AuditAction[]> {
  const rows = await server.owner
    .selectFrom("audit_entry")
    .select("action")
    .where("site_id", "=", world.site.id)
    .where("id", ">", id)
    .orderBy("id")
    .execute();
  return rows.map(({ action }) => action);
}

async function newestEntry(): Promise<number> {
  const row = await server.owner
    .selectFrom("audit_entry")
    .select((eb) => eb.fn.max("id").as("id"))
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** @returns the status, and the actions of the entries that this call has added. */
async function send(route: Route, { token }: TestUser) {
  const { params, query, body } = (await RIGHTS_MATRIX[keyOf(route)]?.request?.(world)) ?? {};
  const before = await newestEntry();
  const { statusCode } = await server.app.inject({
    method: route.contract.method,
    url: addressOf(route.contract, params),
    headers: { "x-site-token": token },
    ...(query ? { query } : {}),
    ...(body ? { payload: body } : {}),
  });
  return { status: statusCode, actions: await actionsAfter(before) };
}

it("each writing call about people, rights and codes is recorded, or has a reason not to be", () => {
  const writing = ABOUT_PEOPLE.filter(({ contract }) => contract.method !== "GET").map(keyOf);
  const known = [RECORDED, NOT_RECORDED, TRIED_BY_THEIR_SLICES].flatMap((table) => Object.keys(table));
  expect(writing.filter((key) => !known.includes(key))).toEqual([]);
  expect(known.filter((key) => !RIGHTS_ROUTES.map(keyOf).includes(key))).toEqual([]);
});

describe("as an administrator", () => {
  for (const route of RIGHTS_ROUTES.filter((each) => RECORDED[keyOf(each)])) {
    it(`${keyOf(route)} adds ${RECORDED[keyOf(route)]?.join(", ")}`, async () => {
      const rejected = await send(route, world.users.suspended);
      if (rejected.status >= 400) expect(rejected.actions).toEqual([]);
      const { status, actions } = await send(route, world.users.administrator);
      expect(status).toBeLessThan(300);
      expect(actions).toEqual(expect.arrayContaining([...(RECORDED[keyOf(route)] ?? [])]));
    });
  }
});
