/** Two people change the same text of an item: the later change is rejected until the other version was seen. */

import { getCase, updateCase } from "@parfocal/core/case/case.contract.ts";
import { getCourse, updateCourse } from "@parfocal/core/course/course.contract.ts";
import { getEmbed, updateEmbed } from "@parfocal/core/embed/embed.contract.ts";
import { getEnrollmentForm, updateEnrollmentForm } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { getFolder, updateFolder } from "@parfocal/core/folder/folder.contract.ts";
import { updateImage } from "@parfocal/core/image/edit-image.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { fieldVersion } from "@parfocal/core/item/field-version.ts";
import { getPage, updatePage } from "@parfocal/core/page/page.contract.ts";
import { getQuiz, updateQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { getQuestion, updateQuestion } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { getRadiology, updateRadiology } from "@parfocal/core/radiology/radiology.contract.ts";
import { getTextbook, updateTextbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { beforeAll, expect, it } from "vitest";
import { buildCase } from "./build-case.ts";
import { buildCourse, buildFolder } from "./build-content.ts";
import { buildEmbed, buildTextbook } from "./build-embed.ts";
import { buildEnrollmentForm } from "./build-enrollment.ts";
import { buildPage } from "./build-page.ts";
import { buildQuiz } from "./build-quiz.ts";
import { buildRadiology } from "./build-radiology.ts";
import { buildSite, type TestSite } from "./build-site.ts";
import { buildSlide } from "./build-slide.ts";
import { buildUser } from "./build-user.ts";
import { buildUserGroup } from "./build-user-group.ts";
import { sendCall } from "./send-call.ts";
import { type SharedTestServer, sharedTestServer } from "./test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const field = (title: string) => ({ id: "f1", title, type: "text", options: [] });
const KINDS = [
  {
    kind: "case",
    build: (site: TestSite, parentId: number) => buildCase(site, { parentId }),
    calls: { get: getCase, update: updateCase },
    field: "diagnosis",
    texts: ["Old", "Theirs", "Mine"],
  },
  {
    kind: "page",
    build: (site: TestSite, parentId: number) => buildPage(site, { parentId }),
    calls: { get: getPage, update: updatePage },
    field: "content",
    texts: ["<p>Old</p>", "<p>Theirs</p>", "<p>Mine</p>"],
  },
  {
    kind: "enrollment form",
    build: async (site: TestSite, parentId: number) =>
      buildEnrollmentForm(site, { parentId, userGroupId: await buildUserGroup(site, {}) }),
    calls: { get: getEnrollmentForm, update: updateEnrollmentForm },
    field: "fields",
    texts: [[field("Old")], [field("Theirs")], [field("Mine")]],
  },
  {
    kind: "course",
    build: (site: TestSite) => buildCourse(site, {}),
    calls: { get: getCourse, update: updateCourse },
    field: "description",
    texts: ["Old", "Theirs", "Mine"],
  },
  {
    kind: "folder",
    build: (site: TestSite, parentId: number) => buildFolder(site, { parentId }),
    calls: { get: getFolder, update: updateFolder },
    field: "description",
    texts: ["Old", "Theirs", "Mine"],
  },
  {
    kind: "textbook",
    build: (site: TestSite, parentId: number) => buildTextbook(site, { parentId }),
    calls: { get: getTextbook, update: updateTextbook },
    field: "diagnosis",
    texts: ["Old", "Theirs", "Mine"],
  },
  {
    kind: "embed",
    build: (site: TestSite, parentId: number) => buildEmbed(site, { parentId }),
    calls: { get: getEmbed, update: updateEmbed },
    field: "description",
    texts: ["Old", "Theirs", "Mine"],
  },
  {
    kind: "radiology item",
    build: async (site: TestSite, parentId: number) => (await buildRadiology(site, { parentId })).id,
    calls: { get: getRadiology, update: updateRadiology },
    field: "summary",
    texts: ["Old", "Theirs", "Mine"],
  },
  {
    kind: "slide",
    build: async (site: TestSite, parentId: number) => (await buildSlide(site, { parentId })).id,
    calls: { get: getImage, update: updateImage },
    field: "summary",
    texts: ["Old", "Theirs", "Mine"],
  },
  {
    kind: "quiz",
    build: async (site: TestSite, parentId: number) => (await buildQuiz(site, { parentId })).quizId,
    calls: { get: getQuiz, update: updateQuiz },
    field: "content",
    texts: ["<p>Old</p>", "<p>Theirs</p>", "<p>Mine</p>"],
  },
  {
    kind: "question",
    build: async (site: TestSite) => (await buildQuiz(site, {})).questionIds[0],
    calls: { get: getQuestion, update: updateQuestion },
    field: "explanation",
    texts: ["<p>Old</p>", "<p>Theirs</p>", "<p>Mine</p>"],
  },
] as const;

for (const { kind, build, calls, field: name, texts } of KINDS)
  it(`a ${kind}`, async () => {
    const site = await buildSite(server);
    const as = await buildUser(site, { role: "teacher" });
    const id = String(await build(site, await buildCourse(site, {})));
    const change = (value: unknown, seen?: unknown) =>
      sendCall(server, calls.update, {
        as,
        params: { id },
        body: { [name]: value, ...(seen === undefined ? {} : { seen: { [name]: fieldVersion(seen) } }) } as never,
      });
    const read = async () =>
      (await sendCall(server, calls.get, { as, params: { id }, query: {} } as never)).answer as object;
    const [old, theirs, mine] = texts;
    expect((await change(old)).status).toBe(200);
    expect((await change(theirs, old)).status).toBe(200);
    const rejected = await change(mine, old);
    expect([rejected.status, rejected.answer]).toMatchObject([409, { data: ["changedMeanwhile", name] }]);
    expect(await read()).toMatchObject({ [name]: theirs });
    // Sent again after a lost response; with another text based on the current one; and with the other version seen.
    expect((await change(theirs, old)).status).toBe(200);
    const beside = { as, params: { id }, body: { title: "Beside", seen: { [name]: fieldVersion(old) } } as never };
    expect((await sendCall(server, calls.update, beside)).status).toBe(200);
    expect((await change(mine, theirs)).status).toBe(200);
    expect(await read()).toMatchObject({ [name]: mine, title: "Beside" });
  });
