import { MATRIX_PASSWORD } from "../matrix-world.ts";
import type { RightsRows } from "./rights-row.ts";

export const sessionRights: RightsRows = {
  // biome-ignore format: a table
  "POST /session": {
    statuses: [200, 200, 200, 200, 200, 401, 404, 200, 200, 200, 403],
    request: ({ users }) => ({ body: { login: users.teacher.email, password: MATRIX_PASSWORD } }),
    note: "the teacher's login and password are sent; at the other site nobody has them",
  },
  // biome-ignore format: a table
  "GET /session": { statuses: [200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200], note: "says who is signed in, also that nobody is" },
  // biome-ignore format: a table
  "DELETE /session": { statuses: [204, 204, 204, 204, 204, 204, 404, 204, 204, 204, 403], note: "ends the caller's own session, if there is one" },
};
