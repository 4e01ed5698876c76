import { describe, expect, it } from "vitest";
import { explainWay } from "./access-reasons.ts";
import { type AccessStep, type AssignedGroup, isOpen, openGroupsAlong } from "./access-rule.ts";

const NOW = 1_000_000;
const group = (facts: Partial<AssignedGroup> = {}): AssignedGroup => ({
  groupId: 1,
  isMember: true,
  startsAt: null,
  endsAt: null,
  deniedKinds: [],
  ...facts,
});
const others = group({ groupId: 2, isMember: false });
const over = group({ groupId: 3, endsAt: NOW - 1 });
const later = group({ groupId: 4, startsAt: NOW + 1 });
const noFolders = group({ groupId: 5, deniedKinds: ["folder"] });
const noImages = group({ groupId: 6, deniedKinds: ["image"] });
const SETS: (AssignedGroup[] | null)[] = [
  null,
  [],
  [group()],
  [others],
  [over],
  [later, group()],
  [noFolders],
  [noImages, others],
];

it("without assignments access is open, and nothing decides it", () => {
  const way: AccessStep[] = [
    { kind: "course", assigned: null },
    { kind: "image", assigned: null },
  ];
  expect(explainWay(way, NOW)).toEqual({ decidedAt: null, groups: [], isOpen: true });
});

it("reports the deciding parent, membership, time and the denied step", () => {
  const way: AccessStep[] = [
    { kind: "course", assigned: [group({ groupId: 9 })] },
    { kind: "folder", assigned: [group(), others, over, later, noFolders, noImages] },
    { kind: "folder", assigned: null },
    { kind: "image", assigned: null },
  ];
  const reason = { isMember: true, time: "now", deniedAt: null, isOpen: false };
  expect(explainWay(way, NOW)).toEqual({
    decidedAt: 1,
    isOpen: true,
    groups: [
      { ...reason, groupId: 1, isOpen: true },
      { ...reason, groupId: 2, isMember: false },
      { ...reason, groupId: 3, time: "over" },
      { ...reason, groupId: 4, time: "later" },
      { ...reason, groupId: 5, deniedAt: 2 },
      { ...reason, groupId: 6, deniedAt: 3 },
    ],
  });
});

describe("agrees with the access rule on all paths of four steps", () => {
  const all = SETS.flatMap((top) =>
    SETS.flatMap((middle) => SETS.flatMap((inner) => SETS.map((last) => [top, middle, inner, last]))),
  );
  it(`${all.length} paths`, () => {
    for (const [top, middle, inner, last] of all) {
      const way: AccessStep[] = [
        { kind: "course", assigned: top ?? null },
        { kind: "folder", assigned: middle ?? null },
        { kind: "folder", assigned: inner ?? null },
        { kind: "image", assigned: last ?? null },
      ];
      const { isOpen: isSaidOpen, groups, decidedAt } = explainWay(way, NOW);
      expect(isSaidOpen).toBe(isOpen(openGroupsAlong(way, NOW).at(-1) ?? null));
      const opens = groups.map(({ isMember, time, deniedAt }) => isMember && time === "now" && deniedAt === null);
      expect(groups.map((each) => each.isOpen)).toEqual(opens);
      expect(isSaidOpen).toBe(decidedAt === null || opens.includes(true));
    }
  });
});
