/**
 * Every column and file with personal data or a reference to a person: what the export contains, and what happens when
 * the person is deleted. A test compares this table with the database.
 */
import { type RawBuilder, sql } from "kysely";
import type { Tables } from "#platform/db/database.ts";

/**
 * What happens to a row, or to the reference, when the person is deleted.
 *
 * - `removed`: the row is deleted.
 * - `nobody`: the row is kept, without the reference.
 * - `kept`: the row is kept and refers to the account, whose only data is the name "Deleted person".
 * - `chosen`: removed or kept, as selected for the deletion.
 * - `handedOn`: the row is transferred to another person, or deleted if there is none.
 * - `emptied`: the account itself. Its row is kept without personal data, as the author of kept content.
 * - `expires`: deleted by the janitor a few days later.
 * - `site`: belongs to the site; administrators or authors change it where it is shown.
 */
export type Fate = "removed" | "nobody" | "kept" | "chosen" | "handedOn" | "emptied" | "expires" | "site";

export interface PersonalColumn {
  readonly table: keyof Tables;
  readonly column: string;
  /**
   * How the column identifies a person: `attempt` by their attempt at a quiz; `text`: personal data in a row found by
   * another column.
   */
  readonly holds: "person" | "email" | "attempt" | "text";
  /** Whether the export contains the rows that this column finds. */
  readonly isExported: boolean;
  readonly fate: Fate;
}

const person = (table: keyof Tables, column: string, fate: Fate, isExported = true): PersonalColumn => ({
  ...{ table, column, holds: "person", isExported, fate },
});
const email = (table: keyof Tables, column: string, fate: Fate, isExported = true): PersonalColumn => ({
  ...{ table, column, holds: "email", isExported, fate },
});
const text = (table: keyof Tables, column: string, fate: Fate): PersonalColumn => ({
  ...{ table, column, holds: "text", isExported: false, fate },
});

export const PERSONAL_COLUMNS: readonly PersonalColumn[] = [
  person("site_user", "id", "emptied"),
  text("site_user", "email", "emptied"),
  text("site_user", "display_name", "emptied"),
  text("site_user", "user_name", "emptied"),
  text("site_user", "picture_key", "emptied"),
  text("site_user", "password_hash", "emptied"),

  person("user_picture", "user_id", "removed"),
  person("user_session", "user_id", "removed"),
  text("user_session", "user_agent", "removed"),
  person("second_factor", "user_id", "removed"),
  person("recovery_code", "user_id", "removed", false),
  person("passkey", "user_id", "removed"),
  text("passkey", "name", "removed"),
  person("account_link", "user_id", "removed"),
  text("account_link", "new_email", "removed"),
  person("user_identity", "user_id", "removed"),
  person("lti_grade", "user_id", "removed"),
  text("lti_grade", "subject", "removed"),
  person("lti_choice", "user_id", "removed", false),
  person("lti_registration", "created_by", "removed", false),
  person("idempotency", "user_id", "removed", false),
  person("unknown_email", "user_id", "removed", false),
  email("password_reset_request", "email", "removed"),
  email("registration_request", "email", "removed"),
  text("registration_request", "display_name", "removed"),
  email("mail", "recipient_address", "removed"),
  text("mail", "recipient_name", "removed"),
  // A hash of the account and the address: used for 15 minutes; older rows are deleted every hour.
  text("sign_in_failure", "subject", "expires"),

  person("user_group_member", "user_id", "removed"),
  person("enrollment", "user_id", "removed"),
  person("invite_use", "user_id", "removed"),
  person("work_group_member", "user_id", "removed"),
  person("work_group", "owner_id", "handedOn"),
  person("item_opened", "user_id", "removed"),
  person("share", "created_by", "removed"),
  person("upload", "user_id", "removed"),

  // Only IDs: the log records actions until its entries are deleted by age (decision 0068).
  person("audit_entry", "actor_id", "kept"),
  person("audit_entry", "person_id", "kept"),

  { table: "quiz_answer", column: "attempt_id", holds: "attempt", isExported: true, fate: "removed" },
  person("quiz_attempt", "user_id", "removed"),
  person("quiz_attempt", "archived_by", "nobody", false),
  person("quiz_answer", "marked_by", "nobody", false),
  person("quiz_regrade", "regraded_by", "nobody", false),
  person("quiz_extra_time", "user_id", "removed"),

  person("annotation", "author_id", "chosen"),
  person("annotation", "deleted_by", "kept"),
  person("annotation", "reviewed_by", "kept"),
  person("annotation_version", "changed_by", "kept"),
  person("annotation_comment", "author_id", "chosen"),
  person("annotation_comment_read", "user_id", "removed", false),
  person("annotation_comment_mail", "user_id", "removed", false),
  person("note", "author_id", "chosen"),
  // Not visible to anyone else.
  person("textbook_note", "author_id", "removed"),
  person("cell_analysis", "author_id", "removed"),
  person("cell_analysis_count", "user_id", "removed"),

  person("item", "created_by", "nobody"),
  person("media_file", "created_by", "nobody"),
  person("user_group", "created_by", "nobody"),
  person("bin_entry", "removed_by", "nobody"),
  person("invite", "created_by", "nobody"),
  person("invite", "used_by", "nobody"),
  person("voucher", "created_by", "nobody"),
  person("voucher", "used_by", "nobody"),

  text("quiz", "notification_email", "site"),
  text("site", "mail_sender", "site"),
  text("site", "allowed_email_domains", "site"),
  text("site", "support_contact", "site"),
];

/** Columns without a person or address, despite their names. */
export const NOT_PERSONAL: readonly (readonly [table: keyof Tables, column: string])[] = [
  // A user group.
  ["quiz", "assign_user_to"],
  ["quiz_extra_time", "user_group_id"],
  // How an attempt ended.
  ["quiz_attempt", "finalised_by"],
  ["assignment", "user_group_id"],
  ["assignment", "by_administrator"],
  ["enrollment", "user_group_id"],
  ["enrollment_form", "user_group_id"],
  ["invite", "user_group_id"],
  ["user_group_member", "user_group_id"],
  ["voucher", "user_group_id"],
  ["lti_context", "user_group_id"],
  ["course", "user_roles"],
];

interface PersonalFile {
  /** Path below the data folder. */
  readonly path: string;
  readonly isExported: boolean;
  readonly fate: Fate;
  readonly reason: string;
}

/** Personal data in the folders of the data folder. */
export const PERSONAL_FILES: readonly PersonalFile[] = [
  {
    path: "uploads",
    isExported: false,
    fate: "removed",
    reason: "Files that the person has started to upload; a finished one is content of the site.",
  },
  {
    path: "mails",
    isExported: false,
    fate: "removed",
    reason: "Mails to the person, where no mail server is configured. The export has their rows.",
  },
  { path: "slides", isExported: false, fate: "site", reason: "Content uploaded by the person." },
  { path: "blocks", isExported: false, fate: "site", reason: "Parts of files that are in an S3 store." },
  { path: "radiology", isExported: false, fate: "site", reason: "Content uploaded by the person." },
  { path: "attachments", isExported: false, fate: "site", reason: "Content uploaded by the person." },
  { path: "media", isExported: false, fate: "site", reason: "Content uploaded by the person." },
];

/**
 * Columns that are never exported: they would allow a reader of the file to sign in, reveal correct answers that a quiz
 * does not show, or repeat other columns.
 */
export const SECRET_COLUMNS: readonly (readonly [table: keyof Tables, column: string])[] = [
  ["site_user", "password_hash"],
  // Exported as a file.
  ["user_picture", "webp"],
  ["user_session", "token_sha256"],
  ["account_link", "token_sha256"],
  ["registration_request", "token_sha256"],
  ["share", "token_sha256"],
  ["share", "sealed_token"],
  ["second_factor", "sealed_secret"],
  ["recovery_code", "code_sha256"],
  ["passkey", "credential_id"],
  ["passkey", "public_key"],
  ["mail", "sealed_content"],
  ["invite", "lookup"],
  ["lti_choice", "ticket_sha256"],
  ["lti_registration", "token_sha256"],
  ["invite", "shown"],
  ["voucher", "lookup"],
  ["voucher", "shown"],
  ["quiz_attempt", "seed"],
  ["quiz_attempt", "earned_hundredths"],
  ["quiz_attempt", "max_hundredths"],
  ["quiz_answer", "earned_hundredths"],
  ["quiz_answer", "max_hundredths"],
  ["quiz_answer", "is_right"],
  ["quiz_answer", "automatic_earned_hundredths"],
  ["quiz_answer", "automatic_max_hundredths"],
  ["quiz_answer", "automatic_is_right"],
  ["annotation", "coarse_geometry"],
];

/**
 * Columns that are empty in an export for some rows, with the condition on the row `one`. In a quiz with generated
 * questions the correct option has the ID of the question: with both, the correct answers could be found out.
 */
export const MASKED_COLUMNS: readonly (readonly [
  table: keyof Tables,
  column: string,
  condition: RawBuilder<boolean>,
])[] = [
  [
    "quiz_answer",
    "question_id",
    sql<boolean>`EXISTS (
      SELECT FROM quiz_generated_question made WHERE made.site_id = one.site_id AND made.attempt_id = one.attempt_id
    )`,
  ],
];
