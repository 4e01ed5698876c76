/** Limits of invite codes. Source of the guess limits: reliability.md, T-07. */

/** Wrong codes of one user within `USER_GUESS_WINDOW_MS`. */
export const USER_GUESSES_MAX = 10;
export const USER_GUESS_WINDOW_MS = 15 * 60 * 1000;
/** Wrong codes from one network address within `ADDRESS_GUESS_WINDOW_MS`. */
export const ADDRESS_GUESSES_MAX = 30;
export const ADDRESS_GUESS_WINDOW_MS = 60 * 60 * 1000;

/** Active codes of one user group; its list shows this many, active ones first. */
export const GROUP_INVITES_MAX = 200;
/** Entries of the log on one page. */
export const INVITE_LOG_A_PAGE = 50;
