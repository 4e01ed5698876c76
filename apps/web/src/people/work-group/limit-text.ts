/** The text for a limit of work groups that the server has refused a call with. */
import {
  WORK_GROUP_LIMIT_CODES,
  WORK_GROUP_MEMBERS_MAX,
  WORK_GROUPS_JOINED_MAX,
  WORK_GROUPS_OWNED_MAX,
} from "@parfocal/core/work-group/work-group-limits.ts";

const LIMITS = {
  [WORK_GROUP_LIMIT_CODES.owned]: { key: "workGroup.limitOwned", most: WORK_GROUPS_OWNED_MAX },
  [WORK_GROUP_LIMIT_CODES.joined]: { key: "workGroup.limitJoined", most: WORK_GROUPS_JOINED_MAX },
  [WORK_GROUP_LIMIT_CODES.members]: { key: "workGroup.limitMembers", most: WORK_GROUP_MEMBERS_MAX },
} as const;

type Limit = (typeof LIMITS)[keyof typeof LIMITS];

/** @param codes of the failure. @returns undefined: it was no limit of work groups. */
export function limitText(codes: readonly string[]): Limit | undefined {
  return Object.entries(LIMITS).find(([code]) => codes.includes(code))?.[1];
}
