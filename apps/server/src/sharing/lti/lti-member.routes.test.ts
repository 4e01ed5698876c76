/** Members of a course of a simulated learning platform, as shown to teachers. */

import { listPlatformCourses, listPlatformMembers } from "@parfocal/core/lti/lti-member.contract.ts";
import { createLtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { launchLti } from "#testing/launch-lti.ts";
import {
  ACCESS_TOKEN,
  claim,
  INSTRUCTOR,
  LEARNER,
  startLtiPlatform,
  type TestLtiPlatform,
} from "#testing/lti-platform.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let platform: TestLtiPlatform;
let server: TestServer;
beforeAll(async () => {
  platform = await startLtiPlatform();
  server = await createTestServer({ hostNetworks: ["127.0.0.0/8"] });
});
afterAll(async () => {
  await server.close();
  await platform.close();
});

let site: TestSite;
let teacher: TestUser;
let courseId: number;
beforeEach(async () => {
  site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  teacher = await buildUser(site, { role: "teacher" });
  courseId = await buildCourse(site);
  await sendCall(server, createLtiPlatform, { as: administrator, body: platform.settings });
  platform.received.length = 0;
  platform.pages.clear();
});

const SERVICE = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice";
const membersClaim = (url: unknown): JWTPayload => ({
  [SERVICE]: { context_memberships_url: url, service_versions: ["2.0"] },
});
const address = () => `${platform.settings.issuer}/members`;
const launch = (claims: JWTPayload = membersClaim(address()), path = `/s${site.id}/course${courseId}/`) =>
  launchLti(server, { siteId: site.id, platform, claims: { ...claim("custom", { path }), ...claims } });
const coursesThere = async () => {
  const params = { id: String(courseId) };
  return (await sendCall(server, listPlatformCourses, { as: teacher, params })).answer.courses;
};
const members = async (as = teacher) => {
  const [course] = await coursesThere();
  const params = { id: String(courseId), courseId: String(course?.id ?? 0) };
  return sendCall(server, listPlatformMembers, { as, params });
};
const member = (id: string, more: object = {}) => ({ user_id: id, name: id, roles: [LEARNER], ...more });

it("teachers see who has and has not come from the platform, on all pages, and nothing is stored", async () => {
  await launch();
  expect(await coursesThere()).toEqual([
    { id: expect.any(Number), platform: "Test University", title: "Histology 2026" },
  ]);
  const first = [
    member("person-2", { name: "Ben" }),
    member("person-1", { name: "Ada" }),
    member("t", { roles: [INSTRUCTOR] }),
  ];
  const second = [
    ...[member("gone", { status: "Inactive" }), member("person-3", { name: undefined }), { roles: [LEARNER] }],
    member("person-4", { name: undefined, given_name: "Cem", family_name: "D.", status: "Active" }),
  ];
  platform.pages.set("/members", () => ({
    headers: { link: `<${address()}2?page=2>; rel="next"` },
    json: { id: address(), members: first },
  }));
  platform.pages.set("/members2", () => ({ json: { members: second } }));
  const { answer } = await members();
  expect(answer).toEqual({
    members: [
      { name: "Ada", hasCome: true },
      { name: "Ben", hasCome: false },
      { name: "Cem D.", hasCome: false },
      { name: "", hasCome: false },
    ],
    isComplete: true,
  });
  const [token, membersRequest] = platform.received;
  expect(new URLSearchParams(token?.body).get("scope")).toMatch(/lti-nrps\/scope\/contextmembership\.readonly$/);
  expect(membersRequest).toMatchObject({
    ...{ path: "/members", authorization: `Bearer ${ACCESS_TOKEN}` },
    accept: "application/vnd.ims.lti-nrps.v2.membershipcontainer+json",
  });
  const identities = await server.owner
    .selectFrom("user_identity")
    .selectAll()
    .where("site_id", "=", site.id)
    .execute();
  expect(identities.map(({ subject }) => subject)).toEqual(["person-1"]);
});

it("learners and experts never get it, nor another course, nor another site", async () => {
  await launch();
  platform.pages.set("/members", () => ({ json: { members: [member("person-1")] } }));
  for (const role of ["learner", "expert"] as const)
    expect((await members(await buildUser(site, { role }))).status).toBe(403);
  const other = await buildCourse(site);
  const [course] = await coursesThere();
  const params = { id: String(other), courseId: String(course?.id ?? 0) };
  expect((await sendCall(server, listPlatformMembers, { as: teacher, params })).status).toBe(404);
  const stranger = await buildUser(await buildSite(server), { role: "administrator" });
  expect((await members(stranger)).status).toBe(404);
  expect(platform.received).toEqual([]);
});

it("a course is listed only where a launch opened it and the platform lists its members", async () => {
  await launch({});
  await launch(membersClaim("javascript:alert(1)"));
  await launch(membersClaim(address()), `/s${site.id}/q4/`);
  await launch(membersClaim(address()), `/s${site.id}/course${courseId + 1_000}/`);
  expect(await coursesThere()).toEqual([]);
  await launch();
  await launch();
  expect(await coursesThere()).toHaveLength(1);
});

it("pages and rows are limited; a platform that does not answer is reported as such", async () => {
  await launch();
  const many = Array.from({ length: 1_500 }, (_, number) => member(`m${number}`));
  let page = 0;
  platform.pages.set("/members", () => {
    page += 1;
    const more = many.map((one) => ({ ...one, user_id: `${page}-${one.user_id}` }));
    return { headers: { link: `<${address()}>; rel="next"` }, json: { members: more } };
  });
  const { answer } = await members();
  expect([answer.members.length, answer.isComplete, page]).toEqual([2_000, false, 2]);
  page = 0;
  platform.pages.set("/members", () => {
    page += 1;
    return { headers: { link: `<${address()}>; rel="next"` }, json: { members: [member("person-2")] } };
  });
  expect((await members()).answer).toMatchObject({ members: { length: 1 }, isComplete: false });
  expect(page).toBe(20);
  for (const broken of [{ status: 403, json: {} }, { json: { members: 7 } }, { status: 302, json: {} }]) {
    platform.pages.set("/members", () => broken);
    expect(await members()).toMatchObject({ status: 503, failure: { data: ["members"] } });
  }
});

it("an internal address is not requested", async () => {
  await launch(membersClaim("https://10.0.0.1/members"));
  expect((await members()).status).toBe(503);
  expect(platform.received.map(({ path }) => path).filter((path) => path !== "/token")).toEqual([]);
});
