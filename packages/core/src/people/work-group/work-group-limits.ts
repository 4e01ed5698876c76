export const WORK_GROUP_TITLE_MAX_CHARACTERS = 200;

/** So long a deleted work group can be brought back. */
export const WORK_GROUP_RESTORE_DAYS = 30;

/**
 * So many e-mail addresses that nobody has may be tried within an hour.
 *
 * Source: reliability.md, T-24 (account discovery).
 */
export const UNKNOWN_EMAILS_PER_HOUR = 20;

/** Work groups that one person can own at once; deleted ones do not count. Decision 0044. */
export const WORK_GROUPS_OWNED_MAX = 100;

/** Work groups of others that one person can be a member of at once. Decision 0044. */
export const WORK_GROUPS_JOINED_MAX = 100;

/** Members of one work group, its owner included. Decision 0044. */
export const WORK_GROUP_MEMBERS_MAX = 100;

/** Notices of new memberships in one answer; the next ones follow when these are answered. */
export const NEW_MEMBERSHIPS_AT_ONCE = 5;

/** Codes of the calls that a limit refuses. */
export const WORK_GROUP_LIMIT_CODES = {
  owned: "workGroupsOwned",
  joined: "workGroupsJoined",
  members: "workGroupMembers",
} as const;
