import { buildQuiz } from "../build-quiz.ts";
import type { MatrixWorld } from "../matrix-world.ts";
import type { RightsRows } from "./rights-row.ts";

const freshQuiz = async ({ site, folderId }: MatrixWorld) => ({
  quizId: (await buildQuiz(site, { parentId: folderId })).quizId,
});

export const quizAccessRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/quiz/{quizId}/access": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: await freshQuiz(world) }),
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/{quizId}/access": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: await freshQuiz(world), body: { attemptsMax: 2, accessCode: "Hall-7" } }),
  },
  // biome-ignore format: a table
  "PUT /v2/quiz/{quizId}/extraTime": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      params: await freshQuiz(world),
      body: { userId: world.users.learner.id, minutes: 10 },
    }),
  },
  // biome-ignore format: a table
  "POST /v2/quiz/{quizId}/moreTime": {
    statuses: [401, 403, 403, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: await freshQuiz(world), body: { seconds: 300 } }),
  },
  // biome-ignore format: a table
  "GET /v2/quiz/{quizId}/allowance": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: await freshQuiz(world) }),
    note: "what the caller may do",
  },
  // biome-ignore format: a table
  "POST /v2/quiz/{quizId}/accessCode": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: await freshQuiz(world), body: { code: "Hall-7" } }),
  },
};
