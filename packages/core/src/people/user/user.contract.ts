import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { ROLES } from "../access/capabilities.ts";
import { sessionUser } from "../session/session.contract.ts";

export const getUser = {
  method: "GET",
  path: "/user",
  summary: "The signed-in user",
  policy: "signedIn",
  answer: sessionUser,
} as const satisfies Call;

export const listRoles = {
  method: "GET",
  path: "/user/roles/",
  summary: "The roles that a user can have",
  policy: "signedIn",
  answer: z.array(z.object({ id: z.enum(ROLES), title: z.string() })),
} as const satisfies Call;
