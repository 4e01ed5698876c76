import { buildTextbook } from "../build-embed.ts";
import { buildTextbookNote } from "../build-textbook-note.ts";
import type { MatrixWorld } from "../matrix-world.ts";
import type { RightsRows } from "./rights-row.ts";

const OF_LEARNER = "a note of the learner's own: not found by others";

const freshTextbook = ({ site, folderId }: MatrixWorld) => buildTextbook(site, { parentId: folderId });

/** Params of a note of the learner. */
async function freshNote(world: MatrixWorld, isDeleted = false) {
  const id = await freshTextbook(world);
  const author = world.users.learner;
  return { id, noteId: await buildTextbookNote(world.site, { textbookId: id, author, isDeleted }) };
}

export const textbookNoteRights: RightsRows = {
  // biome-ignore format: a table
  "GET /v2/textbook/{id}/note": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 200, 200],
    request: async (world) => ({ params: { id: await freshTextbook(world) } }),
  },
  // biome-ignore format: a table
  "POST /v2/textbook/{id}/note": {
    statuses: [401, 200, 200, 200, 200, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({
      params: { id: await freshTextbook(world) },
      body: { kind: "note", pageIndex: 3, content: "Look again" },
    }),
  },
  // biome-ignore format: a table
  "PUT /v2/textbook/{id}/note/{noteId}": {
    statuses: [401, 200, 404, 404, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: await freshNote(world), body: { content: "Look again", version: 1 } }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "DELETE /v2/textbook/{id}/note/{noteId}": {
    statuses: [401, 204, 404, 404, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: await freshNote(world) }),
    note: OF_LEARNER,
  },
  // biome-ignore format: a table
  "POST /v2/textbook/{id}/note/{noteId}/restore": {
    statuses: [401, 200, 404, 404, 404, 404, 404, 401, 401, 401, 403],
    request: async (world) => ({ params: await freshNote(world, true) }),
    note: OF_LEARNER,
  },
};
