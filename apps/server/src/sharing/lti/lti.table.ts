import type { ChosenKind } from "@parfocal/core/lti/chooser-path.ts";
import type { LtiRoleMap } from "@parfocal/core/lti/lti-roles.ts";
import type { GradeFault } from "@parfocal/core/lti/lti-score.ts";
import type { ColumnType, Generated, JSONColumnType } from "kysely";

/** An RSA key as JWK. */
export interface PublicLtiKey {
  readonly kty: string;
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
  /** base64url. */
  readonly n: string;
  readonly e: string;
}

export interface LtiPlatformTable {
  id: Generated<number>;
  site_id: number;
  name: string;
  issuer: string;
  client_id: string;
  deployment_ids: string[];
  authorization_url: string;
  token_url: string;
  token_audience: string | null;
  keys_url: string;
  /** Empty: the origin of the authorization URL. */
  page_origins: string[];
  role_map: JSONColumnType<LtiRoleMap>;
  created_at: ColumnType<Date, never, never>;
}

export interface LtiKeyTable {
  id: Generated<number>;
  site_id: number;
  kid: string;
  public_key: JSONColumnType<PublicLtiKey>;
  /** For `sealText`: PKCS #8 in PEM. */
  sealed_private_key: Buffer;
  created_at: ColumnType<Date, never, never>;
}

/** A URL that one platform can open once. */
export interface LtiRegistrationTable {
  id: Generated<number>;
  site_id: number;
  token_sha256: Buffer;
  created_by: number;
  created_at: ColumnType<Date, never, never>;
  used_at: Date | null;
}

/** Reported by a platform, and not accepted yet. */
export interface LtiWaitingDeploymentTable {
  site_id: number;
  platform_id: number;
  deployment_id: string;
  asked_at: Generated<Date>;
}

export interface LtiContextTable {
  id: Generated<number>;
  site_id: number;
  platform_id: number;
  deployment_id: string;
  context_id: string;
  user_group_id: number;
  /** null: the platform does not list its members. */
  members_url: string | null;
}

/** A course that was opened from a course of the platform. */
export interface LtiContextCourseTable {
  site_id: number;
  context_id: number;
  course_id: number;
  opened_at: Generated<Date>;
}

/** A link in a course of the platform that opens a quiz. */
export interface LtiLinkTable {
  id: Generated<number>;
  site_id: number;
  platform_id: number;
  deployment_id: string;
  resource_link_id: string;
  quiz_id: number;
  /** null: it must be found or created in the container. */
  line_item_url: string | null;
  /** null: this tool cannot create line items. */
  line_items_url: string | null;
  line_item_leased_until: Date | null;
}

export interface LtiGradeTable {
  id: Generated<number>;
  site_id: number;
  link_id: number;
  user_id: number;
  /** ID of the user on the platform. */
  subject: string;
  state: Generated<"due" | "settled" | "failed">;
  /** Incremented with each change of the points. */
  rev: Generated<number>;
  due_at: Generated<Date>;
  leased_until: Date | null;
  attempts: Generated<number>;
  reason: GradeFault | null;
  answer_status: number | null;
  /** Time of the newest score. */
  score_at: Date | null;
  /** null: nothing was sent. */
  sent_at: Date | null;
  sent_earned_hundredths: number | null;
  sent_max_hundredths: number | null;
  sent_is_final: boolean | null;
}

export interface ChosenContent {
  readonly path: string;
  readonly title: string;
  readonly kind: ChosenKind;
  readonly itemId: number;
}

/** Content that a user chooses for an activity of the platform. */
export interface LtiChoiceTable {
  id: Generated<number>;
  site_id: number;
  platform_id: number;
  user_id: number;
  deployment_id: string;
  return_url: string;
  data: string | null;
  accepts_line_item: boolean;
  created_at: ColumnType<Date, never, never>;
  /** null: nothing chosen yet. */
  chosen: ColumnType<ChosenContent | null, never, string>;
  ticket_sha256: ColumnType<Buffer | null, never, Buffer>;
  chosen_at: ColumnType<Date | null, never, Date>;
}
