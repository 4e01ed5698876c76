import { expect, it } from "vitest";
import { CAPABILITIES, type Capability, capabilitiesOf, ROLES, type Role, roleHas } from "./capabilities.ts";

/** As in the table of the decision "Roles". */
const table: Record<Capability, Record<Role, boolean>> = {
  manageContent: { administrator: true, teacher: true, expert: false, learner: false },
  managePeople: { administrator: true, teacher: false, expert: false, learner: false },
  annotateAsExpert: { administrator: true, teacher: true, expert: true, learner: false },
  learn: { administrator: true, teacher: true, expert: true, learner: true },
};

for (const capability of Object.keys(CAPABILITIES) as Capability[]) {
  for (const role of ROLES) {
    it(`${role}, ${capability}: ${table[capability][role] ? "yes" : "no"}`, () =>
      expect(roleHas(role, capability)).toBe(table[capability][role]));
  }
}

it("experts manage content if the site allows it, and gain nothing else; other roles gain nothing", () => {
  const grants = { expertsManageContent: true };
  expect(capabilitiesOf("expert", grants)).toEqual(["manageContent", "annotateAsExpert", "learn"]);
  for (const role of ROLES.filter((one) => one !== "expert"))
    expect(capabilitiesOf(role, grants), role).toEqual(capabilitiesOf(role));
});

it("a role's capabilities are listed in the table's order", () => {
  expect(capabilitiesOf("administrator")).toEqual(["manageContent", "managePeople", "annotateAsExpert", "learn"]);
  expect(capabilitiesOf("learner")).toEqual(["learn"]);
});
