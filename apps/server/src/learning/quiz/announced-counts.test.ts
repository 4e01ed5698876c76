import { createQuiz, getQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import type { QuizType } from "@parfocal/core/quiz/quiz-types.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse } from "#testing/build-content.ts";
import { testQuestion } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { addQuestion } from "./write-question.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

/** A quiz about three slides and a case; the third slide, and the question of the first, are hidden from learners. */
async function buildWorld(type: QuizType) {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  const teacher = await buildUser(site, { role: "teacher" });
  const images: number[] = [];
  for (const title of ["Kidney", "Liver", "Lung"])
    images.push((await buildSlide(site, { title, parentId: courseId })).id);
  const caseId = await buildCase(site, { parentId: courseId, items: [{ id: images[0] ?? 0 }] });
  const { answer } = await sendCall(server, createQuiz, {
    as: teacher,
    body: {
      itemType: "course",
      itemId: courseId,
      title: "Organs",
      type,
      slides: [
        ...images.map((itemId) => ({ itemType: "image" as const, itemId })),
        { itemType: "case" as const, itemId: caseId },
      ],
    },
  });
  const quizId = answer.id;
  const [first, , third] = answer.slides;
  await withSite(server.platform.database, site.id, async (db) => {
    const by = { siteId: site.id, userId: teacher.id };
    const hidden = [third?.id ?? 0];
    if (type === "Individual") {
      hidden.push(await addQuestion(db, by, first?.id ?? 0, testQuestion()));
      await addQuestion(db, by, third?.id ?? 0, testQuestion());
    }
    if (type !== "Auto-Generated") await addQuestion(db, by, quizId, testQuestion());
    await db
      .updateTable("placement")
      .set({ is_active: false })
      .where("site_id", "=", site.id)
      .where("item_id", "in", hidden)
      .execute();
  });
  return { quizId, learner: await buildUser(site) };
}

describe("the number of questions and slides announced to a learner", () => {
  it.each<[QuizType, number, number]>([
    ["Individual", 1, 3],
    ["Common", 3, 3],
    ["Auto-Generated", 2, 2],
  ])(
    "of an %s quiz is that of the attempt: no hidden ones, and no case in an Auto-Generated one",
    async (type, questionCount, slideCount) => {
      const { quizId, learner } = await buildWorld(type);
      const { answer } = await sendCall(server, getQuiz, { as: learner, params: { id: String(quizId) } });
      expect(answer).toMatchObject({ view: "announcement", questionCount, slideCount });
      const taker = takerOf(server, quizId, learner);
      await taker.start();
      expect((await taker.read()).questions).toHaveLength(questionCount);
    },
  );
});
