import { expect, it } from "vitest";
import { canManageWorkGroup, canSeeWorkGroup, canTakeOut } from "./work-group-access.ts";

const [OWNER, MEMBER, OTHER_MEMBER, STRANGER, MANAGER] = [1, 2, 3, 4, 5];
const GROUP = { ownerId: OWNER, memberIds: [OWNER, MEMBER, OTHER_MEMBER] };
const NAMES = {
  [OWNER]: "the owner",
  [MEMBER]: "a member",
  [OTHER_MEMBER]: "another member",
  [STRANGER]: "someone else",
  [MANAGER]: "someone who manages people",
};

const cases: [userId: number, sees: boolean, manages: boolean, takesOut: number[]][] = [
  [OWNER, true, true, [MEMBER, OTHER_MEMBER]],
  [MEMBER, true, false, [MEMBER]],
  [OTHER_MEMBER, true, false, [OTHER_MEMBER]],
  [STRANGER, false, false, []],
  [MANAGER, true, true, [MEMBER, OTHER_MEMBER]],
];
for (const [userId, sees, manages, takesOut] of cases) {
  it(`${NAMES[userId]}: sees ${sees}, manages ${manages}, removes ${takesOut.map((id) => NAMES[id]).join(", ")}`, () => {
    const asker = { id: userId, managesAll: userId === MANAGER };
    expect(canSeeWorkGroup(asker, GROUP)).toBe(sees);
    expect(canManageWorkGroup(asker, GROUP)).toBe(manages);
    expect(GROUP.memberIds.filter((id) => canTakeOut(asker, id, GROUP))).toEqual(takesOut);
  });
}
