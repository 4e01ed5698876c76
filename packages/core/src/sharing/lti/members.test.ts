import { expect, it } from "vitest";
import { readMembers } from "./members.ts";

const MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership";
const read = (...members: unknown[]) => readMembers({ members });

it("members are the active ones, each with subject, name and role", () => {
  expect(read({ user_id: "1", name: " Ada\0 ", roles: ["Learner"] }, { user_id: "2", status: "Active" })).toEqual([
    { subject: "1", name: "Ada", isLearner: true },
    { subject: "2", name: "", isLearner: true },
  ]);
  for (const other of [null, 7, {}, { user_id: 7 }, { user_id: "" }, { user_id: "x".repeat(256) }, { user_id: "a\0" }])
    expect(read(other)).toEqual([]);
  for (const status of ["Inactive", "Deleted", 7]) expect(read({ user_id: "1", status })).toEqual([]);
  for (const value of [null, [], {}, { members: 7 }]) expect(readMembers(value)).toBeNull();
});

it("teachers are not learners, in all notations of the role", () => {
  for (const role of ["Instructor", `${MEMBERSHIP}#Instructor`, `${MEMBERSHIP}/Instructor#TeachingAssistant`])
    expect(read({ user_id: "1", roles: [role, `${MEMBERSHIP}#Learner`] }), role).toMatchObject([{ isLearner: false }]);
  for (const role of [`${MEMBERSHIP}#Learner`, "NonInstructor", 7])
    expect(read({ user_id: "1", roles: [role] }), String(role)).toMatchObject([{ isLearner: true }]);
});
