export const WORK_GROUP_TITLE_MAX_CHARACTERS = 200;

/** Deleted work groups can be restored for this long. */
export const WORK_GROUP_RESTORE_DAYS = 30;

/**
 * Number of unknown email addresses that a person may try within an hour.
 *
 * Source: reliability.md, T-24 (account discovery).
 */
export const UNKNOWN_EMAILS_PER_HOUR = 20;

/** Work groups that one person can own; deleted ones do not count. Decision 0044. */
export const WORK_GROUPS_OWNED_MAX = 100;

/** Work groups of others that one person can be a member of. Decision 0044. */
export const WORK_GROUPS_JOINED_MAX = 100;

/** Members of one work group, including its owner. Decision 0044. */
export const WORK_GROUP_MEMBERS_MAX = 100;

/** Notices of new memberships in one answer; further ones follow when these are dismissed. */
export const NEW_MEMBERSHIPS_AT_ONCE = 5;

/** Error codes of the limits. */
export const WORK_GROUP_LIMIT_CODES = {
  owned: "workGroupsOwned",
  joined: "workGroupsJoined",
  members: "workGroupMembers",
} as const;
