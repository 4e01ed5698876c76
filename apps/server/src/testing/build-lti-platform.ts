import { randomUUID } from "node:crypto";
import type { LtiPlatformSettings } from "@parfocal/core/lti/lti-platform.contract.ts";
import { DEFAULT_LTI_ROLE_MAP } from "@parfocal/core/lti/lti-roles.ts";
import { insertChoice } from "#lti/lti-choice.queries.ts";
import { insertGrade, updateFailedGrade, upsertLink } from "#lti/lti-grade.queries.ts";
import { keepMembersAddress, listCoursesThere } from "#lti/lti-member.queries.ts";
import { groupOfContext } from "#lti/lti-person.queries.ts";
import { insertPlatform } from "#lti/lti-platform.queries.ts";
import { insertWaitingDeployment } from "#lti/lti-registration.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { buildQuiz } from "./build-quiz.ts";
import type { TestSite } from "./build-site.ts";
import { buildUser, type TestUser } from "./build-user.ts";

/** Settings that no other platform has. */
export const ltiSettings = (): LtiPlatformSettings => ({
  ...{ name: "Moodle", issuer: `https://${randomUUID()}.test`, clientId: "1", deploymentIds: ["1"] },
  ...{ authorizationUrl: "https://moodle.test/auth.php", tokenUrl: "https://moodle.test/token.php" },
  tokenAudience: null,
  ...{ keysUrl: "https://moodle.test/certs.php", pageOrigins: [], roleMap: DEFAULT_LTI_ROLE_MAP },
});

/** @returns its ID. */
export async function buildLtiPlatform({ id, server }: TestSite): Promise<number> {
  const made = await withSite(server.platform.database, id, (db) => insertPlatform(db, id, ltiSettings()));
  return made.id;
}

/** A deployment that waits for an administrator. @returns the ID of its platform. */
export async function buildWaitingDeployment(site: TestSite, deploymentId: string): Promise<number> {
  const platformId = await buildLtiPlatform(site);
  await withSite(site.server.platform.database, site.id, (db) =>
    insertWaitingDeployment(db, site.id, { platformId, deploymentId }),
  );
  return platformId;
}

/** A course of a platform from which this course is opened. @returns its ID. */
export async function buildPlatformCourse(site: TestSite, courseId: number): Promise<number> {
  const platformId = await buildLtiPlatform(site);
  return withSite(site.server.platform.database, site.id, async (db) => {
    const platform = { id: platformId, name: "Moodle" };
    const claims = { deploymentId: "1" };
    await groupOfContext(db, site.id, { platform, claims, context: { id: "1", title: randomUUID() } });
    // In a network to which no requests are sent.
    const address = { contextId: "1", membersUrl: "https://10.0.0.1/members" };
    await keepMembersAddress(db, site.id, { platformId, claims, ...address, courseId });
    const [course] = (await listCoursesThere(db, site.id, courseId)).slice(-1);
    return course?.id ?? 0;
  });
}

/** A grade whose sending was given up. @returns its ID. */
export async function buildFailedGrade(site: TestSite): Promise<number> {
  const platformId = await buildLtiPlatform(site);
  const { quizId } = await buildQuiz(site);
  const { id: userId } = await buildUser(site);
  return withSite(site.server.platform.database, site.id, async (db) => {
    const address = { lineItemUrl: "https://moodle.test/line", lineItemsUrl: null };
    const link = { deploymentId: "1", linkId: "1", ...address, platformId, quizId };
    const linkId = (await upsertLink(db, site.id, link)) ?? 0;
    const id = (await insertGrade(db, site.id, { linkId, userId, subject: "1" })) ?? 0;
    await updateFailedGrade(db, site.id, { id, rev: 1, problem: "refused", status: 403, isGivenUp: true });
    return id;
  });
}

/** A content choice that this person is to make. @returns its ID. */
export async function buildLtiChoice(site: TestSite, { id: userId }: Pick<TestUser, "id">): Promise<number> {
  const platformId = await buildLtiPlatform(site);
  const choosing = { returnUrl: "https://moodle.test/return.php", data: null, acceptsLineItem: true };
  return withSite(site.server.platform.database, site.id, (db) =>
    insertChoice(db, site.id, { platformId, userId, deploymentId: "1", choosing }),
  );
}
