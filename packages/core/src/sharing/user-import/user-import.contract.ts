/**
 * Bulk import of people from a CSV file.
 *
 * Sources: operations.tsv (`field`, `values`); spec part 1, section 4 (assignment manager, "user list view and CSV
 * import view"), part 2, section 8 ("Only CSV-Files are allowed!"); decision 0062. The browser parses the file and
 * sends the values of the chosen columns.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { DISPLAY_NAME_MAX_CHARACTERS } from "../../people/account/account.contract.ts";
import { LOGIN_MAX_CHARACTERS } from "../../people/session/session.contract.ts";
import { id, idText } from "../../platform/ids.ts";

/** Rows of one import. */
export const IMPORT_MAX_ROWS = 10_000;
/** Size of the file that the browser reads. */
export const IMPORT_FILE_MAX_BYTES = 5 * 1024 * 1024;
/** Size of a request with the maximum number of values and names. */
const BODY_MAX_BYTES = 12 * 1024 * 1024;

/** Fields by which people are found. */
export const IMPORT_FIELDS = ["email", "name", "userName"] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

/**
 * - `found`: is in the group now; without a group: has an account
 * - `member`: was in the group already
 * - `created`: a new account was created and added to the group
 * - `unknown`: no account
 * - `ambiguous`: several accounts have this name
 * - `invalid`: not an email address or a user name, or no value
 * - `repeated`: duplicate of an earlier row
 */
const IMPORT_OUTCOMES = ["found", "member", "created", "unknown", "ambiguous", "invalid", "repeated"] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

const importedRow = z.object({
  outcome: z.enum(IMPORT_OUTCOMES),
  /** ID of the account; null: none, or one that a preview would create. */
  userId: id.nullable(),
  /** Name of the account after the import. */
  name: z.string(),
  /** Whether the import changes the name. */
  isRenamed: z.boolean(),
});

const imported = z.object({
  /** One per value, in order. */
  rows: z.array(importedRow),
});
export type ImportedUsers = z.output<typeof imported>;
export type ImportedRow = z.output<typeof importedRow>;

const list = {
  field: z.enum(IMPORT_FIELDS),
  values: z.array(z.string().trim().max(LOGIN_MAX_CHARACTERS)).min(1).max(IMPORT_MAX_ROWS),
  /** Names of the accounts, one per value; default: none. An empty name changes nothing. */
  names: z.array(z.string().trim().max(DISPLAY_NAME_MAX_CHARACTERS)).max(IMPORT_MAX_ROWS).default([]),
  /**
   * Whether to create accounts (learners without a password) for people without one. Only if people are found by email
   * address.
   */
  createsAccounts: z.boolean().default(false),
  /** Whether to update the names of existing accounts. */
  updatesNames: z.boolean().default(false),
  /** Preview: nothing is changed. */
  isTrial: z.boolean().default(false),
};

/** All or nothing. `createsAccounts` and `updatesNames` are rejected with 403 unless the caller manages people. */
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
