/**
 * Vouchers: each creates one account at registration, valid until a date, and can add it to a user group.
 *
 * Sources: spec part 2, sections 2 to 7 ("Voucher"); decisions, "Access".
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { DISPLAY_NAME_MAX_CHARACTERS } from "../../people/account/account.contract.ts";
import { EMAIL_PATTERN } from "../../people/account/email-pattern.ts";
import { LOGIN_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from "../../people/session/session.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import { VOUCHER_CODE_INPUT_MAX_CHARACTERS } from "./voucher-code.ts";
import { VOUCHER_STATUSES } from "./voucher-status.ts";

/** Vouchers of one batch. */
export const VOUCHER_BATCH_MAX = 10_000;
export const VOUCHERS_A_PAGE = 50;
/** Unused vouchers of a site. */
export const UNUSED_VOUCHERS_MAX = 200_000;
export const VOUCHER_PREFIX_MAX_CHARACTERS = 12;

const voucher = z.object({
  id,
  /** Display form: prefix, and four groups of five characters. */
  code: z.string(),
  status: z.enum(VOUCHER_STATUSES),
  /** Last moment of the code's validity, in the site's time zone; null: unlimited. */
  expirationDate: z.string().nullable(),
  /** Last moment of the account, in the site's time zone; null: unlimited. */
  accountExpirationDate: z.string().nullable(),
  /** The account registered with it; null: none, or deleted. */
  user: z.object({ id, name: z.string(), email: z.string() }).nullable(),
  /** Group that the account joins; null: none. */
  group: z.object({ id, title: z.string() }).nullable(),
  isDeleted: z.boolean(),
  /** Number of its batch. */
  batch: id,
  createdAt: z.string(),
});
export type Voucher = z.output<typeof voucher>;

export const listVouchers = {
  method: "GET",
  path: "/v2/voucher",
  summary: "List vouchers, newest first, 50 per page; searches a code, a person's name and email address",
  policy: "managePeople",
  query: z.object({
    q: searchText,
    status: z.enum(VOUCHER_STATUSES).optional(),
    batch: idText.optional(),
    /** ID of the user group that their accounts join. */
    group: idText.optional(),
    page: pageNumberText,
  }),
  answer: z.object({ vouchers: z.array(voucher), total: z.int().nonnegative() }),
} as const satisfies Call;

/** Codes for `voucher-codes.txt` and printed cards. Answers 413 for more than 10,000. */
export const listVoucherCodes = {
  method: "GET",
  path: "/v2/voucher/codes",
  summary: "List the codes of active vouchers, of all or of one batch (up to 10,000)",
  policy: "managePeople",
  query: z.object({ batch: idText.optional() }),
  answer: z.object({ codes: z.array(z.string()) }),
} as const satisfies Call;

/**
 * Rejected with 400 and `expirationInPast`, `accountExpirationInPast` or `accountExpiresBeforeCode`. Ignores the
 * Idempotency-Key, because the stored answer would contain the codes.
 */
export const createVouchers = {
  method: "POST",
  path: "/v2/voucher/",
  summary: "Generate voucher codes, up to 10,000 at once",
  policy: "managePeople",
  body: z.strictObject({
    count: z.int().min(1).max(VOUCHER_BATCH_MAX),
    expirationDate: siteDate.nullable().default(null),
    accountExpirationDate: siteDate.nullable().default(null),
    /** Letters and digits before each code, for sorting printed codes. */
    prefix: z
      .string()
      .trim()
      .toUpperCase()
      .max(VOUCHER_PREFIX_MAX_CHARACTERS)
      .regex(/^[A-Z0-9]*$/, "use letters and digits only")
      .default(""),
    userGroupId: id.nullable().default(null),
  }),
  answer: z.object({ batch: id, codes: z.array(z.string()) }),
} as const satisfies Call;

export const deleteVoucher = {
  method: "DELETE",
  path: "/v2/voucher/{id}",
  summary: "Delete a voucher: it can no longer be used",
  policy: "managePeople",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

/** Wrong codes from one network address within `REGISTER_GUESS_WINDOW_MS`. Source: reliability.md, T-07. */
export const REGISTER_GUESSES_MAX = 30;
export const REGISTER_GUESS_WINDOW_MS = 60 * 60 * 1000;

/**
 * Unknown, used, expired and disabled codes get the same answer: 404 and `voucherUnknown`; after too many of them 429.
 * Rejected with 409 and `emailTaken`, or 400 and a problem of the password (`password-rules.ts`), both only with a
 * valid code.
 */
export const registerWithVoucher = {
  method: "POST",
  path: "/register",
  summary: "Create one's own account with a voucher",
  policy: "anyone",
  body: z.strictObject({
    voucher: z.string().trim().min(1).max(VOUCHER_CODE_INPUT_MAX_CHARACTERS),
    displayName: z.string().trim().min(1, "enter a name").max(DISPLAY_NAME_MAX_CHARACTERS),
    email: z.string().trim().max(LOGIN_MAX_CHARACTERS).regex(EMAIL_PATTERN, "this is not an email address"),
    password: z.string().min(1).max(PASSWORD_MAX_CHARACTERS),
  }),
  answer: z.object({ email: z.string() }),
} as const satisfies Call;
