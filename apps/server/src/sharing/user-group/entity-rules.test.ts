/** What a user group denies is closed to its members, and nothing else: one item of each entity type, in one course. */
import { updateAssignment } from "@parfocal/core/assignment/assignment.contract.ts";
import { ENTITY_TYPES, type EntityRule, type EntityType } from "@parfocal/core/assignment/entity-types.ts";
import { getAttachment } from "@parfocal/core/attachment/attachment.contract.ts";
import type { Call } from "@parfocal/core/call.contract.ts";
import { getCase } from "@parfocal/core/case/case.contract.ts";
import { getCourse } from "@parfocal/core/course/course.contract.ts";
import { getEmbed } from "@parfocal/core/embed/embed.contract.ts";
import { getEnrollmentForm } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { getFolder } from "@parfocal/core/folder/folder.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { getPage } from "@parfocal/core/page/page.contract.ts";
import { getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { getRadiology } from "@parfocal/core/radiology/radiology.contract.ts";
import { getTextbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { buildAttachment } from "#testing/build-attachment.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildEmbed, buildTextbook } from "#testing/build-embed.ts";
import { buildEnrollmentForm } from "#testing/build-enrollment.ts";
import { buildPage } from "#testing/build-page.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildRadiology } from "#testing/build-radiology.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

const READS: Readonly<Record<EntityType, Call>> = {
  "sz-image": getImage,
  "sz-attachment": getAttachment,
  "sz-quiz": getQuiz,
  "sz-textbook": getTextbook,
  "sz-folder": getFolder,
  "sz-case": getCase,
  "sz-enrollment": getEnrollmentForm,
  "sz-page": getPage,
  "sz-radiology": getRadiology,
  "sz-embed": getEmbed,
};

async function buildSchool() {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  const member = await buildUser(site);
  const parentId = await buildCourse(site);
  const groupId = await buildUserGroup(site, { members: [member], resourceIds: [parentId] });
  const ids: Readonly<Record<EntityType, number>> = {
    "sz-image": (await buildSlide(site, { parentId })).id,
    "sz-attachment": await buildAttachment(site, { imageId: parentId }),
    "sz-quiz": (await buildQuiz(site, { parentId })).quizId,
    "sz-textbook": await buildTextbook(site, { parentId }),
    "sz-folder": await buildFolder(site, { parentId }),
    "sz-case": await buildCase(site, { parentId }),
    "sz-enrollment": await buildEnrollmentForm(site, { parentId, userGroupId: groupId }),
    "sz-page": await buildPage(site, { parentId }),
    "sz-radiology": (await buildRadiology(site, { parentId })).id,
    "sz-embed": await buildEmbed(site, { parentId }),
  };
  return { administrator, member, parentId, groupId, ids };
}

let server: SharedTestServer;
let school: Awaited<ReturnType<typeof buildSchool>>;
beforeAll(async () => {
  server = await sharedTestServer();
  school = await buildSchool();
});

async function setRule(entityType: EntityType, rule: EntityRule): Promise<void> {
  const { administrator, groupId } = school;
  const params = { id: String(groupId) };
  const { answer } = await sendCall(server, updateAssignment, {
    as: administrator,
    params,
    body: { entities: { [entityType]: rule } },
  });
  expect(answer.entities).toEqual(
    Object.fromEntries(ENTITY_TYPES.map((type) => [type, type === entityType ? rule : "allow"])),
  );
}

/** Entity types of the items that the member opens, and that the course lists for them. */
async function seen() {
  const { member, parentId, ids } = school;
  const opened: EntityType[] = [];
  for (const type of ENTITY_TYPES) {
    const { status } = await sendCall(server, READS[type], {
      as: member,
      params: { id: String(ids[type]) },
      query: {},
    });
    if (status === 200) opened.push(type);
    else expect(status, type).toBe(404);
  }
  const { answer } = await sendCall(server, getCourse, { as: member, params: { id: String(parentId) } });
  const listedIds = [...answer.folders, ...answer.items].map(({ id }) => id);
  return { opened, listed: ENTITY_TYPES.filter((type) => listedIds.includes(ids[type])) };
}

for (const entityType of ENTITY_TYPES)
  it(`${entityType}: denied, and allowed again`, async () => {
    await setRule(entityType, "deny");
    const others = ENTITY_TYPES.filter((type) => type !== entityType);
    expect(await seen()).toEqual({ opened: others, listed: others });
    await setRule(entityType, "allow");
    expect(await seen()).toEqual({ opened: ENTITY_TYPES, listed: ENTITY_TYPES });
  });
