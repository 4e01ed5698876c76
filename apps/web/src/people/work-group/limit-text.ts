/** Text for a work group limit for which the server has rejected a request. */
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

/** @param codes codes of the failure. @returns undefined if it was not a work group limit. */
export function limitText(codes: readonly string[]): Limit | undefined {
  return Object.entries(LIMITS).find(([code]) => codes.includes(code))?.[1];
}
