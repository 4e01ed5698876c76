import { buildAttempt, buildQuiz, submitAttempt, testOption } from "../build-quiz.ts";
import type { MatrixWorld } from "../matrix-world.ts";
import type { RightsRows } from "./rights-row.ts";

const REGION = { ...testOption("A region", true), region: "POLYGON ((0 0, 9 0, 9 9, 0 0))" };

/** A quiz that a learner has started. */
async function startedQuiz({ site, folderId, users }: MatrixWorld) {
  const { quizId, questionIds } = await buildQuiz(site, { parentId: folderId });
  const attemptId = await buildAttempt(site, { quizId, userId: users.learner.id });
  return { quizId, attemptId, questionId: questionIds[0] ?? 0 };
}

export const quizResultsRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/quiz/{id}/results": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await startedQuiz(world)).quizId } }),
  },
  // biome-ignore format: a table
  "GET /v2/quiz/{id}/results/{attemptId}": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => {
      const { quizId, attemptId } = await startedQuiz(world);
      return { params: { id: quizId, attemptId } };
    },
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/{id}/results/{attemptId}/mark": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => {
      const { quizId, attemptId, questionId } = await startedQuiz(world);
      await submitAttempt(world.site, attemptId);
      return { params: { id: quizId, attemptId }, body: { questionId, score: 1, comment: "Well seen" } };
    },
  },
  // biome-ignore format: a table
  "GET /v2/quiz/{id}/print": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await startedQuiz(world)).quizId } }),
  },
  // biome-ignore format: a table
  "POST /v2/quiz/export": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ body: { id: (await startedQuiz(world)).quizId, type: "multiple-choice" } }),
  },
  // biome-ignore format: a table
  "GET /v2/quiz/{id}/statistics": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await startedQuiz(world)).quizId } }),
  },
  // biome-ignore format: a table
  "GET /v2/quiz/question/{id}/consensus": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await startedQuiz(world)).questionId } }),
  },
  // biome-ignore format: a table
  "GET /v2/quiz/question/{id}/wrongMarks": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async ({ site, folderId: parentId, slide: { id: itemId } }) => {
      const question = { type: "annotation" as const, itemId, answerOptions: [REGION] };
      const { questionIds } = await buildQuiz(site, { parentId, questions: [question] });
      return { params: { id: questionIds[0] ?? 0 } };
    },
  },
  // biome-ignore format: a table
  "GET /v2/quiz/{id}/regrade": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: (await startedQuiz(world)).quizId } }),
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/{id}/regrade": {
    statuses: [401, 403, 403, 409, 409, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: { id: (await startedQuiz(world)).quizId }, body: { version: "other" } }),
    note: "409: the points would change in another way",
  },
};
