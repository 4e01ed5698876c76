import { expect, it } from "vitest";
import { canManageWorkGroup, canSeeWorkGroup, canTakeOut } from "./work-group-access.ts";

const [OWNER, MEMBER, OTHER_MEMBER, STRANGER] = [1, 2, 3, 4];
const GROUP = { ownerId: OWNER, memberIds: [OWNER, MEMBER, OTHER_MEMBER] };
const NAMES = { [OWNER]: "who made it", [MEMBER]: "a member", [OTHER_MEMBER]: "another", [STRANGER]: "a stranger" };

const cases: [userId: number, sees: boolean, manages: boolean, takesOut: number[]][] = [
  [OWNER, true, true, [MEMBER, OTHER_MEMBER]],
  [MEMBER, true, false, [MEMBER]],
  [OTHER_MEMBER, true, false, [OTHER_MEMBER]],
  [STRANGER, false, false, []],
];
for (const [userId, sees, manages, takesOut] of cases) {
  it(`${NAMES[userId]}: sees ${sees}, manages ${manages}, takes out ${takesOut.map((id) => NAMES[id]).join(", ")}`, () => {
    expect(canSeeWorkGroup(userId, GROUP)).toBe(sees);
    expect(canManageWorkGroup(userId, GROUP)).toBe(manages);
    expect(GROUP.memberIds.filter((id) => canTakeOut(userId, id, GROUP))).toEqual(takesOut);
  });
}
