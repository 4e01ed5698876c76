import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { ROLES } from "../access/capabilities.ts";
import { sessionUser } from "../session/session.contract.ts";

export const getUser = {
  method: "GET",
  path: "/user",
  summary: "Get the signed-in user",
  policy: "signedIn",
  answer: sessionUser,
} as const satisfies Call;

export const listRoles = {
  method: "GET",
  path: "/user/roles/",
  summary: "List the user roles",
  policy: "signedIn",
  answer: z.array(z.object({ id: z.enum(ROLES), title: z.string() })),
} as const satisfies Call;
