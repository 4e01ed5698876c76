import { describe, expect, it } from "vitest";
import {
  type AccessStep,
  type AssignedGroup,
  isOpen,
  isWithinDates,
  openGroupsAlong,
  seenFrom,
} from "./access-rule.ts";

const NOW = 1_000_000;

const group = (facts: Partial<AssignedGroup> = {}): AssignedGroup => ({
  groupId: 1,
  isMember: true,
  startsAt: null,
  endsAt: null,
  deniedKinds: [],
  ...facts,
});

describe("dates: both limits are included", () => {
  const cases: [startsAt: number | null, endsAt: number | null, isWithin: boolean][] = [
    [null, null, true],
    [NOW, null, true],
    [NOW + 1, null, false],
    [NOW - 1, null, true],
    [null, NOW, true],
    [null, NOW - 1, false],
    [null, NOW + 1, true],
    [NOW, NOW, true],
    [NOW - 2, NOW - 1, false],
    [NOW + 1, NOW + 2, false],
  ];
  for (const [startsAt, endsAt, isWithin] of cases) {
    it(`from ${startsAt} to ${endsAt}, at ${NOW}: ${isWithin ? "" : "not "}within`, () =>
      expect(isWithinDates({ startsAt, endsAt }, NOW)).toBe(isWithin));
  }
});

const course = (assigned: AssignedGroup[] | null = null): AccessStep => ({ kind: "course", assigned });
const folder = (assigned: AssignedGroup[] | null = null): AccessStep => ({ kind: "folder", assigned });
const image = (assigned: AssignedGroup[] | null = null): AccessStep => ({ kind: "image", assigned });
const aCase = (assigned: AssignedGroup[] | null = null): AccessStep => ({ kind: "case", assigned });

const mine = group();
const others = group({ groupId: 2, isMember: false });
const over = group({ groupId: 3, endsAt: NOW - 1 });
const noImages = group({ groupId: 4, deniedKinds: ["image"] });
const noCases = group({ groupId: 5, deniedKinds: ["case"] });
const noFolders = group({ groupId: 6, deniedKinds: ["folder"] });

/** @property seen visible steps of the path, from the course down; @property from first visible step; null: none. */
const ways: [what: string, way: AccessStep[], seen: boolean[], from: number | null][] = [
  ["nothing assigned: open", [course(), folder(), image()], [true, true, true], 0],
  ["a member's course", [course([mine]), folder(), image()], [true, true, true], 0],
  ["a course of others", [course([others]), folder(), image()], [false, false, false], null],
  ["one of several groups is enough", [course([others, mine]), image()], [true, true], 0],
  ["a membership that is over", [course([over]), image()], [false, false], null],
  ["a closed folder in an open course", [course(), folder([others]), image()], [true, false, false], null],
  ["the nearest decides: open in closed", [course([others]), folder([mine]), image()], [false, true, true], 1],
  ["the nearest decides: closed in open", [course([mine]), folder([others]), image()], [true, false, false], null],
  ["an individually assigned item", [course([others]), folder(), image([mine])], [false, false, true], 2],
  ["a closed item in an open folder", [course(), folder([mine]), image([others])], [true, true, false], null],
  ["a kind that is denied", [course(), folder([noImages]), image()], [true, true, false], null],
  ["another kind is not denied", [course(), folder([noImages]), aCase()], [true, true, true], 0],
  ["denied by one group, not by the other", [course(), folder([noImages, mine]), image()], [true, true, true], 0],
  [
    "denied by both",
    [course(), folder([noImages, group({ groupId: 7, deniedKinds: ["image"] })]), image()],
    [true, true, false],
    null,
  ],
  ["a denied kind closes its contents", [folder([noCases]), aCase(), image()], [true, false, false], null],
  [
    "a directly assigned item is visible, whatever its kind",
    [course(), folder([noFolders]), image()],
    [true, true, true],
    0,
  ],
  [
    "folders in it are not visible",
    [course(), folder([noFolders]), folder(), image()],
    [true, true, false, false],
    null,
  ],
  ["assigned again below a denied item", [folder([noFolders]), folder(), folder([mine])], [true, false, true], 2],
  [
    "two steps, each denied by a different group",
    [folder([noCases, noImages]), aCase(), image()],
    [true, true, false],
    null,
  ],
];
describe("the nearest step with an assignment decides", () => {
  for (const [what, way, seen, from] of ways) {
    it(what, () => {
      const along = openGroupsAlong(way, NOW);
      expect(along.map(isOpen)).toEqual(seen);
      expect(seenFrom(along)).toBe(from);
    });
  }
});
