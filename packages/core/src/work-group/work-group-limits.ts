export const WORK_GROUP_TITLE_MAX_CHARACTERS = 200;

/** So long a deleted work group can be brought back. */
export const WORK_GROUP_RESTORE_DAYS = 30;

/**
 * So many e-mail addresses that nobody has may be tried within an hour.
 *
 * Source: reliability.md, T-24 (account discovery).
 */
export const UNKNOWN_EMAILS_PER_HOUR = 20;
