import { withSite } from "#platform/db/database.ts";
import { findLatestAttempt, insertAttempt, insertAttemptImages } from "#quiz-attempt/quiz-attempt.queries.ts";
import { buildQuiz } from "../build-quiz.ts";
import type { MatrixWorld } from "../matrix-world.ts";
import { OWN_SITE, type RightsRows } from "./rights-row.ts";

/** A quiz that all users of the site have started. */
async function startedQuiz(world: MatrixWorld, quiz?: Awaited<ReturnType<typeof freshQuiz>>) {
  quiz ??= await freshQuiz(world);
  const { server, id: siteId } = world.site;
  await withSite(server.platform.database, siteId, async (db) => {
    for (const { id: userId } of Object.values(world.users)) {
      const of = { quizId: quiz.quizId, userId };
      await insertAttempt(db, siteId, { ...of, seed: "matrix", startedAt: new Date(), deadlineAt: null });
      const attempt = await findLatestAttempt(db, siteId, of);
      await insertAttemptImages(db, siteId, [attempt?.id ?? 0], [world.slide.id]);
    }
  });
  return quiz;
}

/** A quiz with the slide and a separate question, which asks about `itemId`. */
async function freshQuiz({ site, folderId, slide }: MatrixWorld, itemId: number | null = null) {
  const questions = [{ itemId }];
  const quiz = await buildQuiz(site, { parentId: folderId, imageId: slide.id, questions });
  const { quizId, slideId, questionIds, optionIds } = quiz;
  return { quizId, slideId, questionId: questionIds[0] ?? 0, optionId: optionIds[0] ?? 0 };
}

export const quizRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/quiz/{id}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await freshQuiz(world)).quizId } }),
    note: "learners and experts get the announcement, and their own attempt once they have started: nothing of the key",
  },
  // biome-ignore format: a table
  "POST /v2/quiz/{id}/answer": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { quizId } = await freshQuiz(world);
      return { params: { id: quizId }, body: { quizId, quizAnswers: [] } };
    },
    note: "the caller's own attempt",
  },
  // biome-ignore format: a table
  "POST /v2/quiz/{id}/answer/submit": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await startedQuiz(world)).quizId }, body: {} }),
    note: "the caller's own attempt",
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/{id}/restart": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await startedQuiz(world)).quizId }, body: {} }),
    note: "the caller's own attempt",
  },
  // biome-ignore format: a table
  "DELETE /v2/quiz/{id}/preview": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await freshQuiz(world)).quizId } }),
    note: "the caller's own preview",
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/{id}/reset": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await startedQuiz(world)).quizId }, body: {} }),
  },
  // biome-ignore format: a table
  "GET /v2/quiz/{quizId}/subject/{itemId}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => {
      const { quizId } = await startedQuiz(world, await freshQuiz(world, world.slide.id));
      return { params: { quizId, itemId: world.slide.id } };
    },
    note: "who has an attempt at the quiz, as it asks about the slide or case; without words while it runs",
  },
  // biome-ignore format: a table
  "GET /v2/quizTimer/{quizId}": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { quizId: (await freshQuiz(world)).quizId } }),
    note: "the caller's own clock",
  },
  // biome-ignore format: a table
  "PUT /v2/quizTimer": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ body: { quizId: (await freshQuiz(world)).quizId, remaining: 60 } }),
    note: "the caller's own clock",
  },
  // biome-ignore format: a table
  "GET /v2/quiz": {
    statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 200, 200],
    note: OWN_SITE,
  },
  // biome-ignore format: a table
  "POST /v2/quiz": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: ({ folderId }) => ({ body: { itemType: "folder", itemId: folderId, title: "Week 2" } }),
    note: "400: for the other site the parent is not a course or folder, as for an unknown id",
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await freshQuiz(world)).quizId }, body: { title: "Week 3" } }),
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/{id}/slides": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await freshQuiz(world)).quizId }, body: { slides: [] } }),
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/slides/order": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { quizId, slideId } = await freshQuiz(world);
      return { body: { quizId, slideIds: [slideId] } };
    },
  },
  // biome-ignore format: a table
  "POST /v2/quiz/copy": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ body: { id: (await freshQuiz(world)).quizId, parentId: world.folderId } }),
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/{quizId}/deleteItem/{type}/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { quizId, slideId } = await freshQuiz(world);
      return { params: { quizId, type: "quizSlide", id: slideId ?? 0 } };
    },
  },
  // biome-ignore format: a table
  "POST /v2/quiz/question": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: async (world) => ({
      body: { parentId: (await freshQuiz(world)).quizId, title: "Which stain?", type: "short-answer" },
    }),
    note: "400: for the other site there is no such quiz to put it into",
  },
  // biome-ignore format: a table
  "POST /v2/quiz/question/many": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: async (world) => ({
      body: { parentId: (await freshQuiz(world)).quizId, questions: [{ title: "Which stain?", type: "short-answer" }] },
    }),
    note: "400: for the other site there is no such quiz to put them into",
  },
  // biome-ignore format: a table
  "POST /v2/quiz/question/import": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: async (world) => ({ body: { parentId: (await freshQuiz(world)).quizId, text: "Which stain? {=HE}" } }),
    note: "400: for the other site there is no such quiz to put them into",
  },
  // biome-ignore format: a table
  "POST /v2/quiz/question/search": { statuses: [401, 403, 403, 200, 200, 200, 404, 401, 401, 401, 403], request: () => ({ body: {} }), note: OWN_SITE },
  // biome-ignore format: a table
  "GET /v2/quiz/question/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await freshQuiz(world)).questionId } }),
    note: "until quizzes are taken, for those who manage content alone",
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/question/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await freshQuiz(world)).questionId }, body: { title: "Which organ?" } }),
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/question/delete/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await freshQuiz(world)).questionId } }),
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/question/delete": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ body: { ids: [(await freshQuiz(world)).questionId] } }),
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/question/order": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { quizId, questionId } = await freshQuiz(world);
      return { body: { parentId: quizId, questionIds: [questionId] } };
    },
    note: "400: for the other site there is no such quiz",
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/question/copyToIndividualQuiz": {
    statuses: [401, 403, 403, 200, 200, 400, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { quizId, questionId } = await freshQuiz(world);
      return { body: { ids: [questionId], parentId: quizId } };
    },
    note: "400: for the other site there is no such quiz to copy into",
  },
  // biome-ignore format: a table
  "GET /v2/quiz/answerOption/{id}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await freshQuiz(world)).optionId } }),
  },
  // biome-ignore format: a table
  "GET /v2/quiz/{id}/questions/export": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await freshQuiz(world)).quizId }, query: { format: "qti" } }),
  },
  // biome-ignore format: a table
  "GET /v2/quiz/{quizId}/questions": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { quizId: (await freshQuiz(world)).quizId } }),
  },
};
