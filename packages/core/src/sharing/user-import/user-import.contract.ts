/**
 * Adds many people at once, as a list from a CSV file says.
 *
 * Sources: operations.tsv (`field`, `values`); spec part 1, section 4 (assignment manager, "user list view and CSV import
 * view"), part 2, section 8 ("Only CSV-Files are allowed!"); decision 0062. The browser reads the file and sends the values
 * of the chosen columns.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { DISPLAY_NAME_MAX_CHARACTERS } from "../../people/account/account.contract.ts";
import { LOGIN_MAX_CHARACTERS } from "../../people/session/session.contract.ts";
import { id, idText } from "../../platform/ids.ts";

/** Rows of one import. */
export const IMPORT_MAX_ROWS = 10_000;
/** Bytes of the file that the browser reads. */
export const IMPORT_FILE_MAX_BYTES = 5 * 1024 * 1024;
/** Bytes of a request with as many values and names as it can have. */
const BODY_MAX_BYTES = 12 * 1024 * 1024;

/** By what people are found. */
export const IMPORT_FIELDS = ["email", "name", "userName"] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/**
 * - `found`: in the group from now on; without a group: has an account
 * - `member`: in the group already
 * - `created`: has got an account, and is in the group
 * - `unknown`: no account
 * - `ambiguous`: several accounts have this name
 * - `invalid`: not an email address or a user name, or no value
 * - `repeated`: the same as in a row before
 */
export const IMPORT_OUTCOMES = ["found", "member", "created", "unknown", "ambiguous", "invalid", "repeated"] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

const importedRow = z.object({
  outcome: z.enum(IMPORT_OUTCOMES),
  /** Of the account; null: none, or one that a trial would create. */
  userId: id.nullable(),
  /** As the account is called after the import. */
  name: z.string(),
  /** Whether the account was called otherwise before. */
  isRenamed: z.boolean(),
});

const imported = z.object({
  /** One for each value, in their order. */
  rows: z.array(importedRow),
});
export type ImportedUsers = z.output<typeof imported>;
export type ImportedRow = z.output<typeof importedRow>;

const list = {
  field: z.enum(IMPORT_FIELDS),
  values: z.array(z.string().trim().max(LOGIN_MAX_CHARACTERS)).min(1).max(IMPORT_MAX_ROWS),
  /** Of the accounts, one for each value; left out: none. An empty name changes nothing. */
  names: z.array(z.string().trim().max(DISPLAY_NAME_MAX_CHARACTERS)).max(IMPORT_MAX_ROWS).default([]),
  /** Whether people without an account get one, as learners without a password. Found by their email address only. */
  createsAccounts: z.boolean().default(false),
  /** Whether accounts get the names of the list. */
  updatesNames: z.boolean().default(false),
  /** Whether nothing is changed, and the answer says what would be. */
  isTrial: z.boolean().default(false),
};

/** All or nothing. `createsAccounts` and `updatesNames` are refused with 403 for those who do not manage people. */
export const importGroupUsers = {
  method: "POST",
  path: "/v2/assignment/{id}/users/import",
  summary: "Add many users to a user group by email address, name or user name, up to 10,000",
  policy: "manageContent",
  params: z.object({ id: idText }),
  body: z.strictObject(list),
  bodyMaxBytes: BODY_MAX_BYTES,
  answer: imported,
} as const satisfies Call;

/** The same without a group. */
export const importUsers = {
  method: "POST",
  path: "/v2/user/import",
  summary: "Create and rename many accounts by email address, up to 10,000",
  policy: "managePeople",
  body: z.strictObject(list),
  bodyMaxBytes: BODY_MAX_BYTES,
  answer: imported,
} as const satisfies Call;
