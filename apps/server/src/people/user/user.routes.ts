import { ROLES } from "@parfocal/core/access/capabilities.ts";
import { getUser, listRoles } from "@parfocal/core/user/user.contract.ts";
import { route } from "#platform/http/route.ts";
import { presentUser } from "./user.present.ts";

const ROLE_TITLES: Readonly<Record<(typeof ROLES)[number], string>> = {
  administrator: "Administrator",
  teacher: "Teacher",
  expert: "Expert",
  learner: "Learner",
};

export const userRoutes = [
  route(getUser, async ({ caller }) => presentUser(caller.signedIn())),
  route(listRoles, async () => ROLES.map((id) => ({ id, title: ROLE_TITLES[id] }))),
];
