import { getCourseProgress } from "@parfocal/core/progress/course-progress.contract.ts";
import { markOpened } from "@parfocal/core/progress/progress.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse, buildFolder, place } from "#testing/build-content.ts";
import { buildPage } from "#testing/build-page.ts";
import { buildAttempt, buildQuiz, submitAttempt } from "#testing/build-quiz.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildLearners(site: TestSite, count: number): Promise<TestUser[]> {
  const learners: TestUser[] = [];
  for (let index = 0; index < count; index += 1) learners.push(await buildUser(site, { role: "learner" }));
  return learners;
}

async function openAs(people: readonly TestUser[], id: number): Promise<void> {
  for (const as of people) {
    const { status } = await sendCall(server, markOpened, { as, params: { id: String(id) }, body: {} });
    expect(status).toBe(204);
  }
}

async function progressOf(as: TestUser, id: number, page = 1) {
  return (await sendCall(server, getCourseProgress, { as, params: { id: String(id) }, query: { page: String(page) } }))
    .answer;
}

const exactly = (count: number) => ({ from: count, to: count });
const FEW = { from: 0, to: 2 };

describe("progress of a course", () => {
  it("has totals in course order, for the learners who can open each item", async () => {
    const site = await buildSite(server);
    const teacher = await buildUser(site, { role: "teacher" });
    const learners = await buildLearners(site, 8);
    const course = await buildCourse(site, { title: "Histology" });
    const folder = await buildFolder(site, { parentId: course, title: "Kidney" });
    const page = await buildPage(site, { parentId: folder, title: "Reading" });
    const quiz = await buildQuiz(site, { parentId: course, title: "Week 1" });
    const closed = await buildPage(site, { parentId: course, title: "For six" });
    const off = await buildPage(site, { parentId: course, title: "Off", isActive: false });
    await buildUserGroup(site, { members: [...learners.slice(0, 6), teacher], resourceIds: [closed] });
    await openAs([...learners.slice(0, 4), teacher], page);
    await openAs(learners.slice(0, 3), closed);
    await openAs(learners.slice(0, 7), quiz.quizId);
    for (const { id: userId } of learners.slice(0, 2))
      await submitAttempt(site, await buildAttempt(site, { quizId: quiz.quizId, userId }));

    const answer = await progressOf(teacher, course);
    expect(answer).toMatchObject({ title: "Histology", isSeenByLearners: true, learners: 8, total: 5 });
    expect(answer.rows).toEqual([
      {
        ...{ id: folder, type: "folder", title: "Kidney", depth: 0, parentIds: [course], isHidden: false },
        ...{ learners: null, viewed: null, finished: null },
      },
      {
        ...{ id: page, type: "page", title: "Reading", depth: 1, parentIds: [course, folder], isHidden: false },
        ...{ learners: 8, viewed: exactly(4), finished: null },
      },
      {
        ...{ id: quiz.quizId, type: "quiz", title: "Week 1", depth: 0, parentIds: [course], isHidden: false },
        ...{ learners: 8, viewed: { from: 6, to: 8 }, finished: FEW },
      },
      {
        ...{ id: closed, type: "page", title: "For six", depth: 0, parentIds: [course], isHidden: false },
        ...{ learners: 6, viewed: exactly(3), finished: null },
      },
      {
        ...{ id: off, type: "page", title: "Off", depth: 0, parentIds: [course], isHidden: true },
        ...{ learners: 0, viewed: null, finished: null },
      },
    ]);
  });

  it("contains no name, email or ID of a learner", async () => {
    const site = await buildSite(server);
    const teacher = await buildUser(site, { role: "teacher" });
    const [learner] = await buildLearners(site, 1);
    const course = await buildCourse(site);
    const page = await buildPage(site, { parentId: course });
    await openAs(learner ? [learner] : [], page);
    const [row] = (await progressOf(teacher, course)).rows;
    // One learner: "one of one" would be a name.
    expect(row).toMatchObject({ learners: 1, viewed: null });
    expect(Object.keys(row ?? {}).sort()).toEqual(
      ["depth", "finished", "id", "isHidden", "learners", "parentIds", "title", "type", "viewed"].sort(),
    );
  });

  it("counts expired groups, not future ones; excludes denied types and closed parents", async () => {
    const site = await buildSite(server);
    const teacher = await buildUser(site, { role: "teacher" });
    const learners = await buildLearners(site, 10);
    const course = await buildCourse(site);
    const folder = await buildFolder(site, { parentId: course, title: "Term" });
    const page = await buildPage(site, { parentId: folder });
    const quiz = await buildQuiz(site, { parentId: folder });
    const again = await buildFolder(site, { parentId: course, title: "Again" });
    await place(site, { parentId: again, itemId: page });
    await buildUserGroup(site, {
      members: learners.slice(0, 5),
      resourceIds: [folder],
      dateEnd: "2020-01-01 00:00:00",
      deniedKinds: ["quiz"],
    });
    await buildUserGroup(site, { members: learners.slice(4, 7), resourceIds: [again] });
    await buildUserGroup(site, { members: learners.slice(7), resourceIds: [folder], dateStart: "2999-01-01 00:00:00" });
    const { rows } = await progressOf(teacher, course);
    const learnersOf = (id: number) => rows.filter((row) => row.id === id).map((row) => row.learners);
    // Both placements of the page: five of the first group and three of the second, one of whom is in both.
    expect(learnersOf(page)).toEqual([7, 7]);
    expect(learnersOf(quiz.quizId)).toEqual([0]);
  });

  it("reports that learners do not see a draft; pages past the last are empty; only courses have progress", async () => {
    const site = await buildSite(server);
    const teacher = await buildUser(site, { role: "teacher" });
    await buildLearners(site, 6);
    const course = await buildCourse(site, { isVisible: false });
    const page = await buildPage(site, { parentId: course });
    const answer = await progressOf(teacher, course);
    expect(answer).toMatchObject({ isSeenByLearners: false, learners: 0, total: 1 });
    expect(answer.rows).toMatchObject([{ id: page, isHidden: true, learners: 0, viewed: null }]);
    expect((await progressOf(teacher, course, 2)).rows).toEqual([]);
    const onPage = await sendCall(server, getCourseProgress, { as: teacher, params: { id: String(page) } });
    expect(onPage.status).toBe(404);
  });
});
